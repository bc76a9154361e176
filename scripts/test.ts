import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { relative } from 'node:path';
import { z } from 'zod';
import { synthesize } from '../packages/local/src/template/synthesize';
import { findChromium } from './find-chromium';
import { buildSdk } from './sdk/build';

/** What `npm test` runs. Arguments go to Jest instead: `npm test -- test/http`; `npm run test:all` is everything. */
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

/** Runs once more on DynamoDB Local, Amazon's own engine, where Java is there to run it. */
const databaseTests = /^test\/(db\/|local\/dynamodb-engine)/;

/** Where Jest's reporter leaves what the runtime printed in a file that failed. */
const failureLogs = '.build/test-logs';

/** Of more files than that no failure is an accident. */
const rerunFilesMax = 3;

const passedOnlyAlone: string[] = [];

interface Outcome {
  passed: number;
  failed: number;
  /** What Jest fails for beside tests: a snapshot of no test under --ci, a threshold. */
  failedOutsideTests: number;
  files: string[];
  failedFiles: string[];
}

async function main(cliArgs: string[]): Promise<void> {
  const isCoreRun = cliArgs.length === 0 && !process.env['EXHAUSTIVE'];
  const args = isCoreRun ? coreTests : cliArgs;
  // Once, so that test files which run side by side find it done.
  await synthesize();
  buildSdk();
  const chromium = findChromium();
  // A build server runs this several times, and every log is of interest there.
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
    console.log(`HELD ONLY ALONE, see ${failureLogs}: ${passedOnlyAlone.join(', ')}`);
  if (isCoreRun) console.log('This is what all the rest stands on, and every page. All: npm run test:all');
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
}

/**
 * A build server refuses hours of work for one test of fifteen thousand, so a file that failed there beside others is
 * run once more, alone. One that holds only then is named: it depends on its surroundings, which is a fault of its own.
 */
async function runJestTwice(args: string[], env: Record<string, string>): Promise<Outcome> {
  const firstRun = await runJest(args, env);
  const { failedFiles } = firstRun;
  if (!process.env['CI'] || failedFiles.length === 0 || failedFiles.length > rerunFilesMax) return firstRun;
  let failed = firstRun.failedOutsideTests;
  for (const file of failedFiles) {
    console.log(`\nOnce more, alone: ${file}`);
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
    console.log('\nOnce more on DynamoDB Local: what concerns the database.');
    return runJestTwice(['--runTestsByPath', ...files], { TABLE_ENGINE: 'dynamodb-local' });
  }
  console.log('\nNo Java here: what concerns the database did not run on DynamoDB Local.');
  // A build server has to show both.
  return process.env['CI'] ? { ...noTests, failed: 1 } : noTests;
}

/** A build server has to look. */
function reportMissingBrowser(): number {
  console.log('\nNo Chromium here: what the dashboard looks like in a browser did not run.');
  return process.env['CI'] ? 1 : 0;
}

/** What Jest writes into its --outputFile. */
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
  // With --json Jest prints the report to the standard output as well; what a person reads is on the other one.
  const jest = spawn(process.execPath, ['node_modules/jest/bin/jest.js', ...reportArgs, ...args], {
    stdio: ['inherit', 'ignore', 'inherit'],
    env: { ...process.env, AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true', ...env },
  });
  const code = await new Promise<number | null>((resolve) => jest.once('exit', resolve));
  try {
    return outcomeOf(Report.parse(JSON.parse(readFileSync(outputFile, 'utf8'))), code);
  } catch (error) {
    console.error(`Jest ended with code ${code} and without a report`, error);
    return { passed: 0, failed: 1, failedOutsideTests: 1, files: [], failedFiles: [] };
  } finally {
    rmSync(outputFile, { force: true });
  }
}

function outcomeOf(report: Report, code: number | null): Outcome {
  // A file that does not load has no tests that could fail.
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
