import { setTimeout as wait } from 'node:timers/promises';
import { now } from '../../../core/time';

/** A queue delays by whole seconds, so a message can arrive up to a second early: the worker waits for the rest. */
const earlyMsMax = 1_000;

/** Returns whether this time, in ms, has come. */
export async function waitUntilDue(atMs: number): Promise<boolean> {
  const earlyMs = atMs - now();
  if (earlyMs > earlyMsMax) return false;
  if (earlyMs > 0) await wait(earlyMs);
  return true;
}
