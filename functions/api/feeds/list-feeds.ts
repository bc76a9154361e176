import { encodeCursor } from '../../../shared/db/cursor';
import { listVisibleFeeds } from '../../../shared/domain/platform/feeds/find';
import { ok, pagedList } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { presentFeed } from './present';
import { feedRoutes } from './routes';

export const handler = endpoint(feedRoutes.listFeeds, async (ctx, { query: { cursor: before, limit } }) => {
  const feeds = (await listVisibleFeeds(ctx)).filter(({ id }) => before === undefined || id < before);
  const page = feeds.slice(0, limit);
  const last = page.at(-1);
  return ok(pagedList(page.map(presentFeed), last && feeds.length > limit ? encodeCursor(last.id) : null));
});
