import { ifAbsent } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { putItem } from '../../../db/table';
import { dayMs, epochSeconds, deriveIdAt, now, nowIso } from '../../../core/time';
import { listAllWebhookEndpoints } from './find';
import { storePayload, type StoredPayload } from './stored-payload';
import { queueAttempts } from './queue-attempts';
import type { WebhookDelivery, WebhookEndpoint, WebhookEventType } from '../../../db/records/webhooks';

/** An event that webhooks deliver. */
export interface WebhookEvent {
  /** The id, which is the same for each publication of the event. */
  id: string;
  workspaceId: string;
  /** The time in ISO 8601, which is the same for each publication of the event. */
  at: string;
  payload: { type: WebhookEventType };
}

/**
 * Creates a delivery for each subscribed endpoint and queues its first attempt. May be called again for the same event,
 * after a crash or for a repeated notification. Each endpoint gets only one delivery.
 */
export async function publishWebhookEvent(
  event: WebhookEvent,
  listEndpoints = listAllWebhookEndpoints,
): Promise<void> {
  const { workspaceId, payload } = event;
  const endpoints = (await listEndpoints(workspaceId)).filter(isSubscribedTo(payload.type));
  if (endpoints.length === 0) return;
  const storedPayload = await storePayload(workspaceId, event.id, JSON.stringify(payload));
  const attempts = await Promise.all(
    endpoints.map(async (endpoint) => ({ delivery: await createDelivery(endpoint, event, storedPayload) })),
  );
  // The message of an existing delivery may have been lost in a crash, so pending deliveries are queued again.
  await queueAttempts(attempts.filter(({ delivery }) => delivery.status === 'pending'));
}

const isSubscribedTo =
  (type: WebhookEventType) =>
  ({ enabled, events }: WebhookEndpoint): boolean =>
    enabled && events.includes(type);

/** How long a delivery is kept. */
const retentionMs = 30 * dayMs;

/** Creates the delivery, or returns the existing delivery. */
async function createDelivery(
  { workspaceId, id: endpointId }: WebhookEndpoint,
  { id: eventId, at, payload: { type } }: WebhookEvent,
  storedPayload: StoredPayload,
): Promise<WebhookDelivery> {
  const id = deriveIdAt(Date.parse(at), `${eventId} ${endpointId}`);
  const createdAt = nowIso();
  const delivery: WebhookDelivery = {
    ...storedPayload,
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
    expiresAt: epochSeconds(now() + retentionMs),
  };
  const existing = await putItem<WebhookDelivery>(
    { ...keys.webhookDelivery(workspaceId, endpointId, id), ...delivery },
    ifAbsent,
  );
  return existing ?? delivery;
}
