import { UsageError } from './admin/options';
import { formatCosts } from './costs/report';
import { synthesizeTemplates } from './costs/synthesize';
import { checks } from './doctor/checks';
import { openContext } from './doctor/context';
import { help, readOptions, type Options } from './doctor/options';
import { formatAdvice, formatHeading, formatResult, buildReport } from './doctor/report';
import { runChecks } from './doctor/run-checks';
import type { Result } from './doctor/check';
import { runProgram } from './run-program';

/** Runs the doctor (docs/doctor.md) and returns the exit code. */
async function main(cliArgs: readonly string[]): Promise<number> {
  try {
    const options = readOptions(cliArgs);
    if (options) return await (options.showsCosts ? printCosts() : runDoctor(options));
    process.stdout.write(help());
    return 0;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`${error.message}\n\n${help()}`);
    return 2;
  }
}

/** Prints the costs of the settings file, which need neither AWS credentials nor a deployment. */
function printCosts(): number {
  const templates = synthesizeTemplates();
  if (templates) process.stdout.write(formatCosts(templates));
  return templates ? 0 : 1;
}

async function runDoctor({ isJson, ...contextOptions }: Options): Promise<number> {
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

void runProgram(main);
