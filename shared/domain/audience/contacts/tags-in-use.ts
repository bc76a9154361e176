import { keys } from '../../../db/keys';
import { inPartition } from '../../../db/query';
import { queryAll } from '../../../db/table';
import { gainedTags, sum, type TagCount } from './count-tags';

const shownMax = 200;

/** Every tag that somebody carries, the most used first; 200 at most. */
export async function tagsInUse(workspaceId: string): Promise<{ tag: string; count: number }[]> {
  const [settled, gained] = await Promise.all([
    queryAll<TagCount>(inPartition(keys.tag(workspaceId, '').pk)),
    gainedTags(workspaceId),
  ]);
  const counts = sum([
    ...settled.map(({ sk: tag, count }) => [tag, count] as const),
    ...gained.flatMap((one) => one.counts),
  ]);
  return [...counts]
    .map(([tag, count]) => ({ tag, count }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || (a.tag < b.tag ? -1 : 1))
    .slice(0, shownMax);
}
