import { isStorableNumber, type AttributeValue, type PropertyType } from '../../../db/records/contacts';
import { parsePropertyValue } from '../../../db/records/parse-property-value';

/** Converts the value to the type of its property. Keeps a value that cannot be converted, so that no data is lost. */
export const coerceAttribute = (value: AttributeValue, type: PropertyType): AttributeValue =>
  toStorable(convert(value, type) ?? value);

const toStorable = (value: AttributeValue): AttributeValue =>
  typeof value === 'number' && !isStorableNumber(value) ? String(value) : value;

const convert = (value: AttributeValue, type: PropertyType): AttributeValue | undefined =>
  type === 'number' && typeof value !== 'string' ? Number(value) : parsePropertyValue(String(value), type);
