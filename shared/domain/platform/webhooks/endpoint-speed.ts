import { attributeNotExists, all, any, atMost, ifPresent, type Condition } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { reserveIfIdle } from '../../../db/rate-reservations';
import { updateItem } from '../../../db/table';
import { logger } from '../../../core/logger';
import { minuteMs, now } from '../../../core/time';
import type { WebhookEndpoint } from '../../../db/records/webhooks';

/** An endpoint that takes longer is slow, even if it responds later. */
const quickResponseMaxMs = 1_000;

/**
 * How often one delivery to a slow endpoint tests the endpoint's speed in the fast lane. Deliveries in the slow lane
 * test it too.
 */
const probeEveryMs = 5 * minuteMs;

/**
 * How often a workspace may make such a test, across its endpoints. Each may occupy a function for ten seconds, so
 * they occupy at most ten of the fifty functions, no matter how many endpoints hang.
 */
const workspaceProbeEveryMs = 1_000;

/** Keeps an endpoint of varying speed from changing lanes with every response. */
const slowForMs = minuteMs;

/**
 * Whether this delivery may use the fast lane. A quick endpoint always may. A slow or new one gets a single test
 * delivery at a time, so it occupies one function of the lane, however many deliveries are pending.
 */
export async function mayUseFastLane(endpoint: WebhookEndpoint): Promise<boolean> {
  if (endpoint.isQuick) return true;
  const probeDueBefore = now() - probeEveryMs;
  if ((endpoint.probedAt ?? 0) > probeDueBefore) return false;
  if (!(await reserveIfIdle(keys.probeRate(endpoint.workspaceId), workspaceProbeEveryMs, now())))
    return false;
  const probed = await updateEndpoint(
    endpoint,
    { probedAt: now() },
    all(ifPresent, any(attributeNotExists('probedAt'), atMost('probedAt', probeDueBefore))),
  );
  return probed !== undefined;
}

/**
 * Measures the response time of an endpoint. A slow one is recorded as soon as the limit passes, before it responds.
 */
export async function trackResponseTime<T>(endpoint: WebhookEndpoint, attempt: () => Promise<T>): Promise<T> {
  let recording: Promise<void> | undefined;
  const timer = setTimeout(() => {
    recording = recordSpeed(endpoint, false);
  }, quickResponseMaxMs);
  try {
    return await attempt();
  } finally {
    clearTimeout(timer);
    await (recording ?? recordSpeed(endpoint, true));
  }
}

/** If this fails, other deliveries wait longer than necessary. The attempt itself does not fail. */
async function recordSpeed(endpoint: WebhookEndpoint, isQuick: boolean): Promise<void> {
  const { workspaceId, id: endpointId, slowUntil = 0 } = endpoint;
  if (isQuick === endpoint.isQuick || (isQuick && slowUntil > now())) return;
  const speed = isQuick ? { isQuick } : { isQuick, slowUntil: now() + slowForMs };
  await updateEndpoint(endpoint, speed, ifPresent).catch((error: unknown) => {
    logger.warn('speed of webhook endpoint not recorded', { workspaceId, endpointId, isQuick, error });
  });
}

const updateEndpoint = (
  { workspaceId, id }: WebhookEndpoint,
  set: Partial<WebhookEndpoint>,
  condition: Condition<WebhookEndpoint>,
): Promise<WebhookEndpoint | undefined> =>
  updateItem(keys.webhookEndpoint(workspaceId, id), { set }, condition);
