import type { RequestContext } from '../../../core/request-context';
import { ApiError, invalidRequest } from '../../../core/errors';
import { nowIso, timeOfId, toIso } from '../../../core/time';
import { ifAbsent, is } from '../../../db/condition';
import { keys } from '../../../db/keys/index';
import { retryOnConflict, serviceUnavailable } from '../../../db/retry-on-conflict';
import { getItem, loadItemLookup } from '../../../db/table';
import { deleteWrite, putWrite, writeTransaction, type TransactionWrite } from '../../../db/transaction';
import type { NewApiKey } from '../../../db/records/api-keys';
import type { Domain } from '../../../db/records/domains';
import type { Inbox, InboxAddress } from '../../../db/records/inboxes';
import { isAddress } from '../../../text/address';
import { toAsciiHostname } from '../../../text/mailbox';
import { refuseGrantBeyondCaller } from '../../platform/api-keys/caller-checks';
import { applyCurrentRateLimit, originFor } from '../../platform/api-keys/create';
import { refuseScopesOfLimitedKey } from '../../platform/api-keys/inbox-limit';
import { newApiKey, newKeyWrites, type IssuedKey } from '../../platform/api-keys/issue';
import { listDomains } from '../../platform/domains/find';
import { firstInboxWrite } from '../../platform/feeds/create';
import { findInboundList } from '../../platform/feeds/find';
import { remedyFor } from '../../platform/domains/remedy';
import { randomUsername } from './username';

/** The settings of a new inbox. */
export interface NewInbox extends Pick<Inbox, 'displayName' | 'clientId' | 'metadata'> {
  /** A random username if undefined. */
  username: string | undefined;
  /** The oldest usable domain if undefined. */
  domain: string | undefined;
  /** The settings of a limited key to create with the inbox. */
  key?: Omit<NewApiKey, 'name' | 'inboxId'> & { name: string | undefined };
}

/** The inbox, and whether this request created it. */
export interface CreatedInbox {
  inbox: Inbox;
  isNew: boolean;
  /** The limited key, if this request created it. */
  issued?: IssuedKey;
}

/**
 * Creates an inbox in one transaction. Concurrent requests with the same `client_id` create one inbox. A retry of the
 * operation finds the inbox that the first attempt created.
 */
export async function createInbox(ctx: RequestContext, input: NewInbox): Promise<CreatedInbox> {
  if (input.key) refuseKey(ctx, input.key);
  const [domains, inboundList] = await Promise.all([
    listDomains(ctx.workspaceId),
    findInboundList(ctx.workspaceId),
  ]);
  const domain = expectInboxDomain(domains, input.domain);
  return retryOnConflict(
    async () => {
      const inbox = newInbox(ctx, input, addressAt(domain, input.username ?? randomUsername()));
      const issued = input.key && newLimitedKey(ctx, inbox, input.key);
      const { requestsPerMinute } = ctx.credential;
      const keyWrites = issued ? newKeyWrites(issued.apiKey, requestsPerMinute) : [];
      if (await writeTransaction([...newInboxWrites(inbox, inboundList?.hasInboxes), ...keyWrites])) {
        if (issued) await applyCurrentRateLimit(issued.apiKey, requestsPerMinute);
        return { inbox, isNew: true, ...(issued && { issued }) };
      }
      return findConflict(inbox, { isRandom: input.username === undefined });
    },
    () => serviceUnavailable('Other inboxes are being changed at the same time. Retry the request'),
  );
}

type NewKey = NonNullable<NewInbox['key']>;

/** A limited key may not exceed the caller, and has only the scopes of limited keys. */
function refuseKey({ credential }: RequestContext, key: NewKey): void {
  refuseGrantBeyondCaller(credential, key);
  // The id of the inbox is not known yet, and any id limits the scopes.
  refuseScopesOfLimitedKey({ ...key, inboxId: 'new' });
}

const newLimitedKey = ({ workspaceId, credential }: RequestContext, inbox: Inbox, key: NewKey): IssuedKey =>
  newApiKey(
    workspaceId,
    { ...key, name: key.name ?? inbox.address.slice(0, keyNameMax), inboxId: inbox.id },
    originFor(credential),
  );

const keyNameMax = 80;

/** Returns the domain of a new inbox. Refuses a domain that the workspace cannot send transactional email from. */
function expectInboxDomain(domains: readonly Domain[], name: string | undefined): string {
  const hostname = name === undefined ? undefined : toAsciiHostname(name.trim()).toLowerCase();
  const usable = domains.filter(isUsable).findLast(({ domain }) => [undefined, domain].includes(hostname));
  if (usable) return usable.domain;
  const named = domains.find(({ domain }) => domain === hostname);
  throw new ApiError(
    'no_verified_identity',
    `domain: ${name === undefined ? 'The workspace has no verified transactional domain' : 'Not a verified transactional domain of the workspace'}. ${remedyFor(named)}.`,
  );
}

const isUsable = ({ status, riskClass }: Domain): boolean =>
  status === 'verified' && riskClass === 'transactional';

function addressAt(domain: string, username: string): string {
  const address = `${username}@${domain}`;
  if (isAddress(address)) return address;
  throw invalidRequest('username: the address is too long. Choose a shorter username');
}

/** The operation's id becomes the inbox's id. */
const newInbox = (
  { workspaceId, operation: { id } }: RequestContext,
  { displayName, clientId, metadata }: NewInbox,
  address: string,
): Inbox => ({
  id,
  workspaceId,
  address,
  displayName,
  clientId,
  metadata,
  createdAt: toIso(timeOfId(id)),
});

/**
 * Each write costs two units, so an inbox with an API key costs eight, or ten with a `client_id`. The first inbox of a
 * workspace costs two more.
 */
function newInboxWrites(inbox: Inbox, hasInboxes = false): TransactionWrite[] {
  const { workspaceId, id: inboxId, address, clientId } = inbox;
  return [
    putWrite({ ...keys.inbox(workspaceId, inboxId), ...inbox }, ifAbsent),
    putWrite({ ...keys.inboxAddress(address), workspaceId, inboxId, createdAt: nowIso() }, ifAbsent),
    ...(clientId === null
      ? []
      : [putWrite({ ...keys.inboxClient(workspaceId, clientId), inboxId }, ifAbsent)]),
    ...(hasInboxes ? [] : [firstInboxWrite(workspaceId)]),
  ];
}

/** Finds the record that made the transaction fail. Returns undefined if the request should be tried again. */
async function findConflict(
  { workspaceId, id, address, clientId }: Inbox,
  { isRandom }: { isRandom: boolean },
): Promise<CreatedInbox | undefined> {
  const clientKey = clientId === null ? undefined : keys.inboxClient(workspaceId, clientId);
  const found = await loadItemLookup([
    keys.inbox(workspaceId, id),
    keys.inboxAddress(address),
    ...(clientKey ? [clientKey] : []),
  ]);
  const previousAttempt = found(keys.inbox(workspaceId, id));
  if (previousAttempt) return { inbox: previousAttempt, isNew: true };
  const clientInboxId = clientKey && found(clientKey)?.inboxId;
  if (clientInboxId !== undefined) return findInboxOfConcurrent(workspaceId, clientInboxId);
  const holder = found(keys.inboxAddress(address));
  if (holder && !(await freeIfAbandoned(address, holder)) && !isRandom)
    throw new ApiError('conflict', `username: ${address} is taken. Choose another username`);
  return undefined;
}

/** Frees the address if its workspace was deleted, because clearing a deleted workspace can take a while. */
async function freeIfAbandoned(address: string, { workspaceId, inboxId }: InboxAddress): Promise<boolean> {
  if (await getItem(keys.workspace(workspaceId))) return false;
  return writeTransaction([deleteWrite<InboxAddress>(keys.inboxAddress(address), is('inboxId', inboxId))]);
}

/** Returns the inbox that another request with the same `client_id` created. */
async function findInboxOfConcurrent(workspaceId: string, id: string): Promise<CreatedInbox | undefined> {
  const inbox = await getItem(keys.inbox(workspaceId, id));
  if (inbox?.deletedAt)
    throw new ApiError(
      'conflict',
      `client_id: The inbox ${id} with this client_id is being deleted. Repeat DELETE /v1/inboxes/${id}, and then retry`,
    );
  return inbox && { inbox, isNew: false };
}
