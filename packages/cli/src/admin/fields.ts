import type { Option, ParsedValues } from '../command-line/command';
import { UsageError } from '../command-line/usage-error';

/** An option that sets a field of the action's input. */
export interface FieldOption extends Option {
  field: string;
  /** Converts the text to the value of the field. By default, the text is the value. */
  read?: (text: string) => unknown;
}

export type FieldOptions = Record<string, FieldOption>;

/** Returns the input fields that the given options set. */
export function readFields(options: FieldOptions, values: ParsedValues): Record<string, unknown> {
  const fields = Object.entries(options).flatMap(([name, option]) => {
    const value = values[name];
    return value === undefined ? [] : [[option.field, readValue(name, option, value)] as const];
  });
  return Object.fromEntries(fields);
}

function readValue(
  name: string,
  { read = String }: FieldOption,
  value: NonNullable<ParsedValues[string]>,
): unknown {
  if (typeof value === 'boolean') return value;
  try {
    return Array.isArray(value) ? value.map(read) : read(value);
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
