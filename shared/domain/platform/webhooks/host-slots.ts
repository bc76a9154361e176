import { setTimeout as wait } from 'node:timers/promises';
import { keys } from '../../../db/keys';
import { reserveIfIdle, reserveNext } from '../../../db/rate-reservations';
import { requireEnv } from '../../../core/env';
import { now } from '../../../core/time';
import type { DeliveryLane } from '../../../db/records/webhooks';

/**
 * How long an attempt may wait for its slot, which occupies its function. The slow lane has no limit: its twenty
 * functions each wait for one slot of each of the others.
 */
const slotWaitMaxMs: Record<DeliveryLane, number | undefined> = { fast: 200, slow: undefined };

/** Hosts without a free slot when this function instance last asked, and until when it does not ask again, in ms. */
const throttledHosts = new Map<string, number>();
const throttledForMs = 1_000;
const throttledHostsMax = 10_000;

/**
 * Waits for the attempt's slot at the host. Returns false if the slot is too far away for the lane. All endpoints of
 * all workspaces at a host share `WEBHOOKS_PER_SECOND_BY_HOST` slots per second.
 */
export async function acquireHostSlot(host: string, lane: DeliveryLane): Promise<boolean> {
  const from = now();
  // Thousands of concurrent attempts would need more writes to one item than DynamoDB accepts.
  if (lane === 'fast' && (throttledHosts.get(host) ?? 0) > from) return false;
  const startsAt = await reserveHostSlot(host, from, slotWaitMaxMs[lane]);
  if (startsAt === undefined) {
    rememberThrottledHost(host, from + throttledForMs);
    return false;
  }
  if (startsAt > now()) await wait(startsAt - now());
  return true;
}

/** When the slot begins, in ms. Most hosts are idle, which takes one write. */
async function reserveHostSlot(
  host: string,
  from: number,
  waitMaxMs: number | undefined,
): Promise<number | undefined> {
  const key = keys.hostRate(host);
  const slotMs = 1_000 / Number(requireEnv('WEBHOOKS_PER_SECOND_BY_HOST'));
  const until = waitMaxMs === undefined ? undefined : from + waitMaxMs;
  const endsAt =
    (await reserveIfIdle(key, slotMs, from)) ??
    (await reserveNext(key, slotMs, { notBefore: from, notAfter: until }));
  return endsAt === undefined ? undefined : endsAt - slotMs;
}

function rememberThrottledHost(host: string, until: number): void {
  if (throttledHosts.size >= throttledHostsMax) throttledHosts.clear();
  throttledHosts.set(host, until);
}
