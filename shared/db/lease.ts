import { randomUUID } from 'node:crypto';
import { now } from '../core/time';
import { absent, all, any, atMost, is, type Condition } from './condition';
import type { Key } from './keys';
import { updateItem } from './table';
import type { Changes } from './update';

/** Who works on a record, and until when nobody else does, ms. One that dies holds it no longer than that. */
export interface Leased {
  leaseOwner?: string;
  leaseUntil?: number;
}

/** Longer than a function behind the API may run: nobody takes a record from a request that still works. */
export const requestLeaseMs = 35_000;

export const newLease = (ms: number): Required<Leased> => ({
  leaseOwner: randomUUID(),
  leaseUntil: now() + ms,
});

const always = all();

/** What ends a lease. */
export const leaseAttributes = ['leaseOwner', 'leaseUntil'] as const;

/** Nobody works on the record. */
export const isFree = (): Condition => any(absent('leaseUntil'), atMost('leaseUntil', now()));

export const isHeldBy = (leaseOwner: string): Condition => is('leaseOwner', leaseOwner);

/** Ends a lease of one's own. */
export async function endLease(key: Key, leaseOwner: string): Promise<void> {
  await updateItem<Leased>(key, { remove: leaseAttributes }, isHeldBy(leaseOwner));
}

/** Takes the record for so long, where the condition holds; undefined when somebody else works on it. */
export function takeLease<T extends Leased>(
  key: Key,
  ms: number,
  { condition = always, ...changes }: { condition?: Condition } & Changes = {},
): Promise<T | undefined> {
  const lease = newLease(ms);
  return updateItem<T>(
    key,
    { ...changes, set: { ...changes.set, ...lease } },
    // A write whose answer is lost is made again, and finds its own lease.
    any(all(condition, isFree()), isHeldBy(lease.leaseOwner)),
  );
}
