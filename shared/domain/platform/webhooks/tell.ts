import { ifAbsent } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { putItem } from '../../../db/table';
import { dayMs, epochSeconds, idAt, now, nowIso } from '../../../core/time';
import { allWebhookEndpoints } from './find';
import { keepPayload, type KeptPayload } from './kept-payload';
import { queueAttempts } from './queue-attempts';
import type { WebhookDelivery, WebhookEndpoint, WebhookEventType } from '../../../db/records/webhooks';

/** Something that endpoints are told of. */
export interface WebhookEvent {
  /** The same for the same event, however often it is told. */
  id: string;
  workspaceId: string;
  /** ISO 8601, and always the same for it. */
  at: string;
  payload: { type: WebhookEventType };
}

/**
 * Owes each subscribed endpoint a delivery, and has it attempted at once. It may be called again for the same
 * event, after a death in between or for a repeated notice: who is owed one is not owed another.
 */
export async function tellWebhooks(event: WebhookEvent, endpointsOf = allWebhookEndpoints): Promise<void> {
  const { workspaceId, payload } = event;
  const endpoints = (await endpointsOf(workspaceId)).filter(wantsToKnowOf(payload.type));
  if (endpoints.length === 0) return;
  const kept = await keepPayload(workspaceId, event.id, JSON.stringify(payload));
  const owed = await Promise.all(
    endpoints.map(async (endpoint) => ({ delivery: await owe(endpoint, event, kept) })),
  );
  // Of one that was owed before, the message may have been lost with whoever owed it.
  await queueAttempts(owed.filter(({ delivery }) => delivery.status === 'pending'));
}

const wantsToKnowOf =
  (type: WebhookEventType) =>
  ({ enabled, events }: WebhookEndpoint): boolean =>
    enabled && events.includes(type);

/** A delivery is listed for so long. */
const keptMs = 30 * dayMs;

/** The delivery as it stands: a new one, or the one that was owed before. */
async function owe(
  { workspaceId, id: endpointId }: WebhookEndpoint,
  { id: eventId, at, payload: { type } }: WebhookEvent,
  kept: KeptPayload,
): Promise<WebhookDelivery> {
  const id = idAt(Date.parse(at), `${eventId} ${endpointId}`);
  const createdAt = nowIso();
  const delivery: WebhookDelivery = {
    ...kept,
    id,
    workspaceId,
    endpointId,
    event: type,
    status: 'pending',
    attempts: 0,
    lastStatusCode: null,
    lastError: null,
    createdAt,
    deliveredAt: null,
    nextAttemptAt: createdAt,
    expiresAt: epochSeconds(now() + keptMs),
  };
  const standing = await putItem<WebhookDelivery>(
    { ...keys.webhookDelivery(workspaceId, endpointId, id), ...delivery },
    ifAbsent,
  );
  return standing ?? delivery;
}
