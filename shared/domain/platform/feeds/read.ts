import { keys } from '../../../db/keys';
import { partitionQuery } from '../../../db/query';
import { getItem, queryPage, queryPages } from '../../../db/table';
import { now } from '../../../core/time';
import { feedRetentionMs } from './find';
import { findLastBatch, isRetained } from './sequence';
import type { Feed, FeedBatch, FeedEntry } from '../../../db/records/feeds';

/** Where a reader continues. */
export interface FeedPosition {
  /** The number of the batch, or a lower number than any batch that is kept. */
  batch: number;
  /** The index of the next event in the batch. */
  index: number;
  /** A time, in ms, at which the reader had missed nothing. */
  at: number;
}

/** An event of a feed, and the position after the event. */
export interface PositionedEvent {
  id: string;
  next: FeedPosition;
}

/** The position before the oldest event that is kept. */
export const oldestPosition = (): FeedPosition => ({ batch: 0, index: 0, at: now() });

/** The position after the latest event. */
export async function latestPosition(feed: Feed): Promise<FeedPosition> {
  const at = now();
  const last = await findLastBatch(feed);
  return { batch: Math.max(last?.number ?? 0, feed.lastExpiredBatch) + 1, index: 0, at };
}

/** Whether events that follow the position have expired. */
export const isExpired = (feed: Feed, { at }: FeedPosition): boolean => at < now() - feedRetentionMs(feed);

/** Returns the events from the position on, up to the latest event. */
export async function* eventsFrom(
  feed: Feed,
  { batch: number, index }: FeedPosition,
): AsyncGenerator<PositionedEvent[]> {
  const { pk, sk } = keys.feedBatch(feed.workspaceId, feed.id, Math.max(0, number - 1));
  const oldest = now() - feedRetentionMs(feed);
  for await (const batches of queryPages<FeedBatch>(partitionQuery(pk, { after: sk }), batchesPerRead))
    yield batches
      .filter(({ committedAt }) => committedAt >= oldest)
      .flatMap((batch) => positionEvents(batch).slice(batch.number === number ? index : 0));
}

/** Returns the position after the event, or undefined if no batch contains the event yet. */
export async function findPosition(
  feed: Feed,
  { id, firstBatch }: FeedEntry,
): Promise<FeedPosition | undefined> {
  for await (const events of eventsFrom(feed, { ...oldestPosition(), batch: firstBatch })) {
    const found = events.find((event) => event.id === id);
    if (found) return found.next;
  }
  return undefined;
}

/** Whether the feed contains the event, did contain it, or was deleted. */
export async function containsEvent(
  { workspaceId, id }: Pick<Feed, 'workspaceId' | 'id'>,
  eventId: string,
): Promise<boolean> {
  const [feed, entry] = await Promise.all([
    getItem(keys.feed(workspaceId, id)),
    getItem(keys.feedEntry(workspaceId, id, eventId)),
  ]);
  if (!feed) return true;
  if (!entry) return false;
  return !isRetained(entry) || (await findPosition(feed, entry)) !== undefined;
}

/** A reader of one page needs few batches. */
const batchesPerRead = (readsBefore: number): number => (readsBefore === 0 ? 10 : 100);

const positionEvents = ({ number, ids, committedAt: at }: FeedBatch): PositionedEvent[] =>
  ids.map((id, index) => ({
    id,
    next:
      index + 1 < ids.length ? { batch: number, index: index + 1, at } : { batch: number + 1, index: 0, at },
  }));

/** Whether a batch follows the position. May miss a batch of the last second, and costs half as much therefore. */
export async function hasEventsAfter(feed: Feed, { batch }: FeedPosition): Promise<boolean> {
  const { pk, sk } = keys.feedBatch(feed.workspaceId, feed.id, Math.max(0, batch - 1));
  const { items } = await queryPage<FeedBatch>({
    ...partitionQuery(pk, { after: sk, pageSize: 1 }),
    ConsistentRead: false,
  });
  return items.length > 0;
}
