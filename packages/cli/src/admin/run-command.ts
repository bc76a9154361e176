import type { CommandDetails, Option, ParsedValues } from '../command-line/command';
import { deploymentOptions, localOption, readTarget } from '../command-line/target';
import { administer } from './administer';
import { usesApi, type Command, type CommandResult } from './command';
import { readFields } from './fields';

const commonOptions: Record<string, Option> = {
  local: localOption,
  json: { summary: 'print the result as JSON' },
};

const apiOptions: Record<string, Option> = {
  api: {
    hint: 'URL',
    summary: 'the URL of the API (import and suppress only), with the API key in CARRIER_NEST_KEY',
  },
};

/** The options that choose the service and the output format. */
export const targetOptions: Record<string, Option> = {
  ...deploymentOptions,
  ...apiOptions,
  ...commonOptions,
};

/** Returns the command with the options that choose the service and the output format. */
export const detailsOf = (command: Command): CommandDetails => ({
  args: command.args,
  options: {
    ...command.options,
    ...(usesApi(command) ? apiOptions : deploymentOptions),
    ...commonOptions,
  },
  examples: [],
  run: async (args, values) => {
    const { result, text } = await runCommand(command, args, values);
    process.stdout.write(values['json'] === true ? `${JSON.stringify(result, null, 2)}\n` : text);
    return 0;
  },
});

async function runCommand(
  command: Command,
  args: readonly string[],
  values: ParsedValues,
): Promise<CommandResult> {
  const fields = readFields(command.options, values);
  if (usesApi(command)) return command.run(args, fields, values);
  const result = await administer(readTarget(values), command.action, { ...command.input(args), ...fields });
  return { result, text: command.show(result) };
}
