import { isStorableNumber, type AttributeValue, type PropertyType } from './contacts';

/** Parses the text as a value of this type. Returns undefined if the text is no such value. */
export const parsePropertyValue = (text: string, type: PropertyType): AttributeValue | undefined =>
  parsers[type](text);

const parsers: Record<PropertyType, (text: string) => AttributeValue | undefined> = {
  string: String,
  number: parseNumber,
  boolean: (text) => booleansByText.get(text.trim().toLowerCase()),
};

/**
 * Parses a decimal number, as JSON has it, with an optional plus sign. A hexadecimal number is text, and `1,234` is
 * ambiguous: the comma groups digits in some countries and begins the fraction in others.
 */
function parseNumber(text: string): number | undefined {
  const value = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text.trim()) ? Number(text) : Number.NaN;
  return isStorableNumber(value) ? value : undefined;
}

const booleansByText: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['yes', true],
  ['1', true],
  ['false', false],
  ['no', false],
  ['0', false],
]);
