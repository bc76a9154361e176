import type { SQSRecord } from 'aws-lambda';
import * as z from '../../../shared/schema/schema';
import type { OwedAttempt } from '../../../shared/domain/platform/scheduler/registry';
import { attemptDelivery } from '../../../shared/domain/platform/webhooks/attempt';
import type { Lane } from '../../../shared/db/records/webhooks';
import { eachMessage, said } from './each-message';

const Message: z.ZodMiniType<OwedAttempt> = z.object({
  workspaceId: z.string(),
  endpointId: z.string(),
  deliveryId: z.string(),
});

/** The function that makes the attempts of one lane. */
export function attemptWorker(lane: Lane) {
  const attempt = ({ body }: SQSRecord): Promise<void> =>
    attemptDelivery(Message.parse(JSON.parse(body)), lane);
  return eachMessage(attempt, 'webhook not attempted', said);
}
