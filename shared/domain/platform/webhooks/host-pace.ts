import { setTimeout as wait } from 'node:timers/promises';
import { keys } from '../../../db/keys';
import { takeIdle, takeNext } from '../../../db/slots';
import { requireEnv } from '../../../core/env';
import { now } from '../../../core/time';
import type { Lane } from '../../../db/records/webhooks';

/**
 * So long an attempt may wait for its turn, holding up the function that makes it. On the slow way there is no end to
 * it: each function there waits behind one turn of each other, twenty at a time.
 */
const patienceMs: Record<Lane, number | undefined> = { fast: 200, slow: undefined };

/** Hosts that were told too much when this function instance asked, and until when it does not ask again, ms. */
const crowded = new Map<string, number>();
const crowdedForMs = 1_000;
const crowdedMax = 10_000;

/**
 * Waits for the attempt's turn at the host; false when that is too far away for the lane. All endpoints of all
 * workspaces that lead to a host take turns there, `WEBHOOKS_PER_SECOND_BY_HOST` of them a second.
 */
export async function awaitTurn(host: string, lane: Lane): Promise<boolean> {
  const from = now();
  // Thousands of attempts at once would ask more of one item than the table takes.
  if (lane === 'fast' && (crowded.get(host) ?? 0) > from) return false;
  const startsAt = await takeTurn(host, from, patienceMs[lane]);
  if (startsAt === undefined) {
    rememberCrowded(host, from + crowdedForMs);
    return false;
  }
  if (startsAt > now()) await wait(startsAt - now());
  return true;
}

/** When the turn begins, in ms. Most hosts are idle, which is one write. */
async function takeTurn(
  host: string,
  from: number,
  patience: number | undefined,
): Promise<number | undefined> {
  const key = keys.hostPace(host);
  const lengthMs = 1_000 / Number(requireEnv('WEBHOOKS_PER_SECOND_BY_HOST'));
  const until = patience === undefined ? undefined : from + patience;
  const endsAt = (await takeIdle(key, lengthMs, from)) ?? (await takeNext(key, lengthMs, { from, until }));
  return endsAt === undefined ? undefined : endsAt - lengthMs;
}

function rememberCrowded(host: string, until: number): void {
  if (crowded.size >= crowdedMax) crowded.clear();
  crowded.set(host, until);
}
