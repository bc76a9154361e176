import type { PendingTagCounts } from '../../../db/records/contacts';
import { chunksOf } from '../../../core/chunks';
import { ifPresent } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { partitionQuery } from '../../../db/query';
import { queryAll, updateItem, type Item } from '../../../db/table';
import {
  updateWrite,
  deleteWrite,
  putWrite,
  transactionWritesMax,
  writeTransaction,
  type TransactionWrite,
} from '../../../db/transaction';
import { newId } from '../../../core/time';

/** So many more carry each tag, or fewer where it is negative. */
export async function addTagCounts(workspaceId: string, changes: ReadonlyMap<string, number>): Promise<void> {
  await Promise.all(
    [...changes].map(([tag, count]) => updateItem(keys.tag(workspaceId, tag), { add: { count } })),
  );
}

/** Of the writes of one transaction, so many tags fit beside the record that they are counted from. */
export const pendingTagCountsMax = transactionWritesMax - 1;

/**
 * What counts the tags within the transaction that gives them. A record of its own, for transactions that add to the
 * same count at the same time refuse each other. `applyPendingTagCounts` comes afterwards.
 */
export const pendingTagCountWrites = (workspaceId: string, tags: Iterable<string>): TransactionWrite[] =>
  chunksOf([...countOccurrences(tags)], pendingTagCountsMax).map((counts) => {
    const pendingCounts: PendingTagCounts = { counts };
    return putWrite({ ...keys.uncountedTags(workspaceId, newId()), ...pendingCounts });
  });

export const listPendingTagCounts = (workspaceId: string) =>
  queryAll<PendingTagCounts>(partitionQuery(keys.uncountedTags(workspaceId, '').pk));

/** Adds to the counts what transactions gave, those of requests that died too. */
export async function applyPendingTagCounts(workspaceId: string): Promise<void> {
  const pending = await listPendingTagCounts(workspaceId);
  for (const group of groupForTransactions(pending)) {
    const isApplied = await writeTransaction([
      ...group.map((pendingCounts) => deleteWrite(pendingCounts, ifPresent)),
      ...[...sumPendingCounts(group)].map(([tag, count]) =>
        updateWrite(keys.tag(workspaceId, tag), { add: { count } }),
      ),
    ]);
    // Another request settled some of them.
    if (!isApplied) return applyPendingTagCounts(workspaceId);
  }
}

/** In groups that one transaction takes: it erases each record, and adds to the count of each tag once. */
function groupForTransactions(pending: readonly Item<PendingTagCounts>[]): Item<PendingTagCounts>[][] {
  const groups: Item<PendingTagCounts>[][] = [];
  let tags = new Set<string>();
  for (const pendingCounts of pending) {
    const ownTags = pendingCounts.counts.map(([tag]) => tag);
    const allTags = new Set([...tags, ...ownTags]);
    const group = groups.at(-1);
    const fits = group !== undefined && group.length + 1 + allTags.size <= transactionWritesMax;
    if (fits) group.push(pendingCounts);
    else groups.push([pendingCounts]);
    tags = fits ? allTags : new Set(ownTags);
  }
  return groups;
}

/** How often each of them stands there. */
export const countOccurrences = (tags: Iterable<string>): Map<string, number> =>
  sumCounts([...tags].map((tag) => [tag, 1] as const));

const sumPendingCounts = (pendingCounts: readonly PendingTagCounts[]): Map<string, number> =>
  sumCounts(pendingCounts.flatMap(({ counts }) => counts));

export function sumCounts(counts: Iterable<readonly [tag: string, count: number]>): Map<string, number> {
  const sums = new Map<string, number>();
  for (const [tag, count] of counts) sums.set(tag, (sums.get(tag) ?? 0) + count);
  return sums;
}
