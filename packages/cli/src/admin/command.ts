import type { ParsedValues, Options } from './options';
import type { Result } from './show';

interface CommandBase {
  /** `workspaces create` */
  name: string;
  /** The arguments after the name, all required. */
  args: readonly string[];
  summary: string;
  options: Options;
}

/** Runs one action of the function `administer`, with the AWS credentials of the operator. */
export interface OperatorCommand extends CommandBase {
  action: string;
  /** The input of the action, without the fields of the options. */
  input: (args: readonly string[]) => Record<string, unknown>;
  show: (result: Result) => string;
}

/** Calls the API with an API key. */
export interface ApiCommand extends CommandBase {
  run: (
    args: readonly string[],
    fields: Record<string, unknown>,
    values: ParsedValues,
  ) => Promise<CommandResult>;
}

export interface CommandResult {
  result: Result;
  /** The result as text for the terminal. */
  text: string;
}

export type Command = OperatorCommand | ApiCommand;

export const usesApi = (command: Command): command is ApiCommand => 'run' in command;
