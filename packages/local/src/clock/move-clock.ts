import type { Activity } from './activity';
import type { Clock } from './clock';

const moveTimeoutMs = 60_000;

/** The first pause of recurring timers. While no work starts, each further pause is longer. */
const recurringPauseMinMs = 10 * 60_000;

/**
 * Moves the clock to `instant`. The clock stops at each due time until the due work has finished. Recurring timers fire
 * less and less often while they start no other work, and fire at their normal rate once work starts. Sweeps still find
 * work that becomes due during the move, and an idle month needs only about a dozen sweeps. After 60 s of real time,
 * the move ends at the time reached.
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
