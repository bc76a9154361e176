import { ifAbsent, ifPresent, is } from '../../../db/condition';
import { keys, memberPartitions, shards } from '../../../db/keys';
import { mergeQueries } from '../../../db/merge-queries';
import type { Page } from '../../../db/page';
import { partitionQuery } from '../../../db/query';
import { deleteItem, getItems, putItem, putItems, updateItem, type Item } from '../../../db/table';
import type { Contact } from '../../../db/records/contacts';
import type { Member } from '../../../db/records/audiences';

/** Adds a contact to the audience. Returns false if the contact or its address is already a member. */
export async function addMember(
  workspaceId: string,
  audienceId: string,
  { email, id: contactId }: Pick<Contact, 'email' | 'id'>,
): Promise<boolean> {
  const member = { ...keys.member(workspaceId, audienceId, email), contactId };
  const existing = await putItem<Member>(member, ifAbsent);
  if (existing) await replaceStaleMembers(workspaceId, [{ existing, member }]);
  return !existing;
}

/** Adds contacts to the audience. Returns the addresses that were not members before. */
export async function addMembers(
  workspaceId: string,
  audienceId: string,
  contacts: readonly Contact[],
): Promise<ReadonlySet<string>> {
  const memberKeyOf = ({ email }: Contact) => keys.member(workspaceId, audienceId, email);
  const toMember = (contact: Contact) => ({ ...memberKeyOf(contact), contactId: contact.id });
  const members = await getItems(contacts.map(memberKeyOf));
  const existingByAddress = new Map(members.map((member) => [member.sk, member]));
  const newContacts = contacts.filter(({ email }) => !existingByAddress.has(email));
  await putItems(newContacts.map(toMember));
  const conflicts = contacts.flatMap((contact) => {
    const existing = existingByAddress.get(contact.email);
    return existing ? [{ existing, member: toMember(contact) }] : [];
  });
  await replaceStaleMembers(workspaceId, conflicts);
  return new Set(newContacts.map(({ email }) => email));
}

interface MemberConflict {
  existing: Item<Member>;
  member: Item<Member>;
}

/**
 * If a contact is added while it is being deleted, a stale member record remains under its address. The contact that
 * now has the address takes over the record, which the count already includes.
 */
async function replaceStaleMembers(workspaceId: string, conflicts: readonly MemberConflict[]): Promise<void> {
  const ofOtherContacts = conflicts.filter(({ existing, member }) => existing.contactId !== member.contactId);
  if (ofOtherContacts.length === 0) return;
  const owners = await getItems(
    ofOtherContacts.map(({ existing }) => keys.contact(workspaceId, existing.contactId)),
  );
  const existingIds = new Set(owners.map(({ id }) => id));
  for (const { existing, member } of ofOtherContacts)
    if (!existingIds.has(existing.contactId)) await putItem(member, is('contactId', existing.contactId));
}

/**
 * Removes a contact from the audience. The contact record changes last, so that a retry of a deletion finds the
 * remaining audiences.
 */
export async function removeMember(
  audienceId: string,
  { workspaceId, id, email }: Contact,
): Promise<boolean> {
  const wasMember = await deleteItem(keys.member(workspaceId, audienceId, email));
  await updateItem(
    keys.contact(workspaceId, id),
    { deleteFromSet: { audiences: new Set([audienceId]) } },
    ifPresent,
  );
  return wasMember;
}

/** A page of the audience's contacts by address. `after`: the last address of the previous page. */
export async function listMembers(
  workspaceId: string,
  audienceId: string,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<Page<Contact>> {
  const queries = memberPartitions(workspaceId, audienceId).map((pk) => partitionQuery(pk, { after }));
  const members: { email: string; contactId: string }[] = [];
  for await (const { sk: email, contactId } of mergeQueries<Member>(
    queries,
    ({ sk }) => sk,
    'oldest first',
    pageSizesFor(limit),
  )) {
    members.push({ email, contactId });
    if (members.length > limit) break;
  }
  const pageMembers = members.slice(0, limit);
  // Eventually consistent reads cost half as much, and a page may show slightly outdated contacts.
  const contacts = await getItems(
    pageMembers.map(({ contactId }) => keys.contact(workspaceId, contactId)),
    { ConsistentRead: false },
  );
  const records = contacts.sort((a, b) => (a.email < b.email ? -1 : 1));
  return { records, next: members.length > limit ? (pageMembers.at(-1)?.email ?? null) : null };
}

const pageSizesFor =
  (limit: number) =>
  (pagesRead: number): number =>
    pagesRead === 0 ? Math.ceil(limit / shards.length) + 3 : 5;
