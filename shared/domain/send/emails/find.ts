import { isUuid } from '../../../db/cursor';
import { keys } from '../../../db/keys';
import type { ReadItem } from '../../../db/batched-reader';
import { getItem } from '../../../db/table';
import type { Email } from '../../../db/records/emails';
import { ifVisible, type Viewer } from '../../platform/api-keys/inbox-limit';

/** Returns the workspace's email with this id, or undefined. */
export async function findEmail(
  workspaceId: string,
  id: string,
  read: ReadItem = getItem,
): Promise<Email | undefined> {
  return isUuid(id) ? read(keys.email(workspaceId, id)) : undefined;
}

/** Returns the email with this id, or undefined if the viewer sees no such email. */
export const findVisibleEmail = async (viewer: Viewer, id: string): Promise<Email | undefined> =>
  ifVisible(viewer, await findEmail(viewer.workspaceId, id));
