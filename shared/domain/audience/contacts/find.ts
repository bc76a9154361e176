import {
  all,
  attributeNotExists,
  beginsWith,
  attributeContains,
  attributeExists,
  type Condition,
} from '../../../db/condition';
import { isUuid } from '../../../db/cursor';
import { contactPartitions, keys, shards } from '../../../db/keys';
import type { Page } from '../../../db/page';
import type { ReadItem } from '../../../db/batched-reader';
import { withFilter, partitionQuery } from '../../../db/query';
import { readShardsPage } from '../../../db/shards-page';
import { getItem, getItems } from '../../../db/table';
import { notFound } from '../../../core/errors';
import { comparableAddress } from '../../../text/address';
import { isTooLongForAddress } from '../../../text/mailbox';
import type { Contact } from '../../../db/records/contacts';

const findContact = async (workspaceId: string, id: string): Promise<Contact | undefined> =>
  isUuid(id) ? getItem(keys.contact(workspaceId, id)) : undefined;

export async function findContactByAddress(
  workspaceId: string,
  address: string,
  read: ReadItem = getItem,
): Promise<Contact | undefined> {
  if (isTooLongForAddress(address)) return undefined;
  const pointer = await read(keys.contactByAddress(workspaceId, address));
  return pointer && read(keys.contact(workspaceId, pointer.id));
}

/** The contact with this id, or 404. Who gives the address instead is told the id. */
export async function expectContact(workspaceId: string, id: string): Promise<Contact> {
  const contact = await findContact(workspaceId, id);
  if (contact) return contact;
  const match = id.includes('@') ? await findContactByAddress(workspaceId, comparableAddress(id)) : undefined;
  throw notFound('contact', match && `The id of ${match.email} is ${match.id}`);
}

export interface ContactLookup {
  contacts: ReadonlyMap<string, Contact>;
  /** Addresses that have an id and no contact: whoever gave it died, or is about to make one. */
  reserved: ReadonlyMap<string, string>;
}

/** What is known of the addresses, by address. */
export async function findContactsByAddress(
  workspaceId: string,
  addresses: readonly string[],
): Promise<ContactLookup> {
  const addressByPartition = new Map(
    addresses.map((address) => [keys.contactByAddress(workspaceId, address).pk, address]),
  );
  const pointers = await getItems(addresses.map((address) => keys.contactByAddress(workspaceId, address)));
  const found = await getItems(pointers.map(({ id }) => keys.contact(workspaceId, id)));
  const contacts = new Map(found.map((contact) => [contact.email, contact]));
  const reserved = pointers
    .map(({ pk, id }) => [addressByPartition.get(pk) ?? '', id] as const)
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
export function listContacts(
  workspaceId: string,
  filter: ContactFilter,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<Page<Contact>> {
  const condition = filterCondition(filter);
  const queries = contactPartitions(workspaceId).map((pk) =>
    withFilter(partitionQuery(pk, { before, descending: true }), condition),
  );
  return readShardsPage<Contact>(queries, limit, { sizes: pageSizesFor(limit), pageReadsMax: piecesMax });
}

function filterCondition({ prefix, unsubscribed, tags = [] }: ContactFilter): Condition<Contact> {
  return all(
    ...(prefix ? [beginsWith<Contact>('email', prefix)] : []),
    ...(unsubscribed === undefined
      ? []
      : [(unsubscribed ? attributeExists : attributeNotExists)<Contact>('unsubscribedAt')]),
    ...tags.map((tag) => attributeContains<Contact>('tags', tag)),
  );
}

/** A page takes about its share of each shard. Where a filter passes by many, more are looked at in one piece. */
const pageSizesFor =
  (limit: number) =>
  (pagesRead: number): number =>
    pagesRead === 0 ? Math.ceil(limit / shards.length) + 2 : Math.min(5 * 4 ** (pagesRead - 1), 1_000);

/** Some 100,000 contacts are looked at for one page, and no more. */
const piecesMax = 100;
