import { unchanged, type Condition } from '../../../db/condition';
import type { Changes } from '../../../db/update';
import type { Attributes, AttributeValue, Contact } from '../../../db/records/contacts';
import { fromEntries } from '../../../core/from-entries';

/** The text without capitals. A sigma at the end of a word is a sigma. */
export const foldCase = (text: string): string => text.toLowerCase().replaceAll('ς', 'σ');

/** The same of a value, where that is not what it is. */
function folded(value: AttributeValue): string | undefined {
  if (typeof value !== 'string') return undefined;
  const foldedValue = foldCase(value);
  return foldedValue === value ? undefined : foldedValue;
}

/** Of all attributes of a contact, what stands beside them without capitals. */
export const foldAttributes = (attributes: Attributes): Record<string, string> =>
  Object.fromEntries(
    Object.entries(attributes).flatMap(([key, value]) => {
      const foldedValue = folded(value);
      return foldedValue === undefined ? [] : [[key, foldedValue]];
    }),
  );

/** So many are named one by one: an expression has 4 KB. */
const separateAttributesMax = 25;

/** What gives attributes to a contact, where its condition holds. */
export interface AttributeChanges extends Required<Pick<Changes<Contact>, 'set' | 'remove'>> {
  condition: Condition<Contact>;
}

/** Key by key, so that two requests do not overwrite each other's; many of them all at once, as long as nobody else did. */
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
