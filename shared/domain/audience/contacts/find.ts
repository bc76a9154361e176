import { all, absent, begins, has, present, type Condition } from '../../../db/condition';
import { isUuid } from '../../../db/cursor';
import { contactPartitions, keys, shards } from '../../../db/keys';
import type { Page } from '../../../db/page';
import type { Read } from '../../../db/reading-together';
import { filtered, inPartition } from '../../../db/query';
import { readShardsPage } from '../../../db/shards-page';
import { getItem, getItems } from '../../../db/table';
import { notFound } from '../../../core/errors';
import { comparableAddress } from '../../../text/address';
import { isTooLongForAddress } from '../../../text/mailbox';
import type { Contact } from '../../../db/records/contacts';

/** Under an address: whose it is. */
export interface ContactPointer {
  id: string;
}

const findContact = async (workspaceId: string, id: string): Promise<Contact | undefined> =>
  isUuid(id) ? getItem<Contact>(keys.contact(workspaceId, id)) : undefined;

export async function contactWithAddress(
  workspaceId: string,
  address: string,
  read: Read = getItem,
): Promise<Contact | undefined> {
  if (isTooLongForAddress(address)) return undefined;
  const pointer = await read<ContactPointer>(keys.contactOf(workspaceId, address));
  return pointer && read<Contact>(keys.contact(workspaceId, pointer.id));
}

/** The contact with this id, or 404. Who gives the address instead is told the id (contract.md 1.5). */
export async function expectContact(workspaceId: string, id: string): Promise<Contact> {
  const contact = await findContact(workspaceId, id);
  if (contact) return contact;
  const named = id.includes('@') ? await contactWithAddress(workspaceId, comparableAddress(id)) : undefined;
  throw notFound('contact', named && `The id of ${named.email} is ${named.id}`);
}

export interface Known {
  contacts: ReadonlyMap<string, Contact>;
  /** Addresses that have an id and no contact: whoever gave it died, or is about to make one. */
  reserved: ReadonlyMap<string, string>;
}

/** What is known of the addresses, by address. */
export async function contactsWithAddresses(
  workspaceId: string,
  addresses: readonly string[],
): Promise<Known> {
  const addressOf = new Map(addresses.map((address) => [keys.contactOf(workspaceId, address).pk, address]));
  const pointers = await getItems<ContactPointer>(
    addresses.map((address) => keys.contactOf(workspaceId, address)),
  );
  const found = await getItems<Contact>(pointers.map(({ id }) => keys.contact(workspaceId, id)));
  const contacts = new Map(found.map((contact) => [contact.email, contact]));
  const reserved = pointers
    .map(({ pk, id }) => [addressOf.get(pk) ?? '', id] as const)
    .filter(([address]) => !contacts.has(address));
  return { contacts, reserved: new Map(reserved) };
}

export interface ContactFilter {
  /** What their address begins with, lower-cased. */
  prefix?: string | undefined;
  unsubscribed?: boolean | undefined;
  /** They carry all of these. */
  tags?: readonly string[] | undefined;
}

/** A page of contacts, newest first; filtered, it may end early. `before`: the id where the last page ended. */
export function newestContacts(
  workspaceId: string,
  filter: ContactFilter,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<Page<Contact>> {
  const condition = conditionOf(filter);
  const queries = contactPartitions(workspaceId).map((pk) =>
    filtered(inPartition(pk, { before, lastFirst: true }), condition),
  );
  return readShardsPage<Contact>(queries, limit, { sizes: pieceSizes(limit), piecesMax });
}

function conditionOf({ prefix, unsubscribed, tags = [] }: ContactFilter): Condition {
  return all(
    ...(prefix ? [begins('email', prefix)] : []),
    ...(unsubscribed === undefined ? [] : [(unsubscribed ? present : absent)('unsubscribedAt')]),
    ...tags.map((tag) => has('tags', tag)),
  );
}

/** A page takes about its share of each shard. Where a filter passes by many, more are looked at in one piece. */
const pieceSizes =
  (limit: number) =>
  (piecesRead: number): number =>
    piecesRead === 0 ? Math.ceil(limit / shards.length) + 2 : Math.min(5 * 4 ** (piecesRead - 1), 1_000);

/** Some 100,000 contacts are looked at for one page, and no more. */
const piecesMax = 100;
