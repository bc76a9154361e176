import type { DailyCounter } from './records/daily-counters';
import { tryToRefund } from './try-to-refund';
import { dayMs, epochSeconds, now } from '../core/time';
import { attributeNotExists, any, atLeast, atMost, type Condition } from './condition';
import type { Key } from './keys';
import { updateItem } from './table';
import { updateWrite, writeTransaction, type TransactionWrite } from './transaction';
import type { Changes } from './update';

/** Kept for a day after its own, so that a clock that is behind still finds it. */
const retentionMs = 2 * dayMs;

/** A day's counter, and what it may reach. */
export interface LimitedCounter {
  key: Key<DailyCounter>;
  max: number;
}

/**
 * Counts so many on the day, unless that passes its maximum. The maximum is in the write: takers at once never pass it
 * together. What is `relatedWrite` is written with it or not at all.
 */
export const tryIncrementDailyCounter = (
  key: Key<DailyCounter>,
  count: number,
  max: number,
  relatedWrite?: TransactionWrite,
): Promise<boolean> => tryIncrementDailyCounters([{ key, max }], count, relatedWrite);

/** Counts so many on each of the days, or on none. */
export async function tryIncrementDailyCounters(
  counters: readonly LimitedCounter[],
  count: number,
  relatedWrite?: TransactionWrite,
): Promise<boolean> {
  if (counters.some(({ max }) => count > max)) return false;
  const [first, ...rest] = counters.map((counter) => buildIncrement(counter, count));
  if (!first) throw new Error('No day to count on');
  if (rest.length === 0 && !relatedWrite) return (await updateItem(...first)) !== undefined;
  const writes = [first, ...rest].map((counter) => updateWrite(...counter));
  return writeTransaction(relatedWrite ? [...writes, relatedWrite] : writes);
}

const buildIncrement = (
  { key, max }: LimitedCounter,
  count: number,
): [Key<DailyCounter>, Changes<DailyCounter>, Condition<DailyCounter>] => [
  key,
  { add: { used: count }, set: { expiresAt: epochSeconds(now() + retentionMs) } },
  any(attributeNotExists('used'), atMost('used', max - count)),
];

/** Gives back what was not used after all. What is lost here leaves the counter too high, never too low. */
export const decrementDailyCounter = (
  key: Key<DailyCounter>,
  count: number,
  relatedWrite?: TransactionWrite,
): Promise<void> => {
  const changes = { add: { used: -count } };
  const condition: Condition<DailyCounter> = atLeast('used', count);
  return tryToRefund(
    relatedWrite
      ? writeTransaction([updateWrite(key, changes, condition), relatedWrite])
      : updateItem(key, changes, condition),
  );
};
