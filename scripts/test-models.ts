import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Implements `npm run test:models -- DIR [test files]`. Runs tests, and checks each request and response of the
 * simulated AWS services against the service models in DIR. The default is the test that runs every function.
 */
const report = '.build/aws-models-report.txt';
const [dir = '', ...files] = process.argv.slice(2);
const tests = files.length > 0 ? files : ['test/infra/least-privilege.journey'];

if (!existsSync(join(dir, 'dynamodb'))) {
  console.error('Name the folder with the service models of botocore: npm run test:models -- DIR');
  process.exit(2);
}

mkdirSync('.build', { recursive: true });
const requestLog = `${report}.requests`;
rmSync(report, { force: true });
rmSync(requestLog, { force: true });
const { status } = spawnSync(process.execPath, ['--import', 'tsx', 'scripts/test.ts', ...tests], {
  stdio: 'inherit',
  env: { ...process.env, AWS_MODELS: dir, AWS_MODELS_REPORT: report },
});

const linesOf = (file: string): string[] =>
  existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];

// The local runtimes of concurrent tests can report the same violation.
const violations = [...new Set(linesOf(report))].sort();
const requests = linesOf(requestLog);
for (const violation of violations) console.log(violation);
console.log(
  `\n${violations.length} violations of the service models in ${requests.length} requests of ` +
    `${new Set(requests).size} operations`,
);
process.exitCode = status === 0 && violations.length === 0 && requests.length > 0 ? 0 : 1;
