import { inflateRawSync } from 'node:zlib';
import { keys } from '../../../db/keys';
import { getItems } from '../../../db/table';
import { ApiError, invalidRequest } from '../../../core/errors';
import type { RequestContext } from '../../../core/request-context';
import { readPayload } from '../webhooks/stored-payload';
import { parseFeedCursor } from './cursor';
import { expectFeed } from './find';
import { isExpired, latestPosition, oldestPosition, type FeedPosition } from './read';
import { readOrWait, type FeedPage } from './read-page';
import type { Feed, FeedEntry } from '../../../db/records/feeds';
import type { inboundPayload, SentMailPayload } from '../webhooks/payload';

/** The payload of a webhook. */
export type FeedEventPayload =
  MutableLists<ReturnType<typeof inboundPayload>> | MutableLists<SentMailPayload>;

type MutableLists<T> = { [Name in keyof T]: T[Name] extends readonly (infer Item)[] ? Item[] : T[Name] };

export interface EventsQuery {
  after: string | undefined;
  limit: number;
  wait: number;
}

/** Reads the events of a feed after `after`, oldest first. */
export async function readFeedEvents(
  ctx: RequestContext,
  id: string,
  { after, limit, wait }: EventsQuery,
): Promise<FeedPage<FeedEventPayload> & { feed: Feed; hasNoWaitSlot: boolean }> {
  const feed = await expectFeed(ctx, id);
  const from = await positionOf(feed, after);
  const page = await readOrWait(ctx, { feed, from, limit, find: (ids) => findEvents(feed, ids) }, wait);
  return { ...page, feed };
}

async function positionOf(feed: Feed, after: string | undefined): Promise<FeedPosition> {
  if (after === undefined) return oldestPosition();
  if (after === 'now') return latestPosition(feed);
  const position = parseFeedCursor(feed.id, after);
  if (!position) throw invalidRequest('after: must be a cursor of this feed or now');
  if (isExpired(feed, position))
    throw new ApiError(
      'gone',
      'after: events that follow this cursor were deleted after 7 days. Continue without after, and expect a gap',
    );
  return position;
}

async function findEvents(
  feed: Feed,
  ids: readonly string[],
): Promise<Map<string, () => Promise<FeedEventPayload>>> {
  const entries = await getItems(ids.map((id) => keys.feedEntry(feed.workspaceId, feed.id, id)));
  return new Map(entries.map((entry) => [entry.id, () => readEvent(entry)]));
}

/** Publishers stored a payload of this type. */
const readEvent = async ({ payload, payloadKey }: FeedEntry): Promise<FeedEventPayload> =>
  JSON.parse(
    payload ? inflateRawSync(payload).toString() : await readPayload({ ...(payloadKey && { payloadKey }) }),
  ) as FeedEventPayload;
