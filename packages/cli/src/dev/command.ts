import { StartError } from '../../../local/src/machine/start-error';
import { clone } from '../../../local/src/start/clone';
import { describeStartError, runLocal } from '../../../local/src/start/run-local';
import { parsePort, type Options as RuntimeOptions } from '../../../local/src/start/options';
import type { CommandDetails, Option, ParsedValues } from '../command-line/command';
import { CommandError } from '../command-line/command-error';
import { asString } from '../command-line/target';
import { UsageError } from '../command-line/usage-error';

const options: Record<string, Option> = {
  port: { hint: 'N', summary: 'the port of the API (default: 3000); 0 chooses a free port' },
  'console-port': { hint: 'N', summary: 'the port of the dashboard and the control API (default: 3001)' },
  'smtp-port': { hint: 'N', summary: 'the port of the SMTP server (default: 2525)' },
  data: { hint: 'DIR', summary: 'the data folder (default: .local)' },
  fresh: { summary: 'empty the data folder first' },
  memory: { summary: 'keep the database in memory' },
  protect: { summary: 'require a token on the port of the dashboard and the control API' },
  quiet: { summary: 'print only errors' },
};

/** The local runtime (docs/local.md). */
export const devCommand: CommandDetails = {
  args: [],
  options,
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

const readRuntimeOptions = (values: ParsedValues): RuntimeOptions => ({
  port: readPort(values, 'port', '3000'),
  consolePort: readPort(values, 'console-port', '3001'),
  smtpPort: readPort(values, 'smtp-port', '2525'),
  dataDir: asString(values['data']) ?? '.local',
  fresh: values['fresh'] === true,
  memory: values['memory'] === true,
  protect: values['protect'] === true,
  quiet: values['quiet'] === true,
});

function readPort(values: ParsedValues, name: string, defaultPort: string): number {
  try {
    return parsePort(name, asString(values[name]) ?? defaultPort);
  } catch (error) {
    throw error instanceof Error ? new UsageError(error.message, { cause: error }) : error;
  }
}
