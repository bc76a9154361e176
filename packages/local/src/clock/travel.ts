import type { Activity } from './activity';
import type { Clock } from './clock';

const moveWithinMs = 60_000;

/** The shortest pause of what recurs. It grows while nothing happens. */
const leastRestMs = 10 * 60_000;

/**
 * Moves the clock to `instant`. On the way it stops at each due time, until what fell due has ended. What recurs rings
 * less and less often while nothing comes of it, and as often as ever once something happened: what only a sweep finds
 * is found on the way, and a quiet month costs a dozen rings. Gives up after 60 s and stays at the time that it reached.
 */
export async function travel(clock: Clock, activity: Activity, instant: number): Promise<number> {
  const giveUpAt = performance.now() + moveWithinMs;
  const timeLeft = () => giveUpAt - performance.now();
  await activity.settled(timeLeft());
  let restMs = 0;
  let due = clock.nextDueAt();
  for (; due !== undefined && due <= instant && timeLeft() > 0; due = clock.nextDueAt()) {
    const before = activity.begun();
    clock.jumpTo(due);
    await activity.settled(timeLeft());
    restMs = activity.begun() > before ? 0 : Math.max(leastRestMs, 3 * restMs);
    clock.restRecurring(clock.now() + restMs);
  }
  clock.restRecurring();
  if (due !== undefined && due <= instant) return clock.now();
  clock.jumpTo(instant);
  await activity.settled(timeLeft());
  return clock.now();
}
