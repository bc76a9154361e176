import { ifAbsent, is } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { partitionQuery } from '../../../db/query';
import { getItem, putItem, queryPage, queryPages, updateItem } from '../../../db/table';
import { putWrite, updateWrite, writeTransaction } from '../../../db/transaction';
import { dayMs, epochSeconds, hourMs, now } from '../../../core/time';
import { feedRetentionMs } from './find';
import type { Feed, FeedBatch, FeedEntry } from '../../../db/records/feeds';

/** An event to add to a feed. */
export type NewEntry = Pick<FeedEntry, 'id' | 'payload' | 'payloadKey'>;

/** The queues repeat no event after this time. */
const repetitionMs = 15 * dayMs;

/**
 * Adds events to a feed. May be called again for the same event, at any time and concurrently: each event is then in
 * exactly one batch (docs/decisions/0062-feeds-are-logs-of-batches.md). Drops the events of a deleted feed.
 */
export async function appendToFeed(
  { workspaceId, id }: Pick<Feed, 'workspaceId' | 'id'>,
  entries: readonly NewEntry[],
): Promise<void> {
  for (;;) {
    const feed = await getItem(keys.feed(workspaceId, id));
    if (!feed) return;
    const next = await findNextBatch(feed);
    if (next && (await appendFrom(next, feed, entries))) return;
  }
}

interface NextBatch {
  number: number;
  /** Whether the batch may be written only while `lastExpiredBatch` of the feed is unchanged. */
  isGuarded: boolean;
}

/**
 * DynamoDB deletes expired batches in any order, so the highest number that is left may be lower than one that was used.
 * From this time before the last batch expires, the feed continues with a higher number than any before.
 */
const continueMs = hourMs;

/** No execution takes that long, so an unguarded write ends before the feed continues with a higher number. */
const guardMs = 2 * hourMs;

/**
 * Returns undefined if the feed changed. Numbers are never used again: a feed has less than one batch per ms, so the
 * time in ms is higher than the number of each expired batch.
 */
async function findNextBatch(feed: Feed): Promise<NextBatch | undefined> {
  const { lastExpiredBatch } = feed;
  const last = await findLastBatch(feed);
  const remainingMs = (last?.committedAt ?? 0) + feedRetentionMs(feed) - now();
  if (last && remainingMs > continueMs) return { number: last.number + 1, isGuarded: remainingMs <= guardMs };
  const isContinued = lastExpiredBatch > (last?.number ?? 0);
  if (isContinued && now() - lastExpiredBatch < feedRetentionMs(feed) - continueMs)
    return { number: lastExpiredBatch + 1, isGuarded: true };
  await updateItem<Feed>(
    keys.feed(feed.workspaceId, feed.id),
    { set: { lastExpiredBatch: now() } },
    is('lastExpiredBatch', lastExpiredBatch),
  );
  return undefined;
}

export async function findLastBatch({
  workspaceId,
  id,
}: Pick<Feed, 'workspaceId' | 'id'>): Promise<FeedBatch | undefined> {
  const { pk } = keys.feedBatch(workspaceId, id, 0);
  const { items } = await queryPage<FeedBatch>(partitionQuery(pk, { descending: true, pageSize: 1 }));
  return items[0];
}

/**
 * Writes a batch of the events that no batch contains. A batch is written only if all earlier batches since the entries
 * of its events were created have been read. Returns false if the number of the next batch is outdated.
 */
async function appendFrom(
  { number: start, isGuarded }: NextBatch,
  feed: Feed,
  entries: readonly NewEntry[],
): Promise<boolean> {
  const created = await Promise.all(entries.map((entry) => createEntry(feed, entry, start)));
  if (created.some(({ firstBatch }) => firstBatch > start)) return false;
  let pending = await removeAdded(feed, created.filter(isRetained), start);
  for (let number = start; pending.length > 0; number += 1) {
    const batch = newBatch(feed, number, pending);
    if (isGuarded && number === start) return putGuardedBatch(feed, batch);
    const earlier = await putBatch(feed, batch);
    if (!earlier) return true;
    // The batch of another caller may contain some of these events.
    pending = withoutIds(pending, earlier.ids);
  }
  return true;
}

/** Creates the entry of an event. Returns the existing entry of a repeated event. */
async function createEntry(feed: Feed, entry: NewEntry, firstBatch: number): Promise<FeedEntry> {
  const expiresAt = epochSeconds(now() + feedRetentionMs(feed) + repetitionMs);
  const created: FeedEntry = { ...entry, firstBatch, expiresAt };
  const key = keys.feedEntry(feed.workspaceId, feed.id, entry.id);
  return (await putItem<FeedEntry>({ ...key, ...created }, ifAbsent)) ?? created;
}

/** Whether the batch of the entry, if there is one, cannot have expired. */
export const isRetained = ({ expiresAt }: FeedEntry): boolean => expiresAt * 1000 - now() > repetitionMs;

/** Returns the events that no batch below `number` contains. */
async function removeAdded(
  { workspaceId, id }: Feed,
  entries: readonly FeedEntry[],
  number: number,
): Promise<FeedEntry[]> {
  const from = Math.min(...entries.map(({ firstBatch }) => firstBatch));
  if (!(from < number)) return [...entries];
  const [first, last] = [keys.feedBatch(workspaceId, id, from), keys.feedBatch(workspaceId, id, number - 1)];
  let pending = [...entries];
  for await (const batches of queryPages<FeedBatch>(
    partitionQuery(first.pk, { between: [first.sk, last.sk] }),
  )) {
    pending = withoutIds(
      pending,
      batches.flatMap(({ ids }) => ids),
    );
    if (pending.length === 0) break;
  }
  return pending;
}

function withoutIds(entries: readonly FeedEntry[], ids: readonly string[]): FeedEntry[] {
  const added = new Set(ids);
  return entries.filter(({ id }) => !added.has(id));
}

function newBatch(feed: Feed, number: number, entries: readonly FeedEntry[]): FeedBatch {
  const committedAt = now();
  const expiresAt = epochSeconds(committedAt + feedRetentionMs(feed));
  return { number, ids: entries.map(({ id }) => id), committedAt, expiresAt };
}

/** Returns the batch that already has this number. */
const putBatch = ({ workspaceId, id }: Feed, batch: FeedBatch): Promise<FeedBatch | undefined> =>
  putItem<FeedBatch>({ ...keys.feedBatch(workspaceId, id, batch.number), ...batch }, ifAbsent);

/** Returns false if another caller wrote the batch or continued the feed with a higher number. */
const putGuardedBatch = ({ workspaceId, id, lastExpiredBatch }: Feed, batch: FeedBatch): Promise<boolean> =>
  writeTransaction([
    updateWrite<Feed>(
      keys.feed(workspaceId, id),
      { set: { lastExpiredBatch } },
      is('lastExpiredBatch', lastExpiredBatch),
    ),
    putWrite<FeedBatch>({ ...keys.feedBatch(workspaceId, id, batch.number), ...batch }, ifAbsent),
  ]);
