/** An invalid command line. The program prints the usage and exits with 2. */
export class UsageError extends Error {}

/** An option of a command. An option with a hint takes a value, and an option without a hint is a flag. */
export interface Option {
  /** The placeholder of the value in the help, such as `CENTS|none`. */
  hint?: string;
  summary: string;
  /** The field of the action's input. */
  field: string;
  /** Converts the text to the value of the field. By default, the text is the value. */
  read?: (text: string) => unknown;
  /** True if the option is repeatable and the field is a list. */
  multiple?: boolean;
}

export type Options = Record<string, Option>;

/** The values that `parseArgs` returns. */
export type ParsedValues = Record<string, string | boolean | (string | boolean)[] | undefined>;

/** Returns the input fields that the given options set. */
export function readFields(options: Options, parsedValues: ParsedValues): Record<string, unknown> {
  const fields = Object.entries(options).flatMap(([name, option]) => {
    const value = parsedValues[name];
    return value === undefined ? [] : [[option.field, readValue(name, option, value)] as const];
  });
  return Object.fromEntries(fields);
}

function readValue(
  name: string,
  { read = String }: Option,
  parsedValues: NonNullable<ParsedValues[string]>,
): unknown {
  const readOne = (value: string | boolean) => (typeof value === 'string' ? read(value) : value);
  try {
    return Array.isArray(parsedValues) ? parsedValues.map(readOne) : readOne(parsedValues);
  } catch (error) {
    if (error instanceof UsageError) throw new UsageError(`--${name}: ${error.message}`);
    throw error;
  }
}

export function readOnOff(text: string): boolean {
  if (text === 'on') return true;
  if (text === 'off') return false;
  throw new UsageError(`must be on or off, not "${text}"`);
}

export function readOneOf<T extends string>(words: readonly T[], text: string): T {
  const found = words.find((word) => word === text);
  if (found !== undefined) return found;
  throw new UsageError(`must be one of ${words.join(', ')}, not "${text}"`);
}

export function readWholeNumber(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new UsageError(`must be a whole number, not "${text}"`);
}

/** Reads `none` as null, which removes the stored value. */
export const orNull =
  (read: (text: string) => unknown = String) =>
  (text: string): unknown =>
    text === 'none' ? null : read(text);
