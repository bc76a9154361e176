import { describeStartError, runLocal } from '../../../local/src/start/run-local';
import {
  readOptions,
  runtimeOptions,
  type Options as RuntimeOptions,
} from '../../../local/src/start/options';
import type { CommandDetails, ParsedValues } from '../command-line/command';
import { UsageError } from '../command-line/usage-error';
import { distribution } from '../distribution';

/** The local runtime (docs/local.md). */
export const devCommand: CommandDetails = {
  args: [],
  options: runtimeOptions(distribution),
  examples: [
    ['carrier-nest dev', `start the service, with its data in ${distribution.dataDir}`],
    ['carrier-nest dev --port 0 --console-port 0 --smtp-port 0 --data .ci', 'start it on free ports'],
  ],
  run: async (_args, values) => {
    await start(readRuntimeOptions(values));
    return 0;
  },
};

async function start(runtimeOptions: RuntimeOptions): Promise<void> {
  try {
    await runLocal(runtimeOptions, distribution);
  } catch (error) {
    process.stderr.write(`${describeStartError(error, 'npx carrier-nest')}\n`);
    // The parts that have started would keep the process running.
    process.exit(1);
  }
}

function readRuntimeOptions(values: ParsedValues): RuntimeOptions {
  try {
    return readOptions(values, distribution);
  } catch (error) {
    throw error instanceof Error ? new UsageError(error.message, { cause: error }) : error;
  }
}
