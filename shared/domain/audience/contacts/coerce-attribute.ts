import { isStorableNumber, type AttributeValue, type PropertyType } from '../../../db/records/contacts';

/** Converts the value to the type of its property. Keeps a value that cannot be converted, so that no data is lost. */
export const coerceAttribute = (value: AttributeValue, type: PropertyType): AttributeValue =>
  toStorable(parsers[type](value) ?? value);

const toStorable = (value: AttributeValue): AttributeValue =>
  typeof value === 'number' && !isStorableNumber(value) ? String(value) : value;

const parsers: Record<PropertyType, (value: AttributeValue) => AttributeValue | undefined> = {
  string: String,
  number: (value) => (typeof value === 'string' ? parseNumber(value) : Number(value)),
  boolean: (value) => booleansByText.get(String(value).trim().toLowerCase()),
};

function parseNumber(text: string): number | undefined {
  const value = text.trim() === '' ? Number.NaN : Number(text);
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
