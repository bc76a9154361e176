import { commands, type Command } from './commands';
import type { Options } from './options';

/** Options of every command: where it acts, and how it answers. */
export const everywhere = {
  stage: { hint: 'STAGE', summary: 'the deployment, by its stage; prod unless given' },
  region: { hint: 'REGION', summary: "its AWS Region; your AWS configuration's unless given" },
  profile: { hint: 'PROFILE', summary: 'a profile of your AWS configuration' },
  local: { hint: 'DIR', summary: 'instead, the runtime that npm start runs with its data in DIR (.local)' },
  json: { summary: 'print the answer as JSON' },
  help: { summary: 'print this' },
};

/** All commands. */
export const overview = (): string =>
  ['npm run admin -- <command> [options]\n', ...linesOf(commands.map(usageOf)), '', ...where()].join('\n');

/** One command with its options. */
export function helpFor(command: Command): string {
  const own = Object.keys(command.options).length > 0 ? ['', 'Options', ...optionLines(command.options)] : [];
  const [usage] = usageOf(command);
  return [`npm run admin -- ${usage} [options]\n`, `  ${command.summary}`, ...own, '', ...where()].join('\n');
}

const usageOf = ({ name, args, summary }: Command): [string, string] => [[name, ...args].join(' '), summary];

const where = (): string[] => ['With every command', ...optionLines(everywhere), ''];

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
