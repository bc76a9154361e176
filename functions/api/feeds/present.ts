import type * as z from 'zod/mini';
import type { Feed } from '../../../shared/db/records/feeds';
import { withFittingText } from '../../../shared/core/response-size';
import type { FeedPosition } from '../../../shared/domain/platform/feeds/read';
import type { FeedEventPayload } from '../../../shared/domain/platform/feeds/read-events';
import { feedCursor } from '../../../shared/domain/platform/feeds/cursor';
import type { FeedEventSchema, FeedInboundEventSchema, FeedSchema } from './shapes';

export const presentFeed = ({ id, events, inboxId, createdAt }: Feed): z.infer<typeof FeedSchema> => ({
  id,
  events: [...events],
  inbox_id: inboxId ?? null,
  created_at: createdAt,
});

export const presentFeedEvent = (
  feed: Feed,
  event: FeedEventPayload,
  next: FeedPosition,
): z.infer<typeof FeedEventSchema> => ({
  cursor: feedCursor(feed, next),
  event: 'text' in event ? withFittingText<z.infer<typeof FeedInboundEventSchema>>(event) : event,
});
