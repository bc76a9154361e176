import { asksApi, type Command } from './command';
import { commands } from './commands';
import type { Options } from './options';

/** Options of a command that says where it acts. */
interface Where {
  hint?: string;
  summary: string;
}

/** Options of every command. */
const everywhere: Record<string, Where> = {
  local: { hint: 'DIR', summary: 'instead, the runtime that npm start runs with its data in DIR (.local)' },
  json: { summary: 'print the answer as JSON' },
  help: { summary: 'print this' },
};

const deployment: Record<string, Where> = {
  stage: { hint: 'STAGE', summary: 'the deployment, by its stage; prod unless given' },
  region: { hint: 'REGION', summary: "its AWS Region; your AWS configuration's unless given" },
  profile: { hint: 'PROFILE', summary: 'a profile of your AWS configuration' },
};

const publicApi: Record<string, Where> = {
  api: { hint: 'URL', summary: 'import only: the address of the API; its key comes from CARRIER_NEST_KEY' },
};

/** Where a command acts, and how it answers. */
export const placeOptions = (command: Command): Record<string, Where> => ({
  ...(asksApi(command) ? publicApi : deployment),
  ...everywhere,
});

/** All commands. */
export const overview = (): string =>
  [
    'npm run admin -- <command> [options]\n',
    ...linesOf(commands.map(usageOf)),
    ...whereLines({ ...deployment, ...publicApi, ...everywhere }),
  ].join('\n');

/** One command with its options. */
export function helpFor(command: Command): string {
  const own = Object.keys(command.options).length > 0 ? ['', 'Options', ...optionLines(command.options)] : [];
  const [usage] = usageOf(command);
  const where = whereLines(placeOptions(command));
  return [`npm run admin -- ${usage} [options]\n`, `  ${command.summary}`, ...own, ...where].join('\n');
}

const usageOf = ({ name, args, summary }: Command): [string, string] => [[name, ...args].join(' '), summary];

const whereLines = (options: Record<string, Where>): string[] => [
  '',
  'Where it acts, and how it answers',
  ...optionLines(options),
  '',
];

const optionLines = (options: Record<string, Pick<Options[string], 'hint' | 'summary'>>): string[] =>
  linesOf(Object.entries(options).map(([name, { hint, summary }]) => [usageOfOption(name, hint), summary]));

/** `--local` may stand alone. */
function usageOfOption(name: string, hint: string | undefined): string {
  if (name === 'local') return `--local[=${hint ?? ''}]`;
  return hint === undefined ? `--${name}` : `--${name} ${hint}`;
}

function linesOf(pairs: readonly [left: string, right: string][]): string[] {
  const width = Math.max(...pairs.map(([left]) => left.length));
  return pairs.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}
