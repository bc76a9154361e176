import { keys } from '../../../db/keys';
import { getItems } from '../../../db/table';
import { logger } from '../../../core/logger';
import { now } from '../../../core/time';
import { waitUntilDue } from '../scheduler/wait-until-due';
import type { DeliveryAttemptMessage } from '../scheduler/due-jobs';
import { scheduleWakeup } from '../scheduler/schedule-wakeup';
import { fitsQueueDelay } from './attempt-times';
import { findWebhookEndpoint } from './find';
import { claimDelivery, isFinished, recordAttempt, markUndeliverable } from './delivery-states';
import { acquireHostSlot } from './host-slots';
import { readPayload } from './stored-payload';
import { mayUseFastLane, trackResponseTime } from './endpoint-speed';
import { postToEndpoint, type PostOutcome } from './post-to-endpoint';
import { queueAttempts } from './queue-attempts';
import type { DeliveryLane, WebhookDelivery, WebhookEndpoint } from '../../../db/records/webhooks';
import { openSecret } from './sealed-secret';
import { signatureHeader } from './sign';
import { normalizedHost } from './check-destination';

interface DeliveryContext {
  delivery: WebhookDelivery;
  endpoint: WebhookEndpoint;
}

/**
 * Makes the delivery attempt that a queue message requests. The delivery record decides whether an attempt is due,
 * because messages may be repeated, early or obsolete. An early message may be the only message, so its attempt is
 * scheduled again.
 */
export async function attemptDelivery(message: DeliveryAttemptMessage, lane: DeliveryLane): Promise<void> {
  const { delivery, endpoint } = await loadDelivery(message);
  if (!delivery || isFinished(delivery)) return;
  if (!(await waitUntilDue(Date.parse(delivery.nextAttemptAt)))) return scheduleNextAttempt(delivery);
  if (!endpoint?.enabled) return skipAttempt(delivery, endpoint);
  if (lane === 'fast' && !(await mayUseFastLane(endpoint))) return queueAttempts([{ delivery }], 'slow');
  if (!(await acquireHostSlot(normalizedHost(endpoint.url), lane)))
    return queueAttempts([{ delivery }], 'slow');
  const claimed = await claimDelivery(delivery);
  if (!claimed) return;
  const outcome = await postDelivery({ delivery: claimed, endpoint });
  // A rejected write may repeat a write whose response was lost, so read the recorded result.
  const recorded = (await recordAttempt(claimed, outcome)) ?? (await loadDelivery(message)).delivery;
  if (recorded && !isFinished(recorded)) await scheduleNextAttempt(recorded);
}

async function loadDelivery({
  workspaceId,
  endpointId,
  deliveryId,
}: DeliveryAttemptMessage): Promise<Partial<DeliveryContext>> {
  const found = await getItems<WebhookDelivery | WebhookEndpoint>([
    keys.webhookDelivery(workspaceId, endpointId, deliveryId),
    keys.webhookEndpoint(workspaceId, endpointId),
  ]);
  const delivery = found.find((item): item is typeof item & WebhookDelivery => 'endpointId' in item);
  const endpoint = found.find((item): item is typeof item & WebhookEndpoint => 'sealedSecret' in item);
  return { ...(delivery && { delivery }), ...(endpoint && { endpoint }) };
}

async function postDelivery({ delivery, endpoint }: DeliveryContext): Promise<PostOutcome> {
  const { workspaceId, endpointId, id, event, attempts } = delivery;
  const body = await readPayload(delivery);
  const secret = await openSecret(endpoint.sealedSecret, { workspaceId, endpointId });
  const outcome = await trackResponseTime(endpoint, () =>
    postToEndpoint(endpoint.url, body, {
      'Content-Type': 'application/json',
      'Content-Length': `${Buffer.byteLength(body)}`,
      'User-Agent': 'CarrierNest-Webhooks/1',
      'X-CN-Delivery': id,
      'X-CN-Signature': signatureHeader(body, secret, Math.floor(now() / 1000)),
    }),
  );
  logger.info('webhook attempted', {
    workspaceId,
    endpointId,
    deliveryId: id,
    event,
    attempt: attempts + 1,
    ...outcome,
  });
  return outcome;
}

/** Queues an attempt that is due soon. A later attempt becomes due in the table, with a wakeup. */
async function scheduleNextAttempt(delivery: WebhookDelivery): Promise<void> {
  const at = Date.parse(delivery.nextAttemptAt);
  if (!fitsQueueDelay(at)) return scheduleWakeup(at);
  const delaySeconds = Math.max(0, Math.ceil((at - now()) / 1000));
  await queueAttempts([{ delivery, delaySeconds }]);
}

/**
 * Records that the delivery cannot be attempted now. If the endpoint was enabled at the same time, the resume job may
 * have run too early to find this delivery, so this function queues the attempt.
 */
async function skipAttempt(delivery: WebhookDelivery, endpoint: WebhookEndpoint | undefined): Promise<void> {
  const marked = await markUndeliverable(delivery, { isParked: endpoint !== undefined });
  if (!marked || !endpoint) return;
  const current = await findWebhookEndpoint(endpoint.workspaceId, endpoint.id);
  if (current?.enabled) await queueAttempts([{ delivery }]);
}
