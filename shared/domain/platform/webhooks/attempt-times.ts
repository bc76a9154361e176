import { queueDelayMaxMs } from '../../../aws/queue-delay';
import { hourMs, minuteMs, now } from '../../../core/time';

/** When each attempt is made, counted from the event (W-23). */
const offsetsMs = [0, minuteMs, 5 * minuteMs, 30 * minuteMs, 2 * hourMs, 12 * hourMs] as const;

export const attemptsMax = offsetsMs.length;

/**
 * When the next attempt is due after this number of attempts, in ms; undefined if there is none. Attempts that were
 * missed while the endpoint was disabled are made up for at intervals of a minute.
 */
export function nextAttemptAt(createdAt: string, attempts: number): number | undefined {
  const offset = offsetsMs[attempts];
  if (offset === undefined) return undefined;
  const plannedMs = Date.parse(createdAt) + offset;
  return plannedMs > now() ? plannedMs : now() + minuteMs;
}

/** Whether a queue message can be delayed until then. */
export const fitsQueueDelay = (atMs: number): boolean => atMs - now() <= queueDelayMaxMs;
