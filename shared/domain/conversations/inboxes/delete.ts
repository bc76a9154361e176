import { forEachRateLimited } from '../../../async/for-each-rate-limited';
import { is } from '../../../db/condition';
import { isUuid } from '../../../db/cursor';
import { ifPresent } from '../../../db/condition';
import { keys } from '../../../db/keys/index';
import { updateItem } from '../../../db/table';
import { deleteWrite, writeTransaction } from '../../../db/transaction';
import { nowIso } from '../../../core/time';
import type { Inbox, InboxAddress } from '../../../db/records/inboxes';
import { listAllApiKeys } from '../../platform/api-keys/find';
import { revokeKey } from '../../platform/api-keys/revoke';
import { deleteFeedsOfInbox } from '../../platform/feeds/delete';
import { rejectDraftsOfInbox } from '../../send/approvals/reject-drafts-of-inbox';
import { cancelScheduledOfInbox } from '../../send/scheduling/cancel-scheduled-of-inbox';
import { inboxNotFound } from './find';

const rateLimit = { concurrencyMax: 10, perSecondMax: Infinity };

/**
 * Deletes an inbox and returns the number of API keys that this call revoked. Each step may be repeated, and the record
 * of the inbox is deleted last, so a repeated call finishes a deletion that failed.
 */
export async function deleteInbox(workspaceId: string, id: string): Promise<number> {
  const inbox = await startDeletion(workspaceId, id);
  const keysRevoked = await revokeKeysOfInbox(inbox);
  await rejectDraftsOfInbox(inbox);
  await cancelScheduledOfInbox(inbox);
  await deleteFeedsOfInbox(workspaceId, id);
  await removeInbox(inbox);
  return keysRevoked;
}

/** Marks the inbox as deleted, so that no further key is limited to it, or throws 404. */
async function startDeletion(workspaceId: string, id: string): Promise<Inbox> {
  const inbox = isUuid(id)
    ? await updateItem(keys.inbox(workspaceId, id), { setIfAbsent: { deletedAt: nowIso() } }, ifPresent)
    : undefined;
  if (!inbox) throw await inboxNotFound(workspaceId, id);
  return inbox;
}

async function revokeKeysOfInbox({ workspaceId, id }: Inbox): Promise<number> {
  const apiKeys = await listAllApiKeys(workspaceId);
  const active = apiKeys.filter(({ inboxId, revokedAt }) => inboxId === id && revokedAt === null);
  let revoked = 0;
  await forEachRateLimited(active, rateLimit, async (apiKey) => {
    if (await revokeKey(apiKey)) revoked += 1;
  });
  return revoked;
}

/** Frees the address and the `client_id`. A concurrent deletion may have done so already. */
async function removeInbox({ workspaceId, id, address, clientId }: Inbox): Promise<void> {
  await writeTransaction([
    deleteWrite(keys.inbox(workspaceId, id), ifPresent),
    deleteWrite<InboxAddress>(keys.inboxAddress(address), is('inboxId', id)),
    ...(clientId === null ? [] : [deleteWrite(keys.inboxClient(workspaceId, clientId))]),
  ]);
}
