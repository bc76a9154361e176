import type { DailyCounter } from './records/daily-counters';
import { tryToRefund } from './try-to-refund';
import { dayMs, epochSeconds, now } from '../core/time';
import { attributeNotExists, any, atLeast, atMost, type Condition } from './condition';
import type { Key } from './keys';
import { updateItem } from './table';
import { updateWrite, writeTransaction, type TransactionWrite } from './transaction';
import type { Changes } from './update';

/** Counters are kept for an additional day, so that a server whose clock is behind still finds its counter. */
const retentionMs = 2 * dayMs;

/** A daily counter and its maximum. */
export interface LimitedCounter {
  key: Key<DailyCounter>;
  max: number;
}

/**
 * Adds `count` to the counter, or returns false if the sum would exceed `max`. The write itself checks the maximum, so
 * concurrent callers cannot together exceed `max`. `relatedWrite` is part of the same transaction.
 */
export const tryIncrementDailyCounter = (
  key: Key<DailyCounter>,
  count: number,
  max: number,
  relatedWrite?: TransactionWrite,
): Promise<boolean> => tryIncrementDailyCounters([{ key, max }], count, relatedWrite);

/** Adds `count` to all counters in one transaction, or returns false if any counter would exceed its maximum. */
export const tryIncrementDailyCounters = (
  counters: readonly LimitedCounter[],
  count: number,
  relatedWrite?: TransactionWrite,
): Promise<boolean> =>
  tryIncrementEach(
    counters.map((counter) => ({ ...counter, count })),
    relatedWrite,
  );

/** An addition to a counter. */
export interface Increment extends LimitedCounter {
  count: number;
}

/** Makes all additions in one transaction, or returns false if any counter would exceed its maximum. */
export async function tryIncrementEach(
  increments: readonly Increment[],
  relatedWrite?: TransactionWrite,
): Promise<boolean> {
  if (increments.some(({ count, max }) => count > max)) return false;
  const [first, ...rest] = increments.map(buildIncrement);
  if (!first) throw new Error('No counter to increment');
  if (rest.length === 0 && !relatedWrite) return (await updateItem(...first)) !== undefined;
  const writes = [first, ...rest].map((counter) => updateWrite(...counter));
  return writeTransaction(relatedWrite ? [...writes, relatedWrite] : writes);
}

const buildIncrement = ({
  key,
  max,
  count,
}: Increment): [Key<DailyCounter>, Changes<DailyCounter>, Condition<DailyCounter>] => [
  key,
  { add: { used: count }, set: { expiresAt: epochSeconds(now() + retentionMs) } },
  any(attributeNotExists('used'), atMost('used', max - count)),
];

/** Subtracts an unused count from the counter. If this write fails, the counter is too high, never too low. */
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
