import { unchanged, type Condition } from '../../../db/condition';
import type { Changes } from '../../../db/update';
import type { Attributes, AttributeValue, Contact } from '../../../db/records/contacts';
import { fromEntries } from '../../../core/from-entries';

/** Returns the text in lower case. A final sigma becomes a regular sigma. */
export const foldCase = (text: string): string => text.toLowerCase().replaceAll('ς', 'σ');

/** The lowercase copy of a value, or undefined if the copy does not differ from the value. */
function folded(value: AttributeValue): string | undefined {
  if (typeof value !== 'string') return undefined;
  const foldedValue = foldCase(value);
  return foldedValue === value ? undefined : foldedValue;
}

/** The lowercase copies of the attributes that contain capitals. */
export const foldAttributes = (attributes: Attributes): Record<string, string> =>
  Object.fromEntries(
    Object.entries(attributes).flatMap(([key, value]) => {
      const foldedValue = folded(value);
      return foldedValue === undefined ? [] : [[key, foldedValue]];
    }),
  );

/** The maximum number of attributes to write one by one. A DynamoDB expression is limited to 4 KB. */
const separateAttributesMax = 25;

/** The changes that set attributes of a contact, and the condition for them. */
export interface AttributeChanges extends Required<Pick<Changes<Contact>, 'set' | 'remove'>> {
  condition: Condition<Contact>;
}

/**
 * Sets attributes key by key, so that concurrent requests do not overwrite each other. If there are many attributes,
 * they are written together, on condition that no other request has changed them.
 */
export function attributeChanges(
  { attributes: current }: Pick<Contact, 'attributes'>,
  attributes: Attributes,
): AttributeChanges {
  const entries = Object.entries(attributes);
  if (entries.length > separateAttributesMax) {
    const merged = { ...current, ...attributes };
    const set = { attributes: merged, folded: foldAttributes(merged) };
    return { set, remove: [], condition: unchanged({ attributes: current }) };
  }
  const foldedValues = foldAttributes(attributes);
  return {
    set: {
      ...fromEntries(entries.map(([key, value]) => [`attributes.${key}`, value] as const)),
      ...fromEntries(Object.entries(foldedValues).map(([key, value]) => [`folded.${key}`, value] as const)),
    },
    remove: entries
      .filter(([key]) => !Object.hasOwn(foldedValues, key))
      .map(([key]) => `folded.${key}` as const),
    condition: unchanged({}),
  };
}
