import { keys } from '../../../db/keys/index';
import { updateItem } from '../../../db/table';
import type { Inbox } from '../../../db/records/inboxes';
import { expectInbox, inboxNotFound, isActiveInbox } from './find';

/** The fields that a client may change. */
export type InboxChanges = Partial<Pick<Inbox, 'displayName' | 'metadata'>>;

/** Changes the given fields. Calls `readChanges` only if the inbox exists. */
export async function updateInbox(
  workspaceId: string,
  id: string,
  readChanges: () => InboxChanges,
): Promise<Inbox> {
  const existing = await expectInbox(workspaceId, id);
  const changes = readChanges();
  if (Object.keys(changes).length === 0) return existing;
  const updated = await updateItem(keys.inbox(workspaceId, id), { set: changes }, isActiveInbox());
  if (!updated) throw await inboxNotFound(workspaceId, id);
  return updated;
}
