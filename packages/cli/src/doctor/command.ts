import type { CommandDetails } from '../command-line/command';
import { formatCosts } from '../costs/report';
import { synthesizeTemplates } from '../costs/synthesize';
import { refuseWithoutCdkApp } from '../distribution';
import { checks } from './checks';
import { openContext } from './context';
import { doctorOptions, readOptions, type DoctorOptions } from './options';
import { formatAdvice, formatHeading, formatResult, buildReport } from './report';
import { runChecks } from './run-checks';
import type { Result } from './check';

/** The doctor (docs/doctor.md). */
export const doctorCommand: CommandDetails = {
  args: [],
  options: doctorOptions,
  examples: [
    ['carrier-nest doctor --region eu-west-1', 'check the deployment in a Region'],
    ['carrier-nest doctor --local', 'check the local runtime'],
    ['carrier-nest doctor --json', 'print the report for a program'],
    ['carrier-nest doctor --costs', 'print what the settings cost in a month'],
  ],
  run: async (_args, values) => {
    const options = readOptions(values);
    return options.showsCosts ? printCosts() : runDoctor(options);
  },
};

/** Prints the costs of the settings file, which need neither AWS credentials nor a deployment. */
function printCosts(): number {
  refuseWithoutCdkApp('carrier-nest doctor --costs');
  const templates = synthesizeTemplates();
  if (templates) process.stdout.write(formatCosts(templates));
  return templates ? 0 : 1;
}

async function runDoctor({ isJson, ...contextOptions }: DoctorOptions): Promise<number> {
  const ctx = await openContext(contextOptions);
  const print = (text: string) => isJson || process.stdout.write(text);
  print(formatHeading(ctx));
  const results: Result[] = [];
  for (const running of runChecks(checks, ctx)) {
    const result = await running;
    print(formatResult(result));
    results.push(result);
  }
  print(formatAdvice(results));
  if (isJson) process.stdout.write(`${JSON.stringify(buildReport(ctx, results), null, 2)}\n`);
  return results.some(({ outcome }) => outcome === 'fail') ? 1 : 0;
}
