import type { Activity } from './activity';
import type { Clock } from './clock';

const moveWithinMs = 60_000;

/**
 * Moves the clock to `instant`. On the way it stops at each due time, until what fell due has ended; what recurs rings
 * once, at the end. Gives up after 60 s and stays at the time that it reached.
 */
export async function travel(clock: Clock, activity: Activity, instant: number): Promise<number> {
  const giveUpAt = performance.now() + moveWithinMs;
  const timeLeft = () => giveUpAt - performance.now();
  await activity.settled(timeLeft());
  const isThrough = await clock.withoutRecurring(async () => {
    for (let due = clock.nextDueAt(); due !== undefined && due <= instant; due = clock.nextDueAt()) {
      if (timeLeft() <= 0) return false;
      clock.jumpTo(due);
      await activity.settled(timeLeft());
    }
    return true;
  });
  if (!isThrough) return clock.now();
  clock.jumpTo(instant);
  await activity.settled(timeLeft());
  return clock.now();
}
