import { setTimeout as wait } from 'node:timers/promises';
import { keys } from '../../../db/keys';
import { reserveIfIdle, reserveNext } from '../../../db/rate-reservations';
import { requireEnv } from '../../../core/env';
import { now } from '../../../core/time';
import type { DeliveryLane } from '../../../db/records/webhooks';

/**
 * How long an attempt may wait for its slot. Waiting occupies the attempt's function. The slow lane has no limit,
 * because an attempt waits for at most one slot of each of the lane's nineteen other functions.
 */
const slotWaitMaxMs: Record<DeliveryLane, number | undefined> = { fast: 200, slow: undefined };

/**
 * Hosts that had no free slot at the last request of this function instance. The value is the time in ms until which
 * the instance requests no slot for the host.
 */
const throttledHosts = new Map<string, number>();
const throttledForMs = 1_000;
const throttledHostsMax = 10_000;

/**
 * Waits for the attempt's slot at the host. Returns false if the wait would be too long for the lane. All endpoints of
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

/** Returns the time in ms at which the slot begins. Most hosts are idle, so one write is usually enough. */
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
