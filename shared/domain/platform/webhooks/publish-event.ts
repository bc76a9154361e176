import { ifAbsent } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { putItem } from '../../../db/table';
import { dayMs, epochSeconds, deriveIdAt, now, nowIso } from '../../../core/time';
import { publishToFeeds } from '../feeds/publish';
import { listSubscribers, type Subscribers } from './find';
import { storePayload, type StoredPayload } from './stored-payload';
import { queueAttempts } from './queue-attempts';
import { isInboundList } from '../feeds/find';
import type { Feed } from '../../../db/records/feeds';
import type { WebhookDelivery, WebhookEndpoint, WebhookEventType } from '../../../db/records/webhooks';

/** An event that webhooks deliver and feeds contain. */
export interface WebhookEvent {
  /** The id, which is the same for each publication of the event. */
  id: string;
  workspaceId: string;
  /** The time in ISO 8601, which is the same for each publication of the event. */
  at: string;
  /** The inbox that received or sent the message. */
  inboxId?: string | undefined;
  payload: { type: WebhookEventType };
  /** By feed, the ids of events that the feed must contain before this event. */
  earlier?: Readonly<Record<string, readonly string[]>> | undefined;
}

/**
 * Creates a delivery for each subscribed endpoint, queues its first attempt, and queues the event for the subscribed
 * feeds. May be called again for the same event, after a crash or for a repeated notification. Each endpoint gets only
 * one delivery, and each feed contains the event once.
 */
export async function publishWebhookEvent(
  event: WebhookEvent,
  subscribersOf = listSubscribers,
): Promise<void> {
  const subscribers = await subscribersOf(event.workspaceId);
  const endpoints = subscribers.endpoints.filter(isSubscribedTo(event.payload.type));
  const feeds = feedsOf(event, subscribers);
  if (endpoints.length + feeds.length === 0) return;
  const storedPayload = await storeNeededPayload(event, endpoints, feeds);
  await Promise.all([
    deliverToEndpoints(event, endpoints, storedPayload),
    publishToFeeds(event, feeds, storedPayload),
  ]);
}

const isSubscribedTo =
  (type: WebhookEventType) =>
  ({ enabled, events }: WebhookEndpoint): boolean =>
    enabled && events.includes(type);

/** The feeds that will contain the event. */
export const feedsOf = (
  { inboxId, payload: { type } }: Pick<WebhookEvent, 'inboxId' | 'payload'>,
  { feeds }: Subscribers,
): Feed[] =>
  feeds.filter((feed) => feed.events.includes(type) && [undefined, inboxId].includes(feed.inboxId));

/** The list of received mail refers to the message, so the payload is stored only for other subscribers. */
const storeNeededPayload = async (
  { id, workspaceId, payload }: WebhookEvent,
  endpoints: readonly WebhookEndpoint[],
  feeds: readonly Feed[],
): Promise<StoredPayload> =>
  endpoints.length === 0 && feeds.every(isInboundList)
    ? {}
    : storePayload(workspaceId, id, JSON.stringify(payload));

async function deliverToEndpoints(
  event: WebhookEvent,
  endpoints: readonly WebhookEndpoint[],
  storedPayload: StoredPayload,
): Promise<void> {
  const attempts = await Promise.all(
    endpoints.map(async (endpoint) => ({ delivery: await createDelivery(endpoint, event, storedPayload) })),
  );
  // The message of an existing delivery may have been lost in a crash, so pending deliveries are queued again.
  await queueAttempts(attempts.filter(({ delivery }) => delivery.status === 'pending'));
}

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
