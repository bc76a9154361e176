import { logger } from '../../../core/logger';
import { queueDelayMaxMs } from '../../../aws/queue-delay';
import { minuteMs, now } from '../../../core/time';

export type { EventBridgeWakeup } from '../../../aws/eventbridge-wakeup.lazy';

/** An index shows a record a moment after it was written. */
const delaySecondsMin = 1;

/** Minutes that have an alarm which has yet to ring: this function instance need not set it again. */
const scheduledMinutes = new Set<number>();
const scheduledMinutesMax = 10_000;

/**
 * Wakes the service for what is due then, in ms. There is one alarm for each minute that has work; it rings when
 * the minute begins, and the drain looks ahead to its end. A far one rings somewhere in the minute before, and is put
 * off to there. An alarm that cannot be set is no reason to fail: the sweep finds what is due within five minutes.
 */
export async function scheduleWakeup(dueAtMs: number): Promise<void> {
  const minute = Math.floor(dueAtMs / minuteMs) * minuteMs;
  if (scheduledMinutes.has(minute) && minute > now()) return;
  try {
    await createWakeup(minute);
    rememberMinute(minute);
  } catch (error) {
    logger.warn('wakeup not scheduled', { minute, error });
  }
}

/**
 * Puts far alarms that rang off to the minutes that they are for, in ms. Who would look at once had to hand out two
 * minutes, and mail takes its part of the rate by that: what is due sooner would wait behind what is due later.
 */
export async function postponeWakeup(minutes: readonly number[]): Promise<void> {
  for (const minute of new Set(minutes)) await createSqsWakeup(minute - now());
}

/** Wakes the service again after so long, whatever alarms there are; a sweep does where this fails. */
export async function scheduleWakeupIn(ms: number): Promise<void> {
  try {
    const { wakeIn } = await import('../../../aws/sqs-delay-wakeup.lazy');
    await wakeIn(Math.max(delaySecondsMin, Math.ceil(ms / 1000)));
  } catch (error) {
    logger.warn('wakeup not scheduled', { ms, error });
  }
}

async function createWakeup(minute: number): Promise<void> {
  const waitMs = minute - now();
  if (waitMs <= queueDelayMaxMs) return createSqsWakeup(waitMs);
  const { wakeAtMinute } = await import('../../../aws/eventbridge-wakeup.lazy');
  return wakeAtMinute(minute);
}

async function createSqsWakeup(waitMs: number): Promise<void> {
  const { wakeIn } = await import('../../../aws/sqs-delay-wakeup.lazy');
  return wakeIn(Math.max(delaySecondsMin, Math.floor(waitMs / 1000)));
}

/** The present minute has rung already when something else falls due in it. */
function rememberMinute(minute: number): void {
  if (scheduledMinutes.size >= scheduledMinutesMax) scheduledMinutes.clear();
  if (minute > now()) scheduledMinutes.add(minute);
}
