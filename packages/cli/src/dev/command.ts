import { StartError } from '../../../local/src/machine/start-error';
import { clone } from '../../../local/src/start/clone';
import { describeStartError, runLocal } from '../../../local/src/start/run-local';
import {
  readOptions,
  runtimeOptions,
  type Options as RuntimeOptions,
} from '../../../local/src/start/options';
import type { CommandDetails, ParsedValues } from '../command-line/command';
import { CommandError } from '../command-line/command-error';
import { UsageError } from '../command-line/usage-error';

/** The local runtime (docs/local.md). */
export const devCommand: CommandDetails = {
  args: [],
  options: runtimeOptions(clone),
  examples: [
    ['carrier-nest dev', 'start the service, with its data in .local'],
    ['carrier-nest dev --port 0 --console-port 0 --smtp-port 0 --data .ci', 'start it on free ports'],
  ],
  run: async (_args, values) => {
    await start(readRuntimeOptions(values));
    return 0;
  },
};

async function start(runtimeOptions: RuntimeOptions): Promise<void> {
  try {
    await runLocal(runtimeOptions, clone);
  } catch (error) {
    throw error instanceof StartError
      ? new CommandError(describeStartError(error, clone), { cause: error })
      : error;
  }
}

function readRuntimeOptions(values: ParsedValues): RuntimeOptions {
  try {
    return readOptions(values, clone);
  } catch (error) {
    throw error instanceof Error ? new UsageError(error.message, { cause: error }) : error;
  }
}
