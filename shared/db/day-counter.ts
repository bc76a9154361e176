import { tryToRefund } from './try-to-refund';
import { dayMs, epochSeconds, now } from '../core/time';
import { absent, any, atLeast, atMost, type Condition } from './condition';
import type { Key } from './keys';
import { updateItem } from './table';
import { change, writeTogether, type Write } from './transaction';
import type { Changes } from './update';

/** What was used of something that is allowed so often a UTC day. */
export interface DayCounter {
  used: number;
}

/** Kept for a day after its own, so that a clock that is behind still finds it. */
const keptMs = 2 * dayMs;

/** A day's counter, and what it may reach. */
export interface LimitedDay {
  day: Key;
  max: number;
}

/**
 * Counts so many on the day, unless that passes its maximum. The maximum is in the write: takers at once never pass it
 * together. What is `beside` is written with it or not at all.
 */
export const takeFromDay = (day: Key, count: number, max: number, beside?: Write): Promise<boolean> =>
  takeFromDays([{ day, max }], count, beside);

/** Counts so many on each of the days, or on none. */
export async function takeFromDays(
  days: readonly LimitedDay[],
  count: number,
  beside?: Write,
): Promise<boolean> {
  if (days.some(({ max }) => count > max)) return false;
  const [first, ...others] = days.map((one) => taking(one, count));
  if (!first) throw new Error('No day to count on');
  if (others.length === 0 && !beside) return (await updateItem<DayCounter>(...first)) !== undefined;
  const writes = [first, ...others].map((one) => change(...one));
  return writeTogether(beside ? [...writes, beside] : writes);
}

const taking = ({ day, max }: LimitedDay, count: number): [Key, Changes, Condition] => [
  day,
  { add: { used: count }, set: { expiresAt: epochSeconds(now() + keptMs) } },
  any(absent('used'), atMost('used', max - count)),
];

/** Gives back what was not used after all. What is lost here leaves the counter too high, never too low. */
export const giveBackToDay = (day: Key, count: number, beside?: Write): Promise<void> => {
  const [changes, condition] = [{ add: { used: -count } }, atLeast('used', count)] as const;
  return tryToRefund(
    beside
      ? writeTogether([change(day, changes, condition), beside])
      : updateItem<DayCounter>(day, changes, condition),
  );
};
