import { enqueue, type QueueMessage } from '../../aws/queues';
import type { Lane, OwedAttempt, WebhookDelivery } from './record';

interface Owed {
  delivery: Pick<WebhookDelivery, 'id' | 'workspaceId' | 'endpointId'>;
  delaySeconds?: number;
}

const queueOf = { fast: 'webhooks', slow: 'slow-webhooks' } as const;

/** Has the deliveries attempted, each as soon as its delay is over. */
export const queueAttempts = (owed: readonly Owed[], lane: Lane = 'fast'): Promise<void> =>
  enqueue(queueOf[lane], owed.map(messageOf));

function messageOf({ delivery, delaySeconds = 0 }: Owed): QueueMessage {
  const { workspaceId, endpointId, id: deliveryId } = delivery;
  const body: OwedAttempt = { workspaceId, endpointId, deliveryId };
  return { body, delaySeconds, group: endpointId };
}
