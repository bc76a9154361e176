import { attributeNotExists, all, any, atMost, ifPresent, type Condition } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { reserveIfIdle } from '../../../db/rate-reservations';
import { updateItem } from '../../../db/table';
import { logger } from '../../../core/logger';
import { minuteMs, now } from '../../../core/time';
import type { WebhookEndpoint } from '../../../db/records/webhooks';

/** Who has not answered by then is slow, also when the answer still comes. */
const quickResponseMaxMs = 1_000;

/**
 * So often one delivery finds out, in the way of others, whether a slow endpoint still is. Its other deliveries
 * find out as well, where they wait.
 */
const probeEveryMs = 5 * minuteMs;

/**
 * So often one of all such endpoints of a workspace does. Each may hold up a function for ten seconds: ten of fifty at
 * a time, however many endpoints a workspace has that hang.
 */
const workspaceProbeEveryMs = 1_000;

/** One that wavers does not go back and forth with each answer. */
const slowForMs = minuteMs;

/**
 * Whether this delivery may go the fast way. An endpoint that answers quickly has it for itself; of one that is
 * slow, or not known yet, one delivery at a time: however many it is owed, it holds up one function there.
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

/** Watches how fast an endpoint answers. That it is slow is known as soon as it lets somebody wait. */
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

/** Where this fails, somebody waits longer than necessary: no reason for the attempt to fail. */
async function recordSpeed(endpoint: WebhookEndpoint, isQuick: boolean): Promise<void> {
  const { workspaceId, id: endpointId, slowUntil = 0 } = endpoint;
  if (isQuick === endpoint.isQuick || (isQuick && slowUntil > now())) return;
  const speed = isQuick ? { isQuick } : { isQuick, slowUntil: now() + slowForMs };
  await updateEndpoint(endpoint, speed, ifPresent).catch((error: unknown) => {
    logger.warn('pace of webhook endpoint not noted', { workspaceId, endpointId, isQuick, error });
  });
}

const updateEndpoint = (
  { workspaceId, id }: WebhookEndpoint,
  set: Partial<WebhookEndpoint>,
  condition: Condition<WebhookEndpoint>,
): Promise<WebhookEndpoint | undefined> =>
  updateItem(keys.webhookEndpoint(workspaceId, id), { set }, condition);
