import { chunksOf } from '../../../core/chunks';
import { ifPresent } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { inPartition } from '../../../db/query';
import { queryAll, updateItem, type Item } from '../../../db/table';
import { change, erase, put, writesMax, writeTogether, type Write } from '../../../db/transaction';
import { newId } from '../../../core/time';

/** How many contacts carry a tag. */
export interface TagCount {
  count: number;
}

/** So many more carry each tag, or fewer where it is negative. */
export async function countTags(workspaceId: string, changes: ReadonlyMap<string, number>): Promise<void> {
  await Promise.all(
    [...changes].map(([tag, count]) => updateItem<TagCount>(keys.tag(workspaceId, tag), { add: { count } })),
  );
}

/** Tags that a transaction gave to contacts, before they are in the counts. */
export interface GainedTags {
  counts: readonly (readonly [tag: string, count: number])[];
}

/** Of the writes of one transaction, so many tags fit beside the record that they are counted from. */
export const gainedTagsMax = writesMax - 1;

/**
 * What counts the tags within the transaction that gives them. A record of its own, for transactions that add to the
 * same count at the same time refuse each other. `settleTagCounts` comes afterwards.
 */
export const countTogether = (workspaceId: string, tags: Iterable<string>): Write[] =>
  chunksOf([...tally(tags)], gainedTagsMax).map((counts) => {
    const gained: GainedTags = { counts };
    return put({ ...keys.gainedTags(workspaceId, newId()), ...gained });
  });

export const gainedTags = (workspaceId: string) =>
  queryAll<GainedTags>(inPartition(keys.gainedTags(workspaceId, '').pk));

/** Adds to the counts what transactions gave, those of requests that died too. */
export async function settleTagCounts(workspaceId: string): Promise<void> {
  const unsettled = await gainedTags(workspaceId);
  for (const group of settledTogether(unsettled)) {
    const isSettled = await writeTogether([
      ...group.map((gained) => erase(gained, ifPresent)),
      ...[...totalOf(group)].map(([tag, count]) => change(keys.tag(workspaceId, tag), { add: { count } })),
    ]);
    // Another request settled some of them.
    if (!isSettled) return settleTagCounts(workspaceId);
  }
}

/** In groups that one transaction takes: it erases each record, and adds to the count of each tag once. */
function settledTogether(unsettled: readonly Item<GainedTags>[]): Item<GainedTags>[][] {
  const groups: Item<GainedTags>[][] = [];
  let tags = new Set<string>();
  for (const gained of unsettled) {
    const own = gained.counts.map(([tag]) => tag);
    const together = new Set([...tags, ...own]);
    const group = groups.at(-1);
    const fits = group !== undefined && group.length + 1 + together.size <= writesMax;
    if (fits) group.push(gained);
    else groups.push([gained]);
    tags = fits ? together : new Set(own);
  }
  return groups;
}

/** How often each of them stands there. */
export const tally = (tags: Iterable<string>): Map<string, number> =>
  sum([...tags].map((tag) => [tag, 1] as const));

const totalOf = (gained: readonly GainedTags[]): Map<string, number> =>
  sum(gained.flatMap(({ counts }) => counts));

export function sum(counts: Iterable<readonly [tag: string, count: number]>): Map<string, number> {
  const sums = new Map<string, number>();
  for (const [tag, count] of counts) sums.set(tag, (sums.get(tag) ?? 0) + count);
  return sums;
}
