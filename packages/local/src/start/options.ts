import { parseArgs } from 'node:util';
import type { Distribution } from './distribution';

export interface Options {
  port: number;
  consolePort: number;
  smtpPort: number;
  dataDir: string;
  fresh: boolean;
  memory: boolean;
  protect: boolean;
  quiet: boolean;
}

export const helpText = ({ command, dataDir }: Pick<Distribution, 'command' | 'dataDir'>): string =>
  `Runs the whole service on this machine.

  ${command} [options]

  --port N          port of the API (3000); 0 chooses a free port
  --console-port N  port of the dashboard and the control API (3001)
  --smtp-port N     port of the SMTP server (2525)
  --data DIR        the data folder (${dataDir})
  --fresh           empty the data folder first
  --memory          keep the database in memory
  --protect         require a token on the port of the dashboard and the control API
  --quiet           print only errors
`;

/** Parses the command line. Returns undefined for `--help`. Throws if an option is invalid. */
export function readOptions(
  args: readonly string[],
  { dataDir }: Pick<Distribution, 'dataDir'>,
): Options | undefined {
  const { values } = parseArgs({
    args: [...args],
    options: {
      port: { type: 'string', default: '3000' },
      'console-port': { type: 'string', default: '3001' },
      'smtp-port': { type: 'string', default: '2525' },
      data: { type: 'string', default: dataDir },
      fresh: { type: 'boolean', default: false },
      memory: { type: 'boolean', default: false },
      protect: { type: 'boolean', default: false },
      quiet: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return undefined;
  return {
    port: parsePort('port', values.port),
    consolePort: parsePort('console-port', values['console-port']),
    smtpPort: parsePort('smtp-port', values['smtp-port']),
    dataDir: values.data,
    fresh: values.fresh,
    memory: values.memory,
    protect: values.protect,
    quiet: values.quiet,
  };
}

export function parsePort(name: string, text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`--${name} must be a port, not "${text}"`);
  return port;
}
