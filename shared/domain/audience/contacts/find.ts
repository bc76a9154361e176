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

/**
 * Returns the contact with this id or throws 404. If `id` is a contact's address, the error states the contact's id
 * (R-29).
 */
export async function expectContact(workspaceId: string, id: string): Promise<Contact> {
  const contact = await findContact(workspaceId, id);
  if (contact) return contact;
  const match = id.includes('@') ? await findContactByAddress(workspaceId, comparableAddress(id)) : undefined;
  throw notFound('contact', match && `The id of ${match.email} is ${match.id}`);
}

export interface ContactLookup {
  contacts: ReadonlyMap<string, Contact>;
  /** Addresses with an id but no contact, because the request that reserved the id crashed or is still running. */
  reserved: ReadonlyMap<string, string>;
}

/** Finds the contacts of the addresses. */
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
  /** The beginning of the address, in lower case. */
  prefix?: string | undefined;
  unsubscribed?: boolean | undefined;
  /** If set, the contact must have all of these tags. */
  tags?: readonly string[] | undefined;
}

/**
 * A page of contacts, newest first. With a filter, a page may be short. `before`: the id where the previous page ended.
 */
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

/**
 * The first read takes about an equal share of the page from each shard. If a filter skips many contacts, later reads
 * are larger.
 */
const pageSizesFor =
  (limit: number) =>
  (pagesRead: number): number =>
    pagesRead === 0 ? Math.ceil(limit / shards.length) + 2 : Math.min(5 * 4 ** (pagesRead - 1), 1_000);

/** Limits a page to about 100,000 scanned contacts. */
const piecesMax = 100;
