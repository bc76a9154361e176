import { isUuid } from '../../../db/cursor';
import { ifPresent } from '../../../db/condition';
import { keys } from '../../../db/keys/index';
import { updateItem } from '../../../db/table';
import { nowIso } from '../../../core/time';
import { waitingAttributes, type Thread } from '../../../db/records/threads';

/**
 * Marks the thread as not awaiting a reply until the next message arrives. Returns undefined if the thread does not
 * exist.
 */
export async function markHandled(workspaceId: string, id: string): Promise<Thread | undefined> {
  if (!isUuid(id)) return undefined;
  return updateItem(
    keys.thread(workspaceId, id),
    { set: { awaitingReply: false, handledAt: nowIso() }, remove: waitingAttributes },
    ifPresent,
  );
}
