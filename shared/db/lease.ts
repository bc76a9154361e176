import type { LeaseFields } from './records/lease';
import { randomUUID } from 'node:crypto';
import { now } from '../core/time';
import { attributeNotExists, all, any, atMost, is, type Condition } from './condition';
import type { Key } from './keys';
import { updateItem } from './table';
import type { Changes } from './update';

/** Longer than the timeout of any API function, so that a lease cannot end while its request is running. */
export const requestLeaseMs = 35_000;

export const newLease = (ms: number): Required<LeaseFields> => ({
  leaseOwner: randomUUID(),
  leaseUntil: now() + ms,
});

const alwaysTrue = all();

/** Removing these attributes ends a lease. */
export const leaseAttributes = ['leaseOwner', 'leaseUntil'] as const;

/** Matches if the record has no lease or its lease has ended. */
export const isUnleased = (): Condition<LeaseFields> =>
  any(attributeNotExists('leaseUntil'), atMost('leaseUntil', now()));

export const isLeasedBy = (leaseOwner: string): Condition<LeaseFields> => is('leaseOwner', leaseOwner);

/** Ends the lease if the lease belongs to this owner. */
export async function releaseLease(key: Key<LeaseFields>, leaseOwner: string): Promise<void> {
  await updateItem(key, { remove: leaseAttributes }, isLeasedBy(leaseOwner));
}

/**
 * Leases the record for `ms` milliseconds. Returns undefined if another owner has a lease or if the condition is false.
 */
export async function acquireLease<T extends LeaseFields>(
  key: Key<T>,
  ms: number,
  { condition = alwaysTrue, ...changes }: { condition?: Condition<NoInfer<T>> } & NoInfer<Changes<T>> = {},
): Promise<(T & Required<LeaseFields>) | undefined> {
  const lease = newLease(ms);
  // TypeScript cannot infer that every T has the attributes of a lease.
  const set = { ...changes.set, ...lease } as Changes<T>['set'];
  const leased = await updateItem<T>(
    key,
    { ...changes, set },
    // The SDK repeats a write whose response was lost. The repeated write must accept the lease of the first write.
    any(all(condition, isUnleased()), isLeasedBy(lease.leaseOwner)),
  );
  return leased && { ...leased, ...lease };
}
