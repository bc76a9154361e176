import { ifAbsent, ifPresent, is } from '../../../db/condition';
import { keys, memberPartitions, shards } from '../../../db/keys';
import { merge } from '../../../db/merge';
import type { Page } from '../../../db/page';
import { inPartition } from '../../../db/query';
import { deleteItem, getItems, putItem, putItems, updateItem, type Item } from '../../../db/table';
import type { Contact } from '../../../db/records/contacts';
import type { Member } from '../../../db/records/audiences';

/** Puts somebody on the audience. False: they were on it, or their address was. */
export async function putOn(
  workspaceId: string,
  audienceId: string,
  { email, id: contactId }: Pick<Contact, 'email' | 'id'>,
): Promise<boolean> {
  const member = { ...keys.member(workspaceId, audienceId, email), contactId };
  const standing = await putItem<Member>(member, ifAbsent);
  if (standing) await takePlaces(workspaceId, [{ standing, member }]);
  return !standing;
}

/** The same for several. Returns the addresses of those who were not on it. */
export async function putAllOn(
  workspaceId: string,
  audienceId: string,
  contacts: readonly Contact[],
): Promise<ReadonlySet<string>> {
  const keyOf = ({ email }: Contact) => keys.member(workspaceId, audienceId, email);
  const memberOf = (contact: Contact) => ({ ...keyOf(contact), contactId: contact.id });
  const members = await getItems<Member>(contacts.map(keyOf));
  const standingAt = new Map(members.map((member) => [member.sk, member]));
  const joining = contacts.filter(({ email }) => !standingAt.has(email));
  await putItems(joining.map(memberOf));
  const others = contacts.flatMap((contact) => {
    const standing = standingAt.get(contact.email);
    return standing ? [{ standing, member: memberOf(contact) }] : [];
  });
  await takePlaces(workspaceId, others);
  return new Set(joining.map(({ email }) => email));
}

interface Place {
  standing: Item<Member>;
  member: Item<Member>;
}

/**
 * Who was put on the audience at the moment of their deletion has left a place under their address that nobody has. It
 * becomes that of who has the address now, and has been counted.
 */
async function takePlaces(workspaceId: string, places: readonly Place[]): Promise<void> {
  const foreign = places.filter(({ standing, member }) => standing.contactId !== member.contactId);
  if (foreign.length === 0) return;
  const owners = await getItems<Contact>(
    foreign.map(({ standing }) => keys.contact(workspaceId, standing.contactId)),
  );
  const alive = new Set(owners.map(({ id }) => id));
  for (const { standing, member } of foreign)
    if (!alive.has(standing.contactId)) await putItem(member, is('contactId', standing.contactId));
}

/** Takes somebody off it; last in their own record, by which a repetition of their deletion finds what is left to do. */
export async function takeOff(audienceId: string, { workspaceId, id, email }: Contact): Promise<boolean> {
  const wasOn = await deleteItem(keys.member(workspaceId, audienceId, email));
  await updateItem<Contact>(
    keys.contact(workspaceId, id),
    { takeOut: { audiences: new Set([audienceId]) } },
    ifPresent,
  );
  return wasOn;
}

/** A page of who is on the audience, by address. `after`: the last address of the page before. */
export async function membersByAddress(
  workspaceId: string,
  audienceId: string,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<Page<Contact>> {
  const queries = memberPartitions(workspaceId, audienceId).map((pk) => inPartition(pk, { after }));
  const members: { email: string; contactId: string }[] = [];
  for await (const { sk: email, contactId } of merge<Member>(
    queries,
    ({ sk }) => sk,
    'oldest first',
    pieceSizes(limit),
  )) {
    members.push({ email, contactId });
    if (members.length > limit) break;
  }
  const shown = members.slice(0, limit);
  // Somebody looks at a page: who they are may be what it was a moment ago, for half the price.
  const contacts = await getItems<Contact>(
    shown.map(({ contactId }) => keys.contact(workspaceId, contactId)),
    { ConsistentRead: false },
  );
  const records = contacts.sort((a, b) => (a.email < b.email ? -1 : 1));
  return { records, next: members.length > limit ? (shown.at(-1)?.email ?? null) : null };
}

const pieceSizes =
  (limit: number) =>
  (piecesRead: number): number =>
    piecesRead === 0 ? Math.ceil(limit / shards.length) + 3 : 5;
