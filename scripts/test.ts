import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { relative } from 'node:path';
import { z } from 'zod';
import { synthesize } from '../packages/local/src/template/synthesize';
import { findChromium } from './find-chromium';
import { buildSdk } from './sdk/build';

/**
 * The tests of `npm test`. Arguments replace this list (`npm test -- test/http`). `npm run test:all` runs all tests.
 */
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

/** If Java is installed, these tests run a second time on DynamoDB Local, Amazon's own engine. */
const databaseTests = /^test\/(db\/|local\/dynamodb-engine)/;

/** Jest's reporter writes the runtime's output of each failed file here. */
const failureLogs = '.build/test-logs';

/** If more than this number of files fail, the failures are not flaky tests, so no file runs again. */
const rerunFilesMax = 3;

const passedOnlyAlone: string[] = [];

interface Outcome {
  passed: number;
  failed: number;
  /** Failures outside tests, such as an obsolete snapshot under --ci or a missed threshold. */
  failedOutsideTests: number;
  files: string[];
  failedFiles: string[];
}

async function main(cliArgs: string[]): Promise<void> {
  const isCoreRun = cliArgs.length === 0 && !process.env['EXHAUSTIVE'];
  const args = isCoreRun ? coreTests : cliArgs;
  // Build here once, so that parallel test files do not each build.
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
 * Runs failed files again in CI, each alone. Otherwise, CI would reject a change because of one flaky test among
 * fifteen thousand. The output names each file that passes only alone, because such a file depends on other tests and
 * must be fixed.
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
  console.log('\nJava is not installed. The database tests did not run on DynamoDB Local.');
  // In CI, the tests must also run on DynamoDB Local.
  return process.env['CI'] ? { ...noTests, failed: 1 } : noTests;
}

/** Reports a missing browser. Returns 1 in CI, because CI must run the browser tests. */
function reportMissingBrowser(): number {
  console.log('\nChromium is not installed. The browser tests of the dashboard did not run.');
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
  // Ignore standard output, because with --json, Jest prints the report there. The readable output is on standard
  // error.
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
  // Count runtime errors too, because a file that does not load reports no failed tests.
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
