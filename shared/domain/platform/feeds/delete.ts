import { keys } from '../../../db/keys';
import { deleteItem } from '../../../db/table';
import type { RequestContext } from '../../../core/request-context';
import { notFound } from '../../../core/errors';
import { expectFeed, listFeeds } from './find';

/** Deletes the feed, or throws 404. Its events can no longer be read, and expire. */
export async function deleteFeed(ctx: RequestContext, id: string): Promise<void> {
  await expectFeed(ctx, id);
  if (!(await deleteItem(keys.feed(ctx.workspaceId, id)))) throw notFound('feed');
}

export async function deleteFeedsOfInbox(workspaceId: string, inboxId: string): Promise<void> {
  const feeds = (await listFeeds(workspaceId)).filter((feed) => feed.inboxId === inboxId);
  await Promise.all(feeds.map(({ id }) => deleteItem(keys.feed(workspaceId, id))));
}
