import { queueDelayMaxMs } from '../../../aws/queue-delay';
import { hourMs, minuteMs, now } from '../../../core/time';

/** The time of each attempt after the event (W-23). */
const offsetsMs = [0, minuteMs, 5 * minuteMs, 30 * minuteMs, 2 * hourMs, 12 * hourMs] as const;

export const attemptsMax = offsetsMs.length;

/**
 * Returns the time (ms) of the attempt that follows this number of attempts, or undefined if no attempt remains.
 * Attempts that were missed while the endpoint was disabled are made at intervals of a minute.
 */
export function nextAttemptAt(createdAt: string, attempts: number): number | undefined {
  const offset = offsetsMs[attempts];
  if (offset === undefined) return undefined;
  const plannedMs = Date.parse(createdAt) + offset;
  return plannedMs > now() ? plannedMs : now() + minuteMs;
}

/** Whether a queue message can be delayed until this time. */
export const fitsQueueDelay = (atMs: number): boolean => atMs - now() <= queueDelayMaxMs;
