import { all, ifPresent, unchanged } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { busy, untilWon } from '../../../db/race';
import { updateItem } from '../../../db/table';
import { countTags } from './count-tags';
import { expectContact } from './find';
import type { Contact, Marking } from '../../../db/records/contacts';

export interface TagChange {
  add: readonly string[];
  remove: readonly string[];
}

/** A contact with other tags, and what it gained and lost. */
interface Tagged {
  contact: Contact;
  gained: readonly string[];
  lost: readonly string[];
}

/** Gives a contact other tags. First adds, then removes: a tag that is in both is gone in the end. */
export async function changeTags(
  workspaceId: string,
  id: string,
  wanted: TagChange,
  marking: Marking,
): Promise<Contact> {
  const tagged = await untilWon(
    () => changeOnce(workspaceId, id, wanted, marking),
    () => busy('Somebody else is changing the contact: repeat the request'),
  );
  const counts = [
    ...tagged.gained.map((tag) => [tag, 1] as const),
    ...tagged.lost.map((tag) => [tag, -1] as const),
  ];
  await countTags(workspaceId, new Map(counts));
  return tagged.contact;
}

/** Undefined: somebody else has changed one of the tags meanwhile. */
async function changeOnce(
  workspaceId: string,
  id: string,
  { add, remove }: TagChange,
  marking: Marking,
): Promise<Tagged | undefined> {
  const contact = await expectContact(workspaceId, id);
  const gained = add.filter((tag) => !contact.tags?.has(tag) && !remove.includes(tag));
  const lost = remove.filter((tag) => contact.tags?.has(tag));
  if (gained.length === 0 && lost.length === 0) return { contact, gained, lost };
  const tags = [...(contact.tags ?? []), ...gained].filter((tag) => !lost.includes(tag));
  const { starts, ...due } = marking(contact, { joins: false, tags: gained });
  // One write adds to a set or takes out of it, not both: all of it is written anew.
  const changed = await updateItem<Contact>(
    keys.contact(workspaceId, contact.id),
    {
      set: { ...due, ...(tags.length > 0 && { tags: new Set(tags) }) },
      add: { starts },
      remove: tags.length > 0 ? [] : ['tags'],
    },
    all(ifPresent, unchanged({ tags: contact.tags })),
  );
  return changed && { contact: changed, gained, lost };
}
