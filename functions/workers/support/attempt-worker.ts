import type { SQSRecord } from 'aws-lambda';
import * as z from '../../../shared/schema/schema';
import type { DeliveryAttemptMessage } from '../../../shared/domain/platform/scheduler/due-jobs';
import { attemptDelivery } from '../../../shared/domain/platform/webhooks/attempt-delivery';
import type { DeliveryLane } from '../../../shared/db/records/webhooks';
import { handleEachMessage, messageBody } from './each-message';

const Message: z.ZodMiniType<DeliveryAttemptMessage> = z.object({
  workspaceId: z.string(),
  endpointId: z.string(),
  deliveryId: z.string(),
});

/** Returns the handler for the delivery attempts of one lane. */
export function deliveryAttemptHandler(lane: DeliveryLane) {
  const attemptMessage = ({ body }: SQSRecord): Promise<void> =>
    attemptDelivery(Message.parse(JSON.parse(body)), lane);
  return handleEachMessage(attemptMessage, 'webhook not attempted', messageBody);
}
