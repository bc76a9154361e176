import { isKeptNumber, type AttributeValue, type PropertyType } from '../../../db/records/contacts';

/**
 * The value as its property has it. One that cannot be read so stays as it was given: nothing of what is known about
 * somebody is thrown away because of how it was written.
 */
export const coerced = (value: AttributeValue, type: PropertyType): AttributeValue =>
  kept(readers[type](value) ?? value);

const kept = (value: AttributeValue): AttributeValue =>
  typeof value === 'number' && !isKeptNumber(value) ? String(value) : value;

const readers: Record<PropertyType, (value: AttributeValue) => AttributeValue | undefined> = {
  string: String,
  number: (value) => (typeof value === 'string' ? numberOf(value) : Number(value)),
  boolean: (value) => booleans.get(String(value).trim().toLowerCase()),
};

function numberOf(text: string): number | undefined {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  return isKeptNumber(value) ? value : undefined;
}

const booleans: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['yes', true],
  ['1', true],
  ['false', false],
  ['no', false],
  ['0', false],
]);
