import { parseArgs } from 'node:util';

export interface Options {
  port: number;
  consolePort: number;
  smtpPort: number;
  dataDir: string;
  fresh: boolean;
  memory: boolean;
  quiet: boolean;
}

export const help = `Runs the whole service on this machine.

  npm start                            API 3000, dashboard 3001, SMTP 2525, data in .local/
  npm start -- --port N                port of the API; 0 chooses a free port
               --console-port N        port of the dashboard and the control API
               --smtp-port N           port of the SMTP server
               --data DIR              the data folder
               --fresh                 empty the data folder first
               --memory                keep the database in memory
               --quiet                 print only errors
`;

/** Parses the command line. Returns undefined for `--help`. Throws if an option is invalid. */
export function readOptions(args: string[]): Options | undefined {
  const { values } = parseArgs({
    args,
    options: {
      port: { type: 'string', default: '3000' },
      'console-port': { type: 'string', default: '3001' },
      'smtp-port': { type: 'string', default: '2525' },
      data: { type: 'string', default: '.local' },
      fresh: { type: 'boolean', default: false },
      memory: { type: 'boolean', default: false },
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
    quiet: values.quiet,
  };
}

function parsePort(name: string, text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`--${name} must be a port, not "${text}"`);
  return port;
}
