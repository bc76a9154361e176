import { keys, recipientPartitions } from '../../../db/keys';
import { partitionQuery } from '../../../db/query';
import { deleteItems, queryPages } from '../../../db/table';
import { campaignObjectsPrefix } from './content';
import { purgeDeleted } from '../../platform/purge/purge-deleted';

/** The maximum number of records that one run deletes. The next run deletes the remaining records. */
const recordsMax = 10_000;

/** Deletes all records of a deleted campaign. */
export const clearCampaign = (workspaceId: string, id: string): Promise<void> =>
  purgeDeleted('clearCampaign', { workspaceId, id }, clearSome);

/** Returns false if data remains. */
async function clearSome(workspaceId: string, id: string): Promise<boolean> {
  await clearObjects(workspaceId, id);
  const partitions = [
    keys.slice(workspaceId, id, '').pk,
    ...recipientPartitions(workspaceId, id),
    keys.campaignLink(workspaceId, id, '').pk,
    // The partition of the campaign's content, counts and engagement.
    keys.campaignCounts(workspaceId, id).pk,
  ];
  let remaining = recordsMax;
  for (const pk of partitions) {
    for await (const records of queryPages<object>(partitionQuery(pk, { pageSize: 500 }))) {
      await deleteItems(records);
      remaining -= records.length;
      if (remaining <= 0) return false;
    }
  }
  return true;
}

/** Deletes all contents that the campaign ever had. Release 0.1.0 did not delete contents that it replaced. */
async function clearObjects(workspaceId: string, id: string): Promise<void> {
  const { listContents, deleteContents } = await import('../../../aws/content-bucket.lazy');
  for (;;) {
    const objectKeys = await listContents(campaignObjectsPrefix(workspaceId, id));
    if (objectKeys.length === 0) return;
    await deleteContents(objectKeys);
  }
}
