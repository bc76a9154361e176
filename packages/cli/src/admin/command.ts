import type { ParsedValues } from '../command-line/command';
import type { FieldOptions } from './fields';
import type { Result } from './show';

interface CommandBase {
  /** For example, `workspaces create`. */
  name: string;
  /** The names of the required arguments that follow the command name. */
  args: readonly string[];
  summary: string;
  options: FieldOptions;
}

/** A command that runs one action of the function `administer` with the AWS credentials of the operator. */
export interface OperatorCommand extends CommandBase {
  action: string;
  /** Returns the input of the action, without the fields of the options. */
  input: (args: readonly string[]) => Record<string, unknown>;
  show: (result: Result) => string;
}

/** A command that calls the API with an API key. */
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
