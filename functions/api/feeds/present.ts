import type * as z from 'zod/mini';
import type { Feed } from '../../../shared/db/records/feeds';
import type { FeedSchema } from './shapes';

export const presentFeed = ({ id, events, inboxId, createdAt }: Feed): z.infer<typeof FeedSchema> => ({
  id,
  events: [...events],
  inbox_id: inboxId ?? null,
  created_at: createdAt,
});
