/** What an operator wrote that no command takes. */
export class UsageError extends Error {}

/** An option of a command: a flag without a hint, else one with a value. */
export interface Option {
  /** `CENTS|none` */
  hint?: string;
  summary: string;
  /** The field of the action's input. */
  field: string;
  /** What the field gets; the text itself unless given. */
  read?: (text: string) => unknown;
  /** It may be given several times: the field gets a list. */
  multiple?: boolean;
}

export type Options = Record<string, Option>;

/** What parseArgs gives for an option. */
export type ParsedValues = Record<string, string | boolean | (string | boolean)[] | undefined>;

/** The fields of the options that were given. */
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

export function readWholeNumber(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new UsageError(`must be a whole number, not "${text}"`);
}

/** `none` takes away what is set. */
export const orNull =
  (read: (text: string) => unknown = String) =>
  (text: string): unknown =>
    text === 'none' ? null : read(text);
