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

/** An option of the command line. An option with a hint takes a value, and an option without a hint is a flag. */
interface RuntimeOption {
  hint?: string;
  summary: string;
}

type Defaults = Pick<Distribution, 'dataDir'>;

/** The options of the runtime, by their names on the command line. */
export const runtimeOptions = ({ dataDir }: Defaults): Record<string, RuntimeOption> => ({
  port: { hint: 'N', summary: 'the port of the API (default: 3000); 0 chooses a free port' },
  'console-port': { hint: 'N', summary: 'the port of the dashboard and the control API (default: 3001)' },
  'smtp-port': { hint: 'N', summary: 'the port of the SMTP server (default: 2525)' },
  data: { hint: 'DIR', summary: `the data folder (default: ${dataDir})` },
  fresh: { summary: 'delete the data of earlier runs first' },
  memory: { summary: 'keep the database in memory; other data stays in the data folder' },
  protect: { summary: 'require a token on the port of the dashboard and the control API' },
  quiet: { summary: 'print only errors' },
});

/** The given options, by their names on the command line. */
type GivenOptions = Readonly<Record<string, unknown>>;

export function helpText(command: string, defaults: Defaults): string {
  const rows = Object.entries(runtimeOptions(defaults)).map(
    ([name, { hint, summary }]) => `  ${`--${name} ${hint ?? ''}`.padEnd(16)}  ${summary}\n`,
  );
  return `Runs the whole service on this machine.\n\n  ${command} [options]\n\n${rows.join('')}`;
}

/** Parses the command line. Returns undefined for `--help`. Throws if an option is invalid. */
export function parseCommandLine(args: readonly string[], defaults: Defaults): Options | undefined {
  const types = Object.entries(runtimeOptions(defaults)).map(
    ([name, { hint }]) => [name, { type: hint ? 'string' : 'boolean' }] as const,
  );
  const { values } = parseArgs({
    args: [...args],
    options: { ...Object.fromEntries(types), help: { type: 'boolean' } },
  });
  return values['help'] ? undefined : readOptions(values, defaults);
}

/** Returns the options with their defaults. Throws if a port is invalid. */
export const readOptions = (given: GivenOptions, { dataDir }: Defaults): Options => ({
  port: readPort(given, 'port', 3000),
  consolePort: readPort(given, 'console-port', 3001),
  smtpPort: readPort(given, 'smtp-port', 2525),
  dataDir: typeof given['data'] === 'string' ? given['data'] : dataDir,
  fresh: given['fresh'] === true,
  memory: given['memory'] === true,
  protect: given['protect'] === true,
  quiet: given['quiet'] === true,
});

function readPort(given: GivenOptions, name: string, defaultPort: number): number {
  const text = given[name];
  if (typeof text !== 'string') return defaultPort;
  const port = Number(text);
  if (text.trim() === '' || !Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`--${name} must be a port, not "${text}"`);
  return port;
}
