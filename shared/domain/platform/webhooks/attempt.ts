import { keys } from '../../../db/keys';
import { getItems } from '../../../db/table';
import { logger } from '../../../core/logger';
import { now } from '../../../core/time';
import { reached } from '../scheduler/reached';
import type { OwedAttempt } from '../scheduler/registry';
import { setAlarm } from '../scheduler/set-alarm';
import { isNear } from './attempt-times';
import { findWebhookEndpoint } from './find';
import { claimDelivery, isOver, recordAttempt, setAside } from './delivery-states';
import { awaitTurn } from './host-pace';
import { readPayload } from './kept-payload';
import { mayGoFast, watchPace } from './pace';
import { postToEndpoint, type PostOutcome } from './post';
import { queueAttempts } from './queue-attempts';
import type { Lane, WebhookDelivery, WebhookEndpoint } from '../../../db/records/webhooks';
import { openSecret } from './sealed-secret';
import { signatureHeader } from './sign';
import { hostOf } from './url';

interface Owed {
  delivery: WebhookDelivery;
  endpoint: WebhookEndpoint;
}

/**
 * Makes the attempt that a message asks for. Messages come twice, early, or after the attempt was made: the
 * delivery says what is owed. One that comes early may be the only one there is, so it waits on.
 */
export async function attemptDelivery(owed: OwedAttempt, lane: Lane): Promise<void> {
  const { delivery, endpoint } = await readOwed(owed);
  if (!delivery || isOver(delivery)) return;
  if (!(await reached(Date.parse(delivery.nextAttemptAt)))) return attemptLater(delivery);
  if (!endpoint?.enabled) return leaveAside(delivery, endpoint);
  if (lane === 'fast' && !(await mayGoFast(endpoint))) return queueAttempts([{ delivery }], 'slow');
  if (!(await awaitTurn(hostOf(endpoint.url), lane))) return queueAttempts([{ delivery }], 'slow');
  const claimed = await claimDelivery(delivery);
  if (!claimed) return;
  const outcome = await post({ delivery: claimed, endpoint });
  // Whoever else recorded it may be this attempt, whose first answer from the table was lost.
  const recorded = (await recordAttempt(claimed, outcome)) ?? (await readOwed(owed)).delivery;
  if (recorded && !isOver(recorded)) await attemptLater(recorded);
}

async function readOwed({ workspaceId, endpointId, deliveryId }: OwedAttempt): Promise<Partial<Owed>> {
  const found = await getItems<WebhookDelivery | WebhookEndpoint>([
    keys.webhookDelivery(workspaceId, endpointId, deliveryId),
    keys.webhookEndpoint(workspaceId, endpointId),
  ]);
  const delivery = found.find((item): item is typeof item & WebhookDelivery => 'endpointId' in item);
  const endpoint = found.find((item): item is typeof item & WebhookEndpoint => 'sealedSecret' in item);
  return { ...(delivery && { delivery }), ...(endpoint && { endpoint }) };
}

async function post({ delivery, endpoint }: Owed): Promise<PostOutcome> {
  const { workspaceId, endpointId, id, event, attempts } = delivery;
  const body = await readPayload(delivery);
  const secret = await openSecret(endpoint.sealedSecret, { workspaceId, endpointId });
  const outcome = await watchPace(endpoint, () =>
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

/** What is due soon waits in the queue; what is due later stands in the table, and an alarm wakes it. */
async function attemptLater(delivery: WebhookDelivery): Promise<void> {
  const at = Date.parse(delivery.nextAttemptAt);
  if (!isNear(at)) return setAlarm(at);
  const delaySeconds = Math.max(0, Math.ceil((at - now()) / 1000));
  await queueAttempts([{ delivery, delaySeconds }]);
}

/** Nobody is to be told now. Whoever enables the endpoint at this moment may have looked too early for it. */
async function leaveAside(delivery: WebhookDelivery, endpoint: WebhookEndpoint | undefined): Promise<void> {
  const aside = await setAside(delivery, { isParked: endpoint !== undefined });
  if (!aside || !endpoint) return;
  const present = await findWebhookEndpoint(endpoint.workspaceId, endpoint.id);
  if (present?.enabled) await queueAttempts([{ delivery }]);
}
