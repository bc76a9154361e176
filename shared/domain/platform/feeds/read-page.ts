import { setTimeout as sleep } from 'node:timers/promises';
import { chunksOf } from '../../../core/chunks';
import { bytesInResponse, responseBytesMax } from '../../../core/response-size';
import { now } from '../../../core/time';
import type { RequestContext } from '../../../core/request-context';
import { eventsFrom, hasEventsAfter, type FeedPosition, type PositionedEvent } from './read';
import { withWaitSlot } from './wait-slots';
import type { Feed } from '../../../db/records/feeds';

/** An event with its content. */
export interface FeedRow<Row> {
  row: Row;
  /** The position after the event. */
  next: FeedPosition;
}

export interface FeedPage<Row> {
  rows: FeedRow<Row>[];
  /** Where the next page starts. Filtered events are behind it. */
  next: FeedPosition;
  hasMore: boolean;
}

export interface PageRequest<Row> {
  feed: Feed;
  from: FeedPosition;
  limit: number;
  /**
   * Finds the events that the reader wants to see. Each is read when its turn comes, because together they may not fit
   * into memory.
   */
  find: (ids: readonly string[]) => Promise<ReadonlyMap<string, () => Promise<Row>>>;
}

/** The number of events that are found together. */
const chunkSize = 25;

/** A page with few or no rows ends after this time, so that filters cannot use up the time of the function. */
const readingMsMax = 10_000;

/** Reads the next events of a feed for at most `msMax`, up to `limit` rows or as many as fit into a response. */
async function readPage<Row extends object>(
  { feed, from, limit, find }: PageRequest<Row>,
  msMax = readingMsMax,
): Promise<FeedPage<Row>> {
  const [startedAt, startedMs] = [now(), performance.now()];
  const page: FeedPage<Row> = { rows: [], next: from, hasMore: true };
  let remainingBytes = responseBytesMax;
  for await (const events of inChunks(eventsFrom(feed, from))) {
    const found = await find(events.map(({ id }) => id));
    for (const { id, next } of events) {
      const row = await found.get(id)?.();
      if (row) remainingBytes -= bytesInResponse(row);
      if (row && remainingBytes < 0 && page.rows.length > 0) return page;
      if (row) page.rows.push({ row, next });
      page.next = next;
      if (page.rows.length === limit)
        return { ...page, hasMore: next.index > 0 || (await hasEventsAfter(feed, next)) };
    }
    if (performance.now() - startedMs > msMax) return page;
  }
  return { ...page, next: { ...page.next, at: startedAt }, hasMore: false };
}

async function* inChunks(pages: AsyncIterable<PositionedEvent[]>): AsyncGenerator<PositionedEvent[]> {
  for await (const events of pages) yield* chunksOf(events, chunkSize);
}

/** The time between two reads of a waiting request. */
const pollMs = 600;

/** The time that a waiting request leaves for its response. */
const responseMs = 2_000;

/**
 * Reads a page. If the page is empty, waits up to `waitSeconds` of real time for an event. `hasNoWaitSlot` is true if the
 * request did not wait because no slot is free.
 */
export async function readOrWait<Row extends object>(
  ctx: RequestContext,
  request: PageRequest<Row>,
  waitSeconds: number,
): Promise<FeedPage<Row> & { hasNoWaitSlot: boolean }> {
  let page = await readPage(request);
  if (page.rows.length > 0 || waitSeconds === 0) return { ...page, hasNoWaitSlot: false };
  const endsAt = performance.now() + Math.min(waitSeconds * 1000, ctx.remainingMs() - responseMs);
  const hasWaited = await withWaitSlot(ctx, async () => {
    for (;;) {
      const remainingMs = endsAt - performance.now();
      if (page.rows.length > 0 || remainingMs <= 0) return true;
      if (!page.hasMore) await sleep(Math.min(pollMs, remainingMs));
      if (page.hasMore || (await hasEventsAfter(request.feed, page.next)))
        page = await readPage({ ...request, from: page.next }, Math.min(readingMsMax, remainingMs));
    }
  });
  return { ...page, hasNoWaitSlot: hasWaited === undefined };
}
