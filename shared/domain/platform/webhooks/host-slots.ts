import { setTimeout as wait } from 'node:timers/promises';
import { keys } from '../../../db/keys';
import { reserveIfIdle, reserveNext } from '../../../db/rate-reservations';
import { requireEnv } from '../../../core/env';
import { now } from '../../../core/time';
import type { DeliveryLane } from '../../../db/records/webhooks';

/**
 * So long an attempt may wait for its turn, holding up the function that makes it. On the slow way there is no end to
 * it: each function there waits behind one turn of each other, twenty at a time.
 */
const slotWaitMaxMs: Record<DeliveryLane, number | undefined> = { fast: 200, slow: undefined };

/** Hosts that were told too much when this function instance asked, and until when it does not ask again, ms. */
const throttledHosts = new Map<string, number>();
const throttledForMs = 1_000;
const throttledHostsMax = 10_000;

/**
 * Waits for the attempt's turn at the host; false when that is too far away for the lane. All endpoints of all
 * workspaces that lead to a host take turns there, `WEBHOOKS_PER_SECOND_BY_HOST` of them a second.
 */
export async function acquireHostSlot(host: string, lane: DeliveryLane): Promise<boolean> {
  const from = now();
  // Thousands of attempts at once would ask more of one item than the table takes.
  if (lane === 'fast' && (throttledHosts.get(host) ?? 0) > from) return false;
  const startsAt = await reserveHostSlot(host, from, slotWaitMaxMs[lane]);
  if (startsAt === undefined) {
    rememberThrottledHost(host, from + throttledForMs);
    return false;
  }
  if (startsAt > now()) await wait(startsAt - now());
  return true;
}

/** When the turn begins, in ms. Most hosts are idle, which is one write. */
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
