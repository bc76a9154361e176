import { enqueue } from '../../../aws/queues';
import { parkedDeliveriesKey } from '../../../db/keys';
import { indexQuery } from '../../../db/query';
import { queryPages } from '../../../db/table';
import type { DueWorkMessage } from '../scheduler/due-jobs';
import { findWebhookEndpoint } from './find';
import { queueAttempts } from './queue-attempts';
import type { WebhookDelivery, WebhookEndpoint } from '../../../db/records/webhooks';

/** An index shows a record shortly after the write. The second run finds records that the first run missed. */
const resumeDelaysSeconds = [2, 60] as const;

/** Queues the job that resumes deliveries that became due while the endpoint was disabled. */
export async function enqueueResume({ workspaceId, id }: WebhookEndpoint): Promise<void> {
  const body: DueWorkMessage = { job: 'resumeWebhook', workspaceId, id };
  await enqueue(
    'due-work',
    resumeDelaysSeconds.map((delaySeconds) => ({ body, delaySeconds })),
  );
}

/** Queues an attempt for every parked delivery. The attempt removes its delivery from the index. */
export async function resumeWebhook(workspaceId: string, endpointId: string): Promise<void> {
  const endpoint = await findWebhookEndpoint(workspaceId, endpointId);
  if (!endpoint?.enabled) return;
  const parked = indexQuery('byWaiting', parkedDeliveriesKey(workspaceId, endpointId));
  for await (const deliveries of queryPages<WebhookDelivery>(parked)) {
    await queueAttempts(deliveries.map((delivery) => ({ delivery })));
  }
}
