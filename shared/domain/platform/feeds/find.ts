import { feedSortKeyPrefix, keys } from '../../../db/keys';
import { partitionQuery } from '../../../db/query';
import { getItem, queryAll } from '../../../db/table';
import { isUuid } from '../../../db/cursor';
import { notFound } from '../../../core/errors';
import type { RequestContext } from '../../../core/request-context';
import { dayMs } from '../../../core/time';
import type { Feed } from '../../../db/records/feeds';

/** The id of the feed that is the list of received mail. Clients cannot use the id. */
export const inboundFeedId = 'inbound';

export const isInboundList = ({ id }: Pick<Feed, 'id'>): boolean => id === inboundFeedId;

/** How long the events of a feed are kept, in ms: received mail for 30 days, other events for 7 days. */
export const feedRetentionMs = (feed: Pick<Feed, 'id'>): number => (isInboundList(feed) ? 30 : 7) * dayMs;

export const findInboundList = (workspaceId: string): Promise<Feed | undefined> =>
  getItem(keys.feed(workspaceId, inboundFeedId));

type Caller = Pick<RequestContext, 'workspaceId' | 'credential'>;

/** Returns the feed with this id or throws 404. */
export async function expectFeed(ctx: Caller, id: string): Promise<Feed> {
  const feed = isUuid(id) ? await getItem(keys.feed(ctx.workspaceId, id)) : undefined;
  if (!feed || !isVisibleTo(ctx)(feed)) throw notFound('feed');
  return feed;
}

/** The feeds that the workspace created, newest first. A workspace has few. */
export async function listFeeds(workspaceId: string): Promise<Feed[]> {
  const { pk } = keys.feed(workspaceId, '');
  const feeds = await queryAll<Feed>(partitionQuery(pk, { beginsWith: feedSortKeyPrefix, descending: true }));
  return feeds.filter((feed) => !isInboundList(feed));
}

export const visibleFeeds = async (ctx: Caller): Promise<Feed[]> =>
  (await listFeeds(ctx.workspaceId)).filter(isVisibleTo(ctx));

/** A key that is limited to an inbox sees only the feeds of the inbox. */
const isVisibleTo =
  ({ credential }: Caller) =>
  ({ inboxId }: Feed): boolean =>
    [undefined, null, inboxId].includes(credential.guardrails.inboxId);
