import { ifAbsent, ifPresent } from '../../db/condition';
import { keys, memberPartitions, shards } from '../../db/keys';
import { merge } from '../../db/merge';
import type { Page } from '../../db/page';
import { inPartition } from '../../db/query';
import { deleteItem, getItems, putItem, putItems, updateItem } from '../../db/table';
import type { Contact } from '../contacts/record';
import type { Member } from './record';

/** Puts somebody on the audience. False: they were on it. */
export const putOn = async (
  workspaceId: string,
  audienceId: string,
  { email, id: contactId }: Pick<Contact, 'email' | 'id'>,
): Promise<boolean> =>
  (await putItem<Member>({ ...keys.member(workspaceId, audienceId, email), contactId }, ifAbsent)) ===
  undefined;

/** The same for several. Returns the addresses of those who were not on it. */
export async function putAllOn(
  workspaceId: string,
  audienceId: string,
  contacts: readonly Contact[],
): Promise<ReadonlySet<string>> {
  const keyOf = ({ email }: Contact) => keys.member(workspaceId, audienceId, email);
  const standing = new Set((await getItems<Member>(contacts.map(keyOf))).map(({ sk: email }) => email));
  const joining = contacts.filter(({ email }) => !standing.has(email));
  await putItems(joining.map((contact) => ({ ...keyOf(contact), contactId: contact.id })));
  return new Set(joining.map(({ email }) => email));
}

/** Takes somebody off it. False: they were not on it. */
export async function takeOff(audienceId: string, { workspaceId, id, email }: Contact): Promise<boolean> {
  await updateItem<Contact>(
    keys.contact(workspaceId, id),
    { takeOut: { audiences: new Set([audienceId]) } },
    ifPresent,
  );
  return deleteItem(keys.member(workspaceId, audienceId, email));
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
