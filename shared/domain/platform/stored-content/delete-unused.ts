import { ifPresent } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { getItem } from '../../../db/table';
import { deleteWrite, updateWrite, writeTransaction } from '../../../db/transaction';

/**
 * Deletes objects whose deletion is planned, and then refunds their bytes in the transaction that deletes the plan, so
 * that a repeated job never refunds twice.
 */
export async function deleteUnusedContent(workspaceId: string, id: string): Promise<void> {
  const key = keys.contentDeletion(workspaceId, id);
  const deletion = await getItem(key);
  if (!deletion) return;
  const { deleteContents } = await import('../../../aws/content-bucket.lazy');
  await deleteContents(deletion.objectKeys);
  await writeTransaction([
    deleteWrite(key, ifPresent),
    updateWrite(keys.workspace(workspaceId), { add: { storedBytes: -deletion.bytes } }, ifPresent),
  ]);
}
