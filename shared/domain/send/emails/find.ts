import { isUuid } from '../../../db/cursor';
import { keys } from '../../../db/keys';
import type { ReadItem } from '../../../db/batched-reader';
import { getItem } from '../../../db/table';
import type { Email } from '../../../db/records/emails';

/** Returns the workspace's email with this id, or undefined. */
export async function findEmail(
  workspaceId: string,
  id: string,
  read: ReadItem = getItem,
): Promise<Email | undefined> {
  return isUuid(id) ? read(keys.email(workspaceId, id)) : undefined;
}
