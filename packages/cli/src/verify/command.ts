import type { CommandDetails } from '../command-line/command';
import { printNotice } from '../command-line/terminal';
import { distribution } from '../distribution';
import type { Result } from './check';
import { checkIds, checks } from './checks';
import { cleanUp } from './clean-up';
import { startRun, type VerifyRun } from './context';
import { readOptions, verifyOptions, type VerifyOptions } from './options';
import { buildReport, formatProgress, formatReport, type Report } from './report';
import { runChecks } from './run-checks';

/** Black-box checks of a running service (docs/deploying.md). */
export const verifyCommand: CommandDetails = {
  args: [],
  options: verifyOptions,
  examples: [
    ['carrier-nest verify', `check the local runtime with its data in ${distribution.dataDir}`],
    [
      'CARRIER_NEST_KEY=… carrier-nest verify --url https://….amazonaws.com/prod',
      'check a deployment, with 16 emails to the simulator of SES and to its own domain',
    ],
    ['carrier-nest verify --url … --key … --domain mail.acme.example --skip inbound', 'choose the domain'],
    ['carrier-nest verify --json', 'print the report for a program'],
  ],
  run: async (_args, values) => {
    const options = readOptions(values, checkIds);
    const interrupt = new AbortController();
    const onSignal = () => interrupt.abort();
    for (const signal of signals) process.once(signal, onSignal);
    try {
      const report = await verify(startRun(options, interrupt.signal));
      const text = options.isJson ? `${JSON.stringify(report, null, 2)}\n` : formatReport(report);
      process.stdout.write(hideKey(text, options));
      return report.outcome === 'passed' && !interrupt.signal.aborted ? 0 : 1;
    } finally {
      for (const signal of signals) process.removeListener(signal, onSignal);
    }
  },
};

const signals = ['SIGINT', 'SIGTERM'] as const;

/** Hides the key, because another server than the service may repeat it in a response. */
const hideKey = (text: string, { key }: VerifyOptions): string => text.replaceAll(key, '(key)');

/** The checks that only read. */
const readOnlyChecks = ['service', 'key'];

/** Whether a check ran that creates something. An interrupted check may have begun to. */
const mayHaveCreated = ({ signal }: VerifyRun, results: readonly Result[]): boolean =>
  signal.aborted ||
  results.length === 0 ||
  results.some(({ check, outcome }) => outcome !== 'skipped' && !readOnlyChecks.includes(check.id));

/** Runs all checks, and deletes what they created even if one of them throws. */
export async function verify(run: VerifyRun): Promise<Report> {
  printNotice(`Checking ${run.options.url} as ${run.runId}\n`);
  let results: Result[] = [];
  let leftovers: string[] = [];
  try {
    results = await runChecks(checks, run, (result) => {
      if (result.outcome !== 'skipped') printNotice(hideKey(formatProgress(result), run.options));
    });
  } finally {
    if (mayHaveCreated(run, results)) {
      printNotice(
        `${run.signal.aborted ? 'Interrupted. ' : ''}Deleting what the checks created, except emails, which stay in the log\n`,
      );
      leftovers = await cleanUp(run);
    }
  }
  return buildReport(run, results, leftovers);
}
