import { setTimeout as wait } from 'node:timers/promises';
import { now } from '../../../core/time';

/**
 * A queue delays by whole seconds, so a message can arrive up to a second early. The worker waits for the remaining
 * time.
 */
const earlyMsMax = 1_000;

/** Waits until this time, in ms. Returns false if the time is more than a second away. */
export async function waitUntilDue(atMs: number): Promise<boolean> {
  const earlyMs = atMs - now();
  if (earlyMs > earlyMsMax) return false;
  if (earlyMs > 0) await wait(earlyMs);
  return true;
}
