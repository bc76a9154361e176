import { setTimeout as wait } from 'node:timers/promises';
import { now } from '../../../core/time';

/** A queue delays by whole seconds, so work can come so much too early: it waits for the rest. */
const earlyMsMax = 1_000;

/** Whether that time has come, in ms. */
export async function waitUntilDue(atMs: number): Promise<boolean> {
  const earlyMs = atMs - now();
  if (earlyMs > earlyMsMax) return false;
  if (earlyMs > 0) await wait(earlyMs);
  return true;
}
