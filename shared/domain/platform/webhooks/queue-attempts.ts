import { enqueue } from '../../../aws/queues';
import { deliveryAttemptMessage } from '../scheduler/due-jobs';
import type { DeliveryLane, WebhookDelivery } from '../../../db/records/webhooks';

interface QueuedAttempt {
  delivery: Pick<WebhookDelivery, 'id' | 'workspaceId' | 'endpointId'>;
  delaySeconds?: number;
}

const queueByLane = { fast: 'webhooks', slow: 'slow-webhooks' } as const;

/** Queues an attempt for each delivery. A worker makes the attempt after the delay. */
export const queueAttempts = (
  attempts: readonly QueuedAttempt[],
  lane: DeliveryLane = 'fast',
): Promise<void> =>
  enqueue(
    queueByLane[lane],
    attempts.map(({ delivery, delaySeconds = 0 }) => ({ ...deliveryAttemptMessage(delivery), delaySeconds })),
  );
