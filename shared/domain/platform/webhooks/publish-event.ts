import { ifAbsent } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { putItem } from '../../../db/table';
import { dayMs, epochSeconds, deriveIdAt, now, nowIso } from '../../../core/time';
import { listAllWebhookEndpoints } from './find';
import { storePayload, type StoredPayload } from './stored-payload';
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
  // Of one that was owed before, the message may have been lost with whoever owed it.
  await queueAttempts(attempts.filter(({ delivery }) => delivery.status === 'pending'));
}

const isSubscribedTo =
  (type: WebhookEventType) =>
  ({ enabled, events }: WebhookEndpoint): boolean =>
    enabled && events.includes(type);

/** A delivery is listed for so long. */
const retentionMs = 30 * dayMs;

/** The delivery as it stands: a new one, or the one that was owed before. */
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
