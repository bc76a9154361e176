import { ifAbsent } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { putItem } from '../../../db/table';
import { putWrite, type TransactionWrite } from '../../../db/transaction';
import { newId, now, nowIso, timeOfId, toIso } from '../../../core/time';
import { invalidRequest } from '../../../core/errors';
import { findInboundList, inboundFeedId, listFeeds } from './find';
import type { Feed } from '../../../db/records/feeds';

const feedsMax = 10;

/** Creates a feed, which contains the events from now on. */
export async function createFeed(
  workspaceId: string,
  { events, inboxId }: Pick<Feed, 'events' | 'inboxId'>,
): Promise<Feed> {
  const { length } = await listFeeds(workspaceId);
  if (length >= feedsMax)
    throw invalidRequest(`A workspace can have at most ${feedsMax} feeds. Delete a feed first`);
  const id = newId();
  const feed: Feed = {
    id,
    workspaceId,
    events: [...new Set(events)],
    inboxId,
    createdAt: toIso(timeOfId(id)),
    lastExpiredBatch: now(),
  };
  await putItem<Feed>({ ...keys.feed(workspaceId, id), ...feed }, ifAbsent);
  return feed;
}

/** Starts the list of received mail, or returns the list that was started before. */
export async function enableInbound(workspaceId: string): Promise<Feed> {
  const existing = await findInboundList(workspaceId);
  if (existing) return existing;
  const feed = newInboundList(workspaceId);
  return (await putItem<Feed>({ ...keys.feed(workspaceId, inboundFeedId), ...feed }, ifAbsent)) ?? feed;
}

/** The write that starts the list of received mail in a transaction. Fails if the list exists. */
export const enableInboundWrite = (workspaceId: string): TransactionWrite =>
  putWrite<Feed>({ ...keys.feed(workspaceId, inboundFeedId), ...newInboundList(workspaceId) }, ifAbsent);

const newInboundList = (workspaceId: string): Feed => ({
  id: inboundFeedId,
  workspaceId,
  events: ['inbound'],
  inboxId: null,
  createdAt: nowIso(),
  lastExpiredBatch: now(),
});
