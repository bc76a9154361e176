import { attributeNotExists, ifPresent, all, type Condition } from '../../../db/condition';
import { isUuid } from '../../../db/cursor';
import { keys } from '../../../db/keys/index';
import { readPage, type Page } from '../../../db/page';
import { partitionQuery, withFilter, type Query } from '../../../db/query';
import { getItem } from '../../../db/table';
import { notFound } from '../../../core/errors';
import { comparableAddress } from '../../../text/address';
import type { Inbox } from '../../../db/records/inboxes';

/** The condition that an inbox exists and is not being deleted. */
export const isActiveInbox = (): Condition<Inbox> => all(ifPresent, attributeNotExists('deletedAt'));

/** Returns the inbox with this id or throws 404. If `id` is an inbox's address, the error states the inbox's id. */
export async function expectInbox(workspaceId: string, id: string): Promise<Inbox> {
  const inbox = isUuid(id) ? await getItem(keys.inbox(workspaceId, id)) : undefined;
  if (inbox && !inbox.deletedAt) return inbox;
  throw await inboxNotFound(workspaceId, id);
}

export async function inboxNotFound(workspaceId: string, id: string) {
  const address = comparableAddress(id);
  const match = address.includes('@') ? await getItem(keys.inboxAddress(address.slice(0, 320))) : undefined;
  const isOwn = match?.workspaceId === workspaceId;
  return notFound('inbox', isOwn ? `The id of ${address} is ${match.inboxId}` : '');
}

/** Returns the inbox that has this `client_id`, or undefined. */
export async function findInboxOfClient(workspaceId: string, clientId: string): Promise<Inbox | undefined> {
  const pointer = await getItem(keys.inboxClient(workspaceId, clientId));
  const inbox = pointer && (await getItem(keys.inbox(workspaceId, pointer.inboxId)));
  return inbox?.deletedAt ? undefined : inbox;
}

interface InboxFilter {
  clientId: string | undefined;
  /** Only inboxes that are older than the inbox with this id. */
  before: string | undefined;
  limit: number;
}

/** A page of inboxes, newest first. */
export async function listInboxes(
  workspaceId: string,
  { clientId, before, limit }: InboxFilter,
): Promise<Page<Inbox>> {
  if (clientId === undefined)
    return readPage<Inbox>(inboxesQuery(workspaceId, before), limit, ({ id }) => id);
  const inbox = isClientId(clientId) ? await findInboxOfClient(workspaceId, clientId) : undefined;
  return { records: inbox && (before === undefined || inbox.id < before) ? [inbox] : [], next: null };
}

const clientIdLengthMax = 128;

export const isClientId = (text: string): boolean => text.length >= 1 && text.length <= clientIdLengthMax;

const inboxesQuery = (workspaceId: string, before: string | undefined): Query =>
  withFilter<Inbox>(
    partitionQuery(keys.inbox(workspaceId, '').pk, { before, descending: true }),
    attributeNotExists('deletedAt'),
  );
