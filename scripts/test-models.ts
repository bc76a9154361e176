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
rmSync(report, { force: true });
const { status } = spawnSync(process.execPath, ['--import', 'tsx', 'scripts/test.ts', ...tests], {
  stdio: 'inherit',
  env: { ...process.env, AWS_MODELS: dir, AWS_MODELS_REPORT: report },
});

// The local runtimes of concurrent tests can report the same violation.
const reported = existsSync(report) ? readFileSync(report, 'utf8').trim().split('\n') : [];
const violations = [...new Set(reported)].sort();
for (const violation of violations) console.log(violation);
console.log(`\n${violations.length} violations of the service models`);
process.exitCode = status === 0 && violations.length === 0 ? 0 : 1;
