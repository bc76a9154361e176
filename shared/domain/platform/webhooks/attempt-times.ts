import { queueDelayMaxMs } from '../../../aws/queue-delay';
import { hourMs, minuteMs, now } from '../../../core/time';

/** When each attempt is made, counted from the event (W-23). */
const offsetsMs = [0, minuteMs, 5 * minuteMs, 30 * minuteMs, 2 * hourMs, 12 * hourMs] as const;

export const attemptsMax = offsetsMs.length;

/**
 * When the next attempt is due after so many, in ms; undefined when there is none. What was missed, because the
 * endpoint was disabled, is made up for with a minute in between.
 */
export function nextAttemptAt(createdAt: string, attempts: number): number | undefined {
  const offset = offsetsMs[attempts];
  if (offset === undefined) return undefined;
  const plannedMs = Date.parse(createdAt) + offset;
  return plannedMs > now() ? plannedMs : now() + minuteMs;
}

/** A queue message can wait until then. */
export const fitsQueueDelay = (atMs: number): boolean => atMs - now() <= queueDelayMaxMs;
