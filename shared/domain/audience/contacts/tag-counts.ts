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

/** Adds to the number of contacts with each tag. A negative change subtracts. */
export async function addTagCounts(workspaceId: string, changes: ReadonlyMap<string, number>): Promise<void> {
  await Promise.all(
    [...changes].map(([tag, count]) => updateItem(keys.tag(workspaceId, tag), { add: { count } })),
  );
}

/**
 * The maximum number of tags in a pending record. One transaction updates the counts of all these tags and deletes the
 * record.
 */
export const pendingTagCountsMax = transactionWritesMax - 1;

/**
 * Records the tags in the transaction that adds them to contacts. Uses new records, because concurrent transactions
 * that update the same count conflict. `applyPendingTagCounts` updates the counts afterwards.
 */
export const pendingTagCountWrites = (workspaceId: string, tags: Iterable<string>): TransactionWrite[] =>
  chunksOf([...countOccurrences(tags)], pendingTagCountsMax).map((counts) => {
    const pendingCounts: PendingTagCounts = { counts };
    return putWrite({ ...keys.uncountedTags(workspaceId, newId()), ...pendingCounts });
  });

export const listPendingTagCounts = (workspaceId: string) =>
  queryAll<PendingTagCounts>(partitionQuery(keys.uncountedTags(workspaceId, '').pk));

/** Applies all pending records to the tag counts, including those of crashed requests. */
export async function applyPendingTagCounts(workspaceId: string): Promise<void> {
  const pending = await listPendingTagCounts(workspaceId);
  for (const group of groupForTransactions(pending)) {
    const isApplied = await writeTransaction([
      ...group.map((pendingCounts) => deleteWrite(pendingCounts, ifPresent)),
      ...[...sumPendingCounts(group)].map(([tag, count]) =>
        updateWrite(keys.tag(workspaceId, tag), { add: { count } }),
      ),
    ]);
    // Another request has applied some of the records.
    if (!isApplied) return applyPendingTagCounts(workspaceId);
  }
}

/** Groups the records so that one transaction can delete them and update the count of each of their tags once. */
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

/** Counts how often each tag occurs. */
export const countOccurrences = (tags: Iterable<string>): Map<string, number> =>
  sumCounts([...tags].map((tag) => [tag, 1] as const));

const sumPendingCounts = (pendingCounts: readonly PendingTagCounts[]): Map<string, number> =>
  sumCounts(pendingCounts.flatMap(({ counts }) => counts));

export function sumCounts(counts: Iterable<readonly [tag: string, count: number]>): Map<string, number> {
  const sums = new Map<string, number>();
  for (const [tag, count] of counts) sums.set(tag, (sums.get(tag) ?? 0) + count);
  return sums;
}
