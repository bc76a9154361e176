import { ifAbsent } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { putItem } from '../../../db/table';
import { putWrite, updateWrite, writeTransaction, type TransactionWrite } from '../../../db/transaction';
import { now, nowIso, timeOfId, toIso } from '../../../core/time';
import { invalidRequest } from '../../../core/errors';
import type { RequestContext } from '../../../core/request-context';
import { requireInboxWrite, unknownInboxError } from '../api-keys/inbox-limit';
import { findInboundList, inboundFeedId, listFeeds } from './find';
import type { Feed } from '../../../db/records/feeds';

const feedsMax = 10;

/**
 * Creates a feed, which contains the events from now on. The feed of an inbox is deleted with the inbox. A retry returns
 * the feed that the first attempt created.
 */
export async function createFeed(
  { workspaceId, operation }: Pick<RequestContext, 'workspaceId' | 'operation'>,
  { events, inboxId }: Pick<Feed, 'events' | 'inboxId'>,
): Promise<Feed> {
  const { id } = operation;
  const feeds = await listFeeds(workspaceId);
  const existing = feeds.find((feed) => feed.id === id);
  if (existing) return existing;
  if (feeds.length >= feedsMax)
    throw invalidRequest(`A workspace can have at most ${feedsMax} feeds. Delete a feed first`);
  const feed: Feed = {
    id,
    workspaceId,
    events: [...new Set(events)],
    createdAt: toIso(timeOfId(id)),
    lastExpiredBatch: now(),
    ...(inboxId !== undefined && { inboxId }),
  };
  const writes = [
    putWrite<Feed>({ ...keys.feed(workspaceId, id), ...feed }),
    ...(inboxId === undefined ? [] : [requireInboxWrite(workspaceId, inboxId)]),
  ];
  if (!(await writeTransaction(writes))) throw unknownInboxError();
  return feed;
}

/** Starts the list of received mail, or returns the list that was started before. */
export async function enableInbound(workspaceId: string): Promise<Feed> {
  const existing = await findInboundList(workspaceId);
  if (existing) return existing;
  const feed = newInboundList(workspaceId);
  return (await putItem<Feed>({ ...keys.feed(workspaceId, inboundFeedId), ...feed }, ifAbsent)) ?? feed;
}

/** The write of the first inbox. Starts the list of received mail if it was not started before. */
export const firstInboxWrite = (workspaceId: string): TransactionWrite =>
  updateWrite<Feed>(keys.feed(workspaceId, inboundFeedId), {
    set: { hasInboxes: true },
    setIfAbsent: newInboundList(workspaceId),
  });

const newInboundList = (workspaceId: string): Feed => ({
  id: inboundFeedId,
  workspaceId,
  events: ['inbound'],
  createdAt: nowIso(),
  lastExpiredBatch: now(),
});
