import { invalidRequest } from '../../../core/errors';
import type { RequestContext } from '../../../core/request-context';
import { limitedKeyScopes } from '../../../core/scopes';
import { all, attributeNotExists, ifPresent, is, type Condition } from '../../../db/condition';
import { isUuid } from '../../../db/cursor';
import { keys } from '../../../db/keys';
import { getItem } from '../../../db/table';
import { updateWrite, type TransactionWrite } from '../../../db/transaction';
import type { Grant } from '../../../db/records/api-keys';
import type { Inbox } from '../../../db/records/inboxes';

/** The caller whose inbox limit decides which records a request sees. */
export type Viewer = Pick<RequestContext, 'workspaceId' | 'credential'>;

/** A record that may belong to an inbox: an email, a thread or a received message. */
interface InboxRecord {
  inboxId?: string;
}

/**
 * The condition that a credential sees a record (IB-17). A key that is limited to an inbox sees only the records of
 * this inbox. All other credentials see every record of the workspace.
 */
export function isVisibleTo<T extends InboxRecord>({ credential }: Pick<Viewer, 'credential'>): Condition<T> {
  const { inboxId } = credential.guardrails;
  return inboxId ? is<InboxRecord>('inboxId', inboxId) : all<InboxRecord>();
}

/** Returns the record if the credential sees it, and undefined otherwise. */
export const ifVisible = <T extends InboxRecord>(
  viewer: Pick<Viewer, 'credential'>,
  record: T | undefined,
): T | undefined => (record && isVisibleTo<T>(viewer).matches(record) ? record : undefined);

/** Refuses scopes that a limited key cannot hold. */
export function refuseScopesOfLimitedKey({ inboxId, scopes }: Pick<Grant, 'inboxId' | 'scopes'>): void {
  const excess = inboxId ? scopes.filter((scope) => !limitedKeyScopes.includes(scope)) : [];
  if (excess.length > 0)
    throw invalidRequest(
      `scopes: a key that is limited to an inbox cannot hold ${excess.join(', ')}. Choose from ${limitedKeyScopes.join(', ')}`,
    );
}

/** Refuses the id of an inbox that does not exist or is being deleted. */
export async function refuseUnknownInbox(workspaceId: string, inboxId: string): Promise<void> {
  const inbox = isUuid(inboxId) ? await getItem(keys.inbox(workspaceId, inboxId)) : undefined;
  if (!inbox || inbox.deletedAt) throw unknownInboxError();
}

export const unknownInboxError = () => invalidRequest('inbox_id: No such inbox');

/** Changes nothing, but makes the transaction fail if the inbox does not exist or is being deleted. */
export const requireInboxWrite = (workspaceId: string, inboxId: string): TransactionWrite =>
  updateWrite<Inbox>(
    keys.inbox(workspaceId, inboxId),
    { set: { id: inboxId } },
    all(ifPresent, attributeNotExists('deletedAt')),
  );
