import type { LeaseFields } from './records/lease';
import { randomUUID } from 'node:crypto';
import { now } from '../core/time';
import { attributeNotExists, all, any, atMost, is, type Condition } from './condition';
import type { Key } from './keys';
import { updateItem } from './table';
import type { Changes } from './update';

/** Longer than a function behind the API may run: nobody takes a record from a request that still works. */
export const requestLeaseMs = 35_000;

export const newLease = (ms: number): Required<LeaseFields> => ({
  leaseOwner: randomUUID(),
  leaseUntil: now() + ms,
});

const alwaysTrue = all();

/** What ends a lease. */
export const leaseAttributes = ['leaseOwner', 'leaseUntil'] as const;

/** Nobody works on the record. */
export const isUnleased = (): Condition<LeaseFields> =>
  any(attributeNotExists('leaseUntil'), atMost('leaseUntil', now()));

export const isLeasedBy = (leaseOwner: string): Condition<LeaseFields> => is('leaseOwner', leaseOwner);

/** Ends a lease of one's own. */
export async function releaseLease(key: Key<LeaseFields>, leaseOwner: string): Promise<void> {
  await updateItem(key, { remove: leaseAttributes }, isLeasedBy(leaseOwner));
}

/** Takes the record for so long, where the condition holds; undefined when somebody else works on it. */
export async function acquireLease<T extends LeaseFields>(
  key: Key<T>,
  ms: number,
  { condition = alwaysTrue, ...changes }: { condition?: Condition<NoInfer<T>> } & NoInfer<Changes<T>> = {},
): Promise<(T & Required<LeaseFields>) | undefined> {
  const lease = newLease(ms);
  // The compiler cannot see that every T has the attributes of a lease.
  const set = { ...changes.set, ...lease } as Changes<T>['set'];
  const leased = await updateItem<T>(
    key,
    { ...changes, set },
    // A write whose answer is lost is made again, and finds its own lease.
    any(all(condition, isUnleased()), isLeasedBy(lease.leaseOwner)),
  );
  return leased && { ...leased, ...lease };
}
