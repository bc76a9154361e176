import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import * as z from '../../shared/schema/schema';
import { feedAppender } from '../../shared/domain/platform/feeds/feed-appender';
import type { FeedMessage } from '../../shared/domain/platform/feeds/publish';
import { handleEachMessage } from './support/each-message';

const Message: z.ZodMiniType<FeedMessage> = z.object({
  workspaceId: z.string(),
  feeds: z.array(z.object({ id: z.string(), earlier: z.array(z.string()) })),
  eventId: z.string(),
  payload: z.optional(z.string()),
  payloadKey: z.optional(z.string()),
});

export const handler = (event: SQSEvent, context: Context): Promise<SQSBatchResponse> => {
  const append = feedAppender();
  /** Handles one event, which may arrive twice. After a failure, SQS delivers the event again. */
  const sequence = ({ body }: SQSRecord): Promise<void> => append(Message.parse(JSON.parse(body)));
  return handleEachMessage(sequence, 'event not added to a feed')(event, context);
};
