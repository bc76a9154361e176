import { logger } from '../../../core/logger';
import { queueDelayMaxMs } from '../../../aws/queue-delay';
import { minuteMs, now } from '../../../core/time';

export type { EventBridgeWakeup } from '../../../aws/eventbridge-wakeup.lazy';

/** An index shows a record shortly after the write. */
const delaySecondsMin = 1;

/** Minutes whose future wakeup this function instance has already scheduled. */
const scheduledMinutes = new Set<number>();
const scheduledMinutesMax = 10_000;

/**
 * Schedules a wakeup for work that is due at this time, in ms. Each minute with due work has one wakeup, which arrives
 * when the minute begins. The drain then looks ahead to the end of the minute. An EventBridge wakeup arrives within the
 * preceding minute and is postponed. A failure to schedule a wakeup is only logged, because the sweep finds the work
 * within five minutes.
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
 * Postpones EventBridge wakeups to their minutes, in ms. Draining early would dispatch two minutes of work together.
 * Email reserves its part of the rate when it is dispatched, so work that is due sooner would wait for work that is due
 * later.
 */
export async function postponeWakeup(minutes: readonly number[]): Promise<void> {
  for (const minute of new Set(minutes)) await createSqsWakeup(minute - now());
}

/**
 * Schedules another wakeup after this delay, regardless of existing wakeups. If the call fails, the sweep finds the
 * work.
 */
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

/**
 * Does not remember the current minute, because its wakeup has already arrived when more work becomes due in that
 * minute.
 */
function rememberMinute(minute: number): void {
  if (scheduledMinutes.size >= scheduledMinutesMax) scheduledMinutes.clear();
  if (minute > now()) scheduledMinutes.add(minute);
}
