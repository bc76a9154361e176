import { keys, recipientPartitions } from '../../../db/keys';
import { partitionQuery } from '../../../db/query';
import { deleteItems, queryPages } from '../../../db/table';
import { purgeDeleted } from '../../platform/purge/purge-deleted';

/** One run takes so many records away, and hands the rest to the next. */
const recordsMax = 10_000;

/** Takes everything of a deleted campaign away. */
export const clearCampaign = (workspaceId: string, id: string): Promise<void> =>
  purgeDeleted('clearCampaign', { workspaceId, id }, clearSome);

/** False: there are more. */
async function clearSome(workspaceId: string, id: string): Promise<boolean> {
  const partitions = [
    keys.slice(workspaceId, id, '').pk,
    ...recipientPartitions(workspaceId, id),
    keys.campaignLink(workspaceId, id, '').pk,
    // What it said, its figures and reactions.
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
