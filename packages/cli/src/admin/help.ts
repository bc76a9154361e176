import { asksApi, type Command } from './command';
import { commands } from './commands';
import { linesOf, optionLines } from './option-lines';
import { deployment, localOption, type Where } from './place';

/** Options of every command. */
const everywhere: Record<string, Where> = {
  local: localOption,
  json: { summary: 'print the answer as JSON' },
  help: { summary: 'print this' },
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
