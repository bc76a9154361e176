import { isUuid } from '../../../db/cursor';
import { all, ifPresent } from '../../../db/condition';
import { keys } from '../../../db/keys/index';
import { updateItem } from '../../../db/table';
import { nowIso } from '../../../core/time';
import { isVisibleTo, type Viewer } from '../../platform/api-keys/inbox-limit';
import { waitingAttributes, type Thread } from '../../../db/records/threads';

/**
 * Marks the thread as not awaiting a reply until the next message arrives. Returns undefined if the thread does not
 * exist.
 */
export async function markHandled(viewer: Viewer, id: string): Promise<Thread | undefined> {
  if (!isUuid(id)) return undefined;
  return updateItem(
    keys.thread(viewer.workspaceId, id),
    { set: { awaitingReply: false, handledAt: nowIso() }, remove: waitingAttributes },
    all(ifPresent, isVisibleTo(viewer)),
  );
}
