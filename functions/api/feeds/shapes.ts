import * as z from '../../../shared/schema/schema';
import { growingListOf, listOf, timestamp, untrusted } from '../../../shared/http/shapes';
import { InboundEventSchema, SentMailEventSchema } from '../webhook-endpoints/payload-shape';
import { WebhookEventTypeSchema } from '../webhook-endpoints/shapes';

/** See W-44. */
export const FeedSchema = z.object({
  id: z.uuid(),
  events: z.array(WebhookEventTypeSchema),
  inbox_id: z.nullable(z.uuid()),
  created_at: timestamp,
});

export const FeedListSchema = listOf(FeedSchema);

export const DeletedFeedSchema = z.object({ id: z.uuid(), deleted: z.literal(true) });

/** The payload of the webhook. A text that does not fit into a response is null. */
export const FeedInboundEventSchema = z.extend(InboundEventSchema, {
  text: untrusted(z.nullable(z.string())),
});

/** See W-45. */
export const FeedEventSchema = z.object({
  cursor: z.string(),
  event: z.union([FeedInboundEventSchema, SentMailEventSchema]),
});

export const FeedEventListSchema = growingListOf(FeedEventSchema);

export const NewFeedRequestSchema = z.strictObject({
  events: z.array(WebhookEventTypeSchema).check(z.minLength(1)),
  inbox_id: z.optional(z.nullable(z.uuid())),
});
