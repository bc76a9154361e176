import { attributeNotExists, all, any, atMost, ifPresent, type Condition } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { reserveIfIdle } from '../../../db/rate-reservations';
import { updateItem } from '../../../db/table';
import { logger } from '../../../core/logger';
import { minuteMs, now } from '../../../core/time';
import type { WebhookEndpoint } from '../../../db/records/webhooks';

/** An endpoint is slow if it does not respond within this time. */
const quickResponseMaxMs = 1_000;

/**
 * The interval at which one delivery to a slow endpoint tests the endpoint's speed in the fast lane. Deliveries in the
 * slow lane also test the speed.
 */
const probeEveryMs = 5 * minuteMs;

/**
 * The interval between speed tests in the fast lane, across all endpoints of a workspace. Each test may occupy a
 * function for ten seconds, so the tests occupy at most ten of the fifty functions, regardless of how many endpoints
 * hang.
 */
const workspaceProbeEveryMs = 1_000;

/** How long an endpoint stays slow, so that an endpoint of varying speed does not change lanes with every response. */
const slowForMs = minuteMs;

/**
 * Whether this delivery may use the fast lane. Deliveries to a quick endpoint may always use the lane. A slow or new
 * endpoint gets only one test delivery at a time, so it occupies only one function of the lane, regardless of the
 * number of pending deliveries.
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
 * Measures the response time of an endpoint. Records a slow endpoint as soon as the limit passes, before the endpoint
 * responds.
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

/** Records the speed. A failure is only logged, because it delays other deliveries but must not fail the attempt. */
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
