import { all, ifPresent, unchanged } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { serviceUnavailable, retryOnConflict } from '../../../db/retry-on-conflict';
import { updateItem } from '../../../db/table';
import { addTagCounts } from './tag-counts';
import { expectContact } from './find';
import type { Contact, MatchTriggers } from '../../../db/records/contacts';

export interface TagChange {
  add: readonly string[];
  remove: readonly string[];
}

/** The updated contact, and the tags that it gained and lost. */
interface TagChangeResult {
  contact: Contact;
  addedTags: readonly string[];
  removedTags: readonly string[];
}

/** Changes the tags of a contact. Adds first and then removes, so a tag in both lists is removed. */
export async function changeTags(
  workspaceId: string,
  id: string,
  tagChange: TagChange,
  matchTriggers: MatchTriggers,
): Promise<Contact> {
  const result = await retryOnConflict(
    () => tryChangeTags(workspaceId, id, tagChange, matchTriggers),
    () => serviceUnavailable('Another request is changing the contact. Retry the request'),
  );
  const counts = [
    ...result.addedTags.map((tag) => [tag, 1] as const),
    ...result.removedTags.map((tag) => [tag, -1] as const),
  ];
  await addTagCounts(workspaceId, new Map(counts));
  return result.contact;
}

/** Returns undefined if another request changed the tags meanwhile. */
async function tryChangeTags(
  workspaceId: string,
  id: string,
  { add, remove }: TagChange,
  matchTriggers: MatchTriggers,
): Promise<TagChangeResult | undefined> {
  const contact = await expectContact(workspaceId, id);
  const addedTags = add.filter((tag) => !contact.tags?.has(tag) && !remove.includes(tag));
  const removedTags = remove.filter((tag) => contact.tags?.has(tag));
  if (addedTags.length === 0 && removedTags.length === 0) return { contact, addedTags, removedTags };
  const tags = [...(contact.tags ?? []), ...addedTags].filter((tag) => !removedTags.includes(tag));
  const { pendingTriggers, ...due } = matchTriggers(contact, { joinsAudience: false, tags: addedTags });
  // A single update cannot both add to a set and delete from it, so write the whole set.
  const updated = await updateItem(
    keys.contact(workspaceId, contact.id),
    {
      set: { ...due, ...(tags.length > 0 && { tags: new Set(tags) }) },
      add: { pendingTriggers },
      remove: tags.length > 0 ? [] : ['tags'],
    },
    all(ifPresent, unchanged({ tags: contact.tags })),
  );
  return updated && { contact: updated, addedTags, removedTags };
}
