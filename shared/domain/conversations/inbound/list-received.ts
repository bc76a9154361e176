import { setTimeout as sleep } from 'node:timers/promises';
import { isUuid } from '../../../db/cursor';
import { keys } from '../../../db/keys/index';
import { getItem, getItems, loadItemLookup } from '../../../db/table';
import { ApiError, invalidRequest, invalidState } from '../../../core/errors';
import { now } from '../../../core/time';
import type { RequestContext } from '../../../core/request-context';
import type { Feed } from '../../../db/records/feeds';
import { ifVisible, isVisibleTo } from '../../platform/api-keys/inbox-limit';
import type { InboundContent, InboundMessage } from '../../../db/records/inbound';
import { parseFeedCursor } from '../../platform/feeds/cursor';
import { feedRetentionMs, findInboundList, inboundFeedId } from '../../platform/feeds/find';
import { findPosition, latestPosition, oldestPosition, type FeedPosition } from '../../platform/feeds/read';
import { readOrWait, type FeedPage } from '../../platform/feeds/read-page';
import { readContentIfPresent } from '../../platform/content-store';
import { knownParticipants } from '../threads/known-participants';
import { readThreadContents } from '../threads/thread-contents';

/** A received message as the list shows it. */
export interface ListedMessage {
  message: InboundMessage;
  text: string;
  isKnownParticipant: boolean;
}

export interface ReceivedQuery {
  after: string | undefined;
  inboxId: string | undefined;
  threadId: string | undefined;
  from: string | undefined;
  limit: number;
  wait: number;
}

export interface ReceivedPage extends FeedPage<ListedMessage> {
  feed: Feed;
  /** Whether the request did not wait because no slot was free. */
  hasNoWaitSlot: boolean;
}

/** Lists the messages that were recorded after `after`, oldest first. */
export async function listReceived(ctx: RequestContext, query: ReceivedQuery): Promise<ReceivedPage> {
  const { workspaceId } = ctx;
  const start = parseStart(query.after);
  const feed = await findInboundList(workspaceId);
  if (!feed)
    throw invalidState(
      'The workspace has no list of received mail. Start it with POST /v1/inbound/enable or create an inbox',
    );
  const from = typeof start === 'string' ? await positionOf(ctx, feed, start) : start;
  const find = (ids: readonly string[]) => findMessages(workspaceId, ids, isWanted(ctx, query));
  const page = await readOrWait(ctx, { feed, from, limit: query.limit, find }, query.wait);
  return { ...page, feed };
}

/** Returns a position, or `now` or the ID of a message. */
function parseStart(after: string | undefined): FeedPosition | string {
  if (after === undefined) return oldestPosition();
  if (after === 'now' || isUuid(after)) return after;
  const position = parseFeedCursor(inboundFeedId, after);
  if (position) return position;
  throw invalidRequest('after: must be a next_cursor of this list, the ID of a received message, or now');
}

const isWanted =
  (ctx: RequestContext, { inboxId, threadId, from }: ReceivedQuery) =>
  (message: InboundMessage): boolean =>
    isVisibleTo<InboundMessage>(ctx).matches(message) &&
    (inboxId === undefined || message.inboxId === inboxId) &&
    (threadId === undefined || message.threadId === threadId) &&
    (from === undefined || message.from === from);

const positionOf = (ctx: RequestContext, feed: Feed, start: string): Promise<FeedPosition> =>
  start === 'now' ? latestPosition(feed) : positionOfMessage(ctx, feed, start);

/** How often and how long to wait for a message that was just received and is not listed yet. */
const [listingReads, listingPauseMs] = [6, 500];

async function positionOfMessage(ctx: RequestContext, feed: Feed, id: string): Promise<FeedPosition> {
  const message = ifVisible(ctx, await getItem(keys.inboundMessage(feed.workspaceId, id)));
  if (!message) throw invalidRequest('after: no such received message');
  const oldest = Math.max(Date.parse(feed.createdAt), now() - feedRetentionMs(feed));
  if (Date.parse(message.recordedAt) < oldest) return oldestPosition();
  for (let read = 0; read < listingReads; read += 1) {
    if (read > 0) await sleep(listingPauseMs);
    const entry = await getItem(keys.feedEntry(feed.workspaceId, feed.id, id));
    if (!entry) continue;
    const position = await findPosition(feed, entry);
    if (position) return position;
  }
  throw new ApiError('service_unavailable', 'after: the message is not listed yet. Retry the request', {
    headers: { 'Retry-After': '1' },
  });
}

/** Finds the messages that match. Messages that were deleted meanwhile are omitted. */
async function findMessages(
  workspaceId: string,
  ids: readonly string[],
  isWanted: (message: InboundMessage) => boolean,
): Promise<Map<string, () => Promise<ListedMessage>>> {
  const messages = await getItems(ids.map((id) => keys.inboundMessage(workspaceId, id)));
  const wanted = messages.filter(isWanted);
  const contentKey = ({ id }: InboundMessage) => keys.inboundContent(workspaceId, id);
  const [found, knownByThread] = await Promise.all([
    loadItemLookup(wanted.map(contentKey)),
    readKnownParticipants(workspaceId, wanted),
  ]);
  const read = async (message: InboundMessage): Promise<ListedMessage> => {
    const record = found(contentKey(message));
    const content = record && (await readContentIfPresent<InboundContent>(record));
    const isKnownParticipant = knownByThread.get(message.threadId)?.has(message.from) ?? false;
    return { message, text: content?.text ?? '', isKnownParticipant };
  };
  return new Map(wanted.map((message) => [message.id, () => read(message)]));
}

async function readKnownParticipants(
  workspaceId: string,
  messages: readonly InboundMessage[],
): Promise<Map<string, ReadonlySet<string>>> {
  const threadIds = [...new Set(messages.map(({ threadId }) => threadId))];
  const known = await Promise.all(
    threadIds.map(async (id) => {
      const contents = await readThreadContents(workspaceId, id);
      return [id, contents ? knownParticipants(contents) : new Set<string>()] as const;
    }),
  );
  return new Map(known);
}
