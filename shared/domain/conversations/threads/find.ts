import { notFound } from '../../../core/errors';
import { isUuid } from '../../../db/cursor';
import { keys } from '../../../db/keys/index';
import type { Thread } from '../../../db/records/threads';
import { getItem } from '../../../db/table';
import { ifVisible, type Viewer } from '../../platform/api-keys/inbox-limit';

/** Returns the thread or throws 404. A thread has no record until one of its emails has been sent or received. */
export async function expectThread(workspaceId: string, id: string): Promise<Thread> {
  const thread = isUuid(id) ? await getItem(keys.thread(workspaceId, id)) : undefined;
  if (!thread) throw notFound('thread');
  return thread;
}

/** Returns the thread or throws 404 if the viewer sees no such thread. */
export async function expectVisibleThread(viewer: Viewer, id: string): Promise<Thread> {
  const thread = ifVisible(viewer, await expectThread(viewer.workspaceId, id));
  if (!thread) throw notFound('thread');
  return thread;
}
