import { feedCursor } from '../../../shared/domain/platform/feeds/cursor';
import { readFeedEvents } from '../../../shared/domain/platform/feeds/read-events';
import { growingList, ok, retryLaterHeaders } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { presentFeedEvent } from './present';
import { feedRoutes } from './routes';

export const handler = endpoint(feedRoutes.getFeedEvents, async (ctx, { params: { id }, query }) => {
  const { feed, rows, next, hasMore, hasNoWaitSlot } = await readFeedEvents(ctx, id, query);
  return ok(
    growingList(
      rows.map(({ row, next: after }) => presentFeedEvent(feed, row, after)),
      { hasMore, cursor: feedCursor(feed, next) },
    ),
    hasNoWaitSlot ? retryLaterHeaders : {},
  );
});
