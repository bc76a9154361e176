import type { SQSRecord } from 'aws-lambda';
import * as z from '../../shared/schema/schema';
import { sendSlice } from '../../shared/domain/marketing/campaigns/run/send-slice';
import type { SliceMessage } from '../../shared/domain/platform/scheduler/due-jobs';
import { handleEachMessage, messageBody } from './support/each-message';

const Message: z.ZodMiniType<SliceMessage> = z.object({
  workspaceId: z.string(),
  campaignId: z.string(),
  id: z.string(),
  startsAt: z.number(),
  perRecipientMs: z.number(),
});

/**
 * A message can arrive twice or after the campaign is paused or deleted, so the worker first checks the slice and the
 * campaign.
 */
export const handler = handleEachMessage(
  ({ body }: SQSRecord): Promise<void> => sendSlice(Message.parse(JSON.parse(body))),
  'slice not sent',
  messageBody,
);
