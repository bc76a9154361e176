import type { Activity } from './activity';
import type { Clock } from './clock';

const moveTimeoutMs = 60_000;

/** The shortest pause of what recurs. It grows while nothing happens. */
const recurringPauseMinMs = 10 * 60_000;

/**
 * Moves the clock to `instant`. On the way it stops at each due time, until what fell due has ended. What recurs rings
 * less and less often while nothing comes of it, and as often as ever once something happened: what only a sweep finds
 * is found on the way, and a quiet month costs a dozen rings. Gives up after 60 s and stays at the time that it reached.
 */
export async function moveClock(clock: Clock, activity: Activity, instant: number): Promise<number> {
  const giveUpAt = performance.now() + moveTimeoutMs;
  const timeLeftMs = () => giveUpAt - performance.now();
  await activity.waitUntilIdle(timeLeftMs());
  let recurringPauseMs = 0;
  let due = clock.nextDueAt();
  for (; due !== undefined && due <= instant && timeLeftMs() > 0; due = clock.nextDueAt()) {
    const startedBefore = activity.startedCount();
    clock.jumpTo(due);
    await activity.waitUntilIdle(timeLeftMs());
    recurringPauseMs =
      activity.startedCount() > startedBefore ? 0 : Math.max(recurringPauseMinMs, 3 * recurringPauseMs);
    clock.pauseRecurring(clock.now() + recurringPauseMs);
  }
  clock.pauseRecurring();
  if (due !== undefined && due <= instant) return clock.now();
  clock.jumpTo(instant);
  await activity.waitUntilIdle(timeLeftMs());
  return clock.now();
}
