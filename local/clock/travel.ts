import type { Activity } from './activity';
import type { Clock } from './clock';

const moveWithinMs = 60_000;

/**
 * Moves the clock to `instant`. On the way it stops at each due time, until what fell due has ended.
 * Gives up after 60 s and stays at the time that it reached.
 */
export async function travel(clock: Clock, activity: Activity, instant: number): Promise<number> {
  const giveUpAt = performance.now() + moveWithinMs;
  const timeLeft = () => giveUpAt - performance.now();
  await activity.settled(timeLeft());
  for (let due = clock.nextDueAt(); due !== undefined && due <= instant; due = clock.nextDueAt()) {
    if (timeLeft() <= 0) return clock.now();
    clock.jumpTo(due);
    await activity.settled(timeLeft());
  }
  clock.jumpTo(instant);
  await activity.settled(timeLeft());
  return clock.now();
}
