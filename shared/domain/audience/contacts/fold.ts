import { unchanged, type Condition } from '../../../db/condition';
import type { Changes } from '../../../db/update';
import type { Attributes, AttributeValue, Contact } from '../../../db/records/contacts';

/** The text without capitals. A sigma at the end of a word is a sigma. */
export const foldedText = (text: string): string => text.toLowerCase().replaceAll('ς', 'σ');

/** The same of a value, where that is not what it is. */
function folded(value: AttributeValue): string | undefined {
  if (typeof value !== 'string') return undefined;
  const without = foldedText(value);
  return without === value ? undefined : without;
}

/** Of all attributes of a contact, what stands beside them without capitals. */
export const foldedOf = (attributes: Attributes): Record<string, string> =>
  Object.fromEntries(
    Object.entries(attributes).flatMap(([key, value]) => {
      const without = folded(value);
      return without === undefined ? [] : [[key, without]];
    }),
  );

/** So many are named one by one: an expression has 4 KB. */
const namedMax = 25;

/** What gives attributes to a contact, where its condition holds. */
export interface AttributeChanges extends Required<Pick<Changes, 'set' | 'remove'>> {
  condition: Condition;
}

/** Key by key, so that two requests do not overwrite each other's; many of them all at once, as long as nobody else did. */
export function attributeChanges(
  { attributes: known }: Pick<Contact, 'attributes'>,
  attributes: Attributes,
): AttributeChanges {
  const entries = Object.entries(attributes);
  if (entries.length > namedMax) {
    const together = { ...known, ...attributes };
    const set = { attributes: together, folded: foldedOf(together) };
    return { set, remove: [], condition: unchanged({ attributes: known }) };
  }
  const without = foldedOf(attributes);
  return {
    set: Object.fromEntries([
      ...entries.map(([key, value]) => [`attributes.${key}`, value]),
      ...Object.entries(without).map(([key, value]) => [`folded.${key}`, value]),
    ]),
    remove: entries.filter(([key]) => !Object.hasOwn(without, key)).map(([key]) => `folded.${key}`),
    condition: unchanged({}),
  };
}
