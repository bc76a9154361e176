/** An option of a command. An option with a hint takes a value, and an option without a hint is a flag. */
export interface Option {
  /** The placeholder of the value in the help, such as `CENTS|none`. */
  hint?: string;
  summary: string;
  /** True if the option is repeatable and its value is a list. */
  multiple?: boolean;
  /** True if the option may be given without a value. */
  isValueOptional?: boolean;
}

/** The given options by their names, such as `dry-run`. */
export type ParsedValues = Record<string, string | boolean | string[] | undefined>;

/** What a command runs, and the parts of its help. */
export interface CommandDetails {
  /** The names of the required arguments. */
  args: readonly string[];
  options: Record<string, Option>;
  examples: readonly Example[];
  /** True if the command accepts any other arguments and options, which follow `args`. */
  acceptsOthers?: boolean;
  /** Returns the exit code. Throws `UsageError` or `CommandError`. */
  run: (args: readonly string[], values: ParsedValues) => Promise<number>;
}

export type Example = readonly [commandLine: string, purpose: string];

/** A command of a group. */
export interface Command extends CommandDetails {
  /** One or two words, such as `workspaces create`. */
  name: string;
  summary: string;
}

export interface CommandGroup {
  /** The options that the user may give before the name of the command. */
  options: Record<string, Option>;
  examples: readonly Example[];
  commands: readonly Command[];
}

/** A line of the table in commands.ts. Only the command that the user chooses is loaded. */
export interface CommandEntry {
  name: string;
  summary: string;
  load: () => Promise<CommandDetails | CommandGroup>;
}
