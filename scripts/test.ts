import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { relative } from 'node:path';
import { z } from 'zod';
import { synthesize } from '../packages/local/src/template/synthesize';
import { findChromium } from './find-chromium';
import { buildSdk } from './sdk/build';

/** The tests of `npm test`. Arguments replace them (`npm test -- test/http`); `npm run test:all` runs all tests. */
const coreTests = [
  'architecture',
  'db',
  'docs',
  'text',
  'audience/unsubscribe',
  'conversations/inbound/receipt',
  'platform/api-keys/(allowlist|caller-checks|secret)',
  'platform/billing/(charge|billing-refusals|period)',
  'platform/domains/(dns-records|due|name-rules|ses-identity-status)',
  'platform/templates/render',
  'platform/webhooks/(attempt-times|stored-payload|signature|webhook-url)',
  'send/deliver/mime',
  'send/policy/deliverable',
  'tracking/(events-order|ses-event)',
  'tracking/engagement/(classify|visible-engagement)',
].map((name) => `test/${name}`);

/** If Java is installed, these run a second time on DynamoDB Local, Amazon's own engine. */
const databaseTests = /^test\/(db\/|local\/dynamodb-engine)/;

/** Jest's reporter writes the runtime's output of each failed file here. */
const failureLogs = '.build/test-logs';

/** If more files than this fail, the failures are not flakes. */
const rerunFilesMax = 3;

const passedOnlyAlone: string[] = [];

interface Outcome {
  passed: number;
  failed: number;
  /** Failures that belong to no test: an obsolete snapshot under --ci, a threshold. */
  failedOutsideTests: number;
  files: string[];
  failedFiles: string[];
}

async function main(cliArgs: string[]): Promise<void> {
  const isCoreRun = cliArgs.length === 0 && !process.env['EXHAUSTIVE'];
  const args = isCoreRun ? coreTests : cliArgs;
  // Built once here, so that parallel test files do not each build it.
  await synthesize();
  buildSdk();
  const chromium = findChromium();
  // CI runs this script several times and keeps all logs.
  if (!process.env['CI']) rmSync(failureLogs, { recursive: true, force: true });
  const firstRun = await runJestTwice(args, chromium ? { CHROMIUM: chromium } : {});
  const dynamoDbLocalRun = await runOnDynamoDbLocal(
    firstRun.files.filter((file) => databaseTests.test(file)),
  );
  const missingBrowserFailures = chromium || isCoreRun ? 0 : reportMissingBrowser();
  const [passed, failed] = [
    firstRun.passed + dynamoDbLocalRun.passed,
    firstRun.failed + dynamoDbLocalRun.failed + missingBrowserFailures,
  ];
  console.log(`\n${passed} passed, ${failed} failed`);
  if (passedOnlyAlone.length > 0)
    console.log(`PASSED ONLY ALONE, see ${failureLogs}: ${passedOnlyAlone.join(', ')}`);
  if (isCoreRun)
    console.log(
      'These were the core tests and every documentation example. Run all tests with: npm run test:all',
    );
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
}

/**
 * CI would reject a change for one flaky test of fifteen thousand, so a file that failed there runs a second time, alone.
 * A file that passes only alone is named in the output: it depends on other tests, which is a fault to fix.
 */
async function runJestTwice(args: string[], env: Record<string, string>): Promise<Outcome> {
  const firstRun = await runJest(args, env);
  const { failedFiles } = firstRun;
  if (!process.env['CI'] || failedFiles.length === 0 || failedFiles.length > rerunFilesMax) return firstRun;
  let failed = firstRun.failedOutsideTests;
  for (const file of failedFiles) {
    console.log(`\nRunning again, alone: ${file}`);
    const rerun = await runJest(['--runTestsByPath', file], env);
    failed += rerun.failed;
    if (rerun.failed === 0) passedOnlyAlone.push(file);
  }
  return { ...firstRun, failed };
}

async function runOnDynamoDbLocal(files: string[]): Promise<Outcome> {
  const noTests = { passed: 0, failed: 0, failedOutsideTests: 0, files: [], failedFiles: [] };
  if (files.length === 0) return noTests;
  if (spawnSync('java', ['-version']).status === 0) {
    console.log('\nRunning the database tests again on DynamoDB Local.');
    return runJestTwice(['--runTestsByPath', ...files], { TABLE_ENGINE: 'dynamodb-local' });
  }
  console.log('\nJava is not installed: the database tests did not run on DynamoDB Local.');
  // CI requires both engines.
  return process.env['CI'] ? { ...noTests, failed: 1 } : noTests;
}

/** CI must find a browser. */
function reportMissingBrowser(): number {
  console.log('\nChromium is not installed: the browser tests of the dashboard did not run.');
  return process.env['CI'] ? 1 : 0;
}

/** The report that Jest writes to its --outputFile. */
const Report = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numRuntimeErrorTestSuites: z.number(),
  testResults: z.array(z.object({ name: z.string(), status: z.string() })),
});
type Report = z.infer<typeof Report>;

async function runJest(args: string[], env: Record<string, string> = {}): Promise<Outcome> {
  mkdirSync('.build', { recursive: true });
  const outputFile = `.build/test-report-${process.pid}.json`;
  const reportArgs = ['--maxWorkers=2', '--json', `--outputFile=${outputFile}`];
  // With --json, Jest also prints the report to standard output. The readable output is on standard error.
  const jest = spawn(process.execPath, ['node_modules/jest/bin/jest.js', ...reportArgs, ...args], {
    stdio: ['inherit', 'ignore', 'inherit'],
    env: { ...process.env, AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true', ...env },
  });
  const code = await new Promise<number | null>((resolve) => jest.once('exit', resolve));
  try {
    return outcomeOf(Report.parse(JSON.parse(readFileSync(outputFile, 'utf8'))), code);
  } catch (error) {
    console.error(`Jest exited with code ${code} without a report`, error);
    return { passed: 0, failed: 1, failedOutsideTests: 1, files: [], failedFiles: [] };
  } finally {
    rmSync(outputFile, { force: true });
  }
}

function outcomeOf(report: Report, code: number | null): Outcome {
  // A file that does not load reports no failed tests.
  const failed = report.numFailedTests + report.numRuntimeErrorTestSuites;
  const failedOutsideTests = code !== 0 && failed === 0 ? 1 : 0;
  const filesOf = (results: Report['testResults']) => results.map(({ name }) => relative('.', name));
  return {
    passed: report.numPassedTests,
    failed: failed + failedOutsideTests,
    failedOutsideTests,
    files: filesOf(report.testResults),
    failedFiles: filesOf(report.testResults.filter(({ status }) => status === 'failed')),
  };
}

void main(process.argv.slice(2));
