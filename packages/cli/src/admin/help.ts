import { usesApi, type Command } from './command';
import { commands } from './commands';
import { formatColumns, optionLines } from './option-lines';
import { deploymentOptions, localOption, type OptionHelp } from './target';

/** The options that every command accepts. */
const globalOptions: Record<string, OptionHelp> = {
  local: localOption,
  json: { summary: 'print the result as JSON' },
  help: { summary: 'print this help' },
};

const apiOptions: Record<string, OptionHelp> = {
  api: {
    hint: 'URL',
    summary: 'the URL of the API (import and suppress only), with the API key in CARRIER_NEST_KEY',
  },
};

/** The options that choose the service and the output format. */
export const targetOptions = (command: Command): Record<string, OptionHelp> => ({
  ...(usesApi(command) ? apiOptions : deploymentOptions),
  ...globalOptions,
});

export const overviewText = (): string =>
  [
    'npm run admin -- <command> [options]\n',
    ...formatColumns(commands.map(usageOf)),
    ...targetOptionLines({ ...deploymentOptions, ...apiOptions, ...globalOptions }),
  ].join('\n');

export function commandHelp(command: Command): string {
  const ownOptionLines =
    Object.keys(command.options).length > 0 ? ['', 'Options', ...optionLines(command.options)] : [];
  const [usage] = usageOf(command);
  const targetLines = targetOptionLines(targetOptions(command));
  return [
    `npm run admin -- ${usage} [options]\n`,
    `  ${command.summary}`,
    ...ownOptionLines,
    ...targetLines,
  ].join('\n');
}

const usageOf = ({ name, args, summary }: Command): [string, string] => [[name, ...args].join(' '), summary];

const targetOptionLines = (options: Record<string, OptionHelp>): string[] => [
  '',
  'Service and output',
  ...optionLines(options),
  '',
];
