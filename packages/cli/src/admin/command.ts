import type { ParsedValues, Options } from './options';
import type { Result } from './show';

interface CommandBase {
  /** `workspaces create` */
  name: string;
  /** What follows the name, each required. */
  args: readonly string[];
  summary: string;
  options: Options;
}

/** One thing that the operator may do: one action of the function `administer`. */
export interface OperatorCommand extends CommandBase {
  action: string;
  /** The action's input; the fields of the options are added. */
  input: (args: readonly string[]) => Record<string, unknown>;
  show: (result: Result) => string;
}

/** One thing that anybody with an API key may do: it asks the API. */
export interface ApiCommand extends CommandBase {
  run: (
    args: readonly string[],
    fields: Record<string, unknown>,
    values: ParsedValues,
  ) => Promise<CommandResult>;
}

export interface CommandResult {
  result: Result;
  /** The result for a person. */
  text: string;
}

export type Command = OperatorCommand | ApiCommand;

export const usesApi = (command: Command): command is ApiCommand => 'run' in command;
