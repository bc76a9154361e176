import { listReceived } from '../../../shared/domain/conversations/inbound/list-received';
import { feedCursor } from '../../../shared/domain/platform/feeds/cursor';
import { growingList, ok, retryLaterHeaders } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { presentListedMessage } from './present';
import { inboundRoutes } from './routes';

export const handler = endpoint(inboundRoutes.getReceivedMessages, async (ctx, { query }) => {
  const { inbox_id: inboxId, thread_id: threadId, ...rest } = query;
  const { feed, rows, next, hasMore, hasNoWaitSlot } = await listReceived(ctx, {
    ...rest,
    inboxId,
    threadId,
  });
  return ok(
    growingList(
      rows.map(({ row }) => presentListedMessage(row)),
      { hasMore, cursor: feedCursor(feed, next) },
    ),
    hasNoWaitSlot ? retryLaterHeaders : {},
  );
});
