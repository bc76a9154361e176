import { tryToRefund } from './try-to-refund';
import { dayMs, epochSeconds, now } from '../time';
import { absent, any, atLeast, atMost } from './condition';
import type { Key } from './keys';
import { updateItem } from './table';

/** What was used of something that is allowed so often a UTC day. */
export interface DayCounter {
  used: number;
}

/** Kept for a day after its own, so that a clock that is behind still finds it. */
const keptMs = 2 * dayMs;

/** Counts so many on the day, unless that passes its maximum. The maximum is in the write: takers at once never pass it together. */
export async function takeFromDay(day: Key, count: number, max: number): Promise<boolean> {
  if (count > max) return false;
  const taken = await updateItem<DayCounter>(
    day,
    { add: { used: count }, set: { expiresAt: epochSeconds(now() + keptMs) } },
    any(absent('used'), atMost('used', max - count)),
  );
  return taken !== undefined;
}

/** Gives back what was not used after all. What is lost here leaves the counter too high, never too low. */
export const giveBackToDay = (day: Key, count: number): Promise<void> =>
  tryToRefund(updateItem<DayCounter>(day, { add: { used: -count } }, atLeast('used', count)));
