import { feedSortKeyPrefix, keys } from '../../../db/keys';
import { partitionQuery } from '../../../db/query';
import { getItem, queryAll } from '../../../db/table';
import { isUuid } from '../../../db/cursor';
import { notFound } from '../../../core/errors';
import { dayMs } from '../../../core/time';
import type { Feed } from '../../../db/records/feeds';
import { ifVisible, isVisibleTo, type Viewer } from '../api-keys/inbox-limit';

/** The id of the feed that is the list of received mail. Clients cannot use the id. */
export const inboundFeedId = 'inbound';

export const isInboundList = ({ id }: Pick<Feed, 'id'>): boolean => id === inboundFeedId;

/** How long the events of a feed are kept, in ms: received mail for 30 days, other events for 7 days. */
export const feedRetentionMs = (feed: Pick<Feed, 'id'>): number => (isInboundList(feed) ? 30 : 7) * dayMs;

export const findInboundList = (workspaceId: string): Promise<Feed | undefined> =>
  getItem(keys.feed(workspaceId, inboundFeedId));

/** Returns the feed with this id or throws 404. */
export async function expectFeed(viewer: Viewer, id: string): Promise<Feed> {
  const found = isUuid(id) ? await getItem(keys.feed(viewer.workspaceId, id)) : undefined;
  const feed = ifVisible(viewer, found);
  if (!feed) throw notFound('feed');
  return feed;
}

/** The feeds that the workspace created, newest first. A workspace has few. */
export async function listFeeds(workspaceId: string): Promise<Feed[]> {
  const { pk } = keys.feed(workspaceId, '');
  const feeds = await queryAll<Feed>(partitionQuery(pk, { beginsWith: feedSortKeyPrefix, descending: true }));
  return feeds.filter((feed) => !isInboundList(feed));
}

export async function listVisibleFeeds(viewer: Viewer): Promise<Feed[]> {
  const isVisible = isVisibleTo<Feed>(viewer);
  return (await listFeeds(viewer.workspaceId)).filter((feed) => isVisible.matches(feed));
}
