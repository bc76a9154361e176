import { enqueue } from '../../../aws/queues';
import { attemptMessage } from '../scheduler/registry';
import type { Lane, WebhookDelivery } from '../../../db/records/webhooks';

interface Owed {
  delivery: Pick<WebhookDelivery, 'id' | 'workspaceId' | 'endpointId'>;
  delaySeconds?: number;
}

const queueOf = { fast: 'webhooks', slow: 'slow-webhooks' } as const;

/** Has the deliveries attempted, each as soon as its delay is over. */
export const queueAttempts = (owed: readonly Owed[], lane: Lane = 'fast'): Promise<void> =>
  enqueue(
    queueOf[lane],
    owed.map(({ delivery, delaySeconds = 0 }) => ({ ...attemptMessage(delivery), delaySeconds })),
  );
