import type { TagCount } from '../../../db/records/contacts';
import { keys } from '../../../db/keys';
import { partitionQuery } from '../../../db/query';
import { queryAll } from '../../../db/table';
import { listPendingTagCounts, sumCounts } from './tag-counts';

const tagsMax = 200;

/** The tags that contacts have, most used first, at most 200. */
export async function listTagsInUse(workspaceId: string): Promise<{ tag: string; count: number }[]> {
  const [applied, pending] = await Promise.all([
    queryAll<TagCount>(partitionQuery(keys.tag(workspaceId, '').pk)),
    listPendingTagCounts(workspaceId),
  ]);
  const counts = sumCounts([
    ...applied.map(({ sk: tag, count }) => [tag, count] as const),
    ...pending.flatMap((pendingCounts) => pendingCounts.counts),
  ]);
  return [...counts]
    .map(([tag, count]) => ({ tag, count }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || (a.tag < b.tag ? -1 : 1))
    .slice(0, tagsMax);
}
