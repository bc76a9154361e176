import type { DailyCounter } from '../../../db/records/daily-counters';
import type { Credential } from '../../../core/request-context';
import {
  decrementDailyCounter,
  tryIncrementDailyCounters,
  type LimitedCounter,
} from '../../../db/daily-counter';
import { keys, type Key } from '../../../db/keys';
import { loadItemLookup, type ItemLookup } from '../../../db/table';
import { ApiError } from '../../../core/errors';
import { dayMs, now, utcDay } from '../../../core/time';

/** A daily limit to which a send is charged: the limit of the sending key or of one of its ancestors. */
export interface DailyCap extends LimitedCounter {
  keyId: string;
  used: number;
}

/**
 * The keys of the records to read before a send is charged: the counter of the key, its ancestors and their counters.
 */
export function dailyCapKeys({ workspaceId, id, guardrails, ancestorKeyIds = [] }: Credential): Key[] {
  const ownCounterKeys = guardrails.dailySendLimit === null ? [] : [dayCounterKey(workspaceId, id)];
  return [
    ...ownCounterKeys,
    ...ancestorKeyIds.flatMap((ancestorId) => [
      keys.apiKey(workspaceId, ancestorId),
      dayCounterKey(workspaceId, ancestorId),
    ]),
  ];
}

/** A revoked ancestor also limits the keys that it created, because those keys remain valid. */
export function dailyCapsFrom(
  { workspaceId, id, guardrails, ancestorKeyIds = [] }: Credential,
  found: ItemLookup,
): DailyCap[] {
  const limits = new Map([
    [id, guardrails.dailySendLimit],
    ...ancestorKeyIds.map((ancestorId) => {
      const key = found(keys.apiKey(workspaceId, ancestorId));
      return [ancestorId, key?.dailySendLimit ?? null] as const;
    }),
  ]);
  return [...limits].flatMap(([keyId, max]) => {
    const day = dayCounterKey(workspaceId, keyId);
    return max === null ? [] : [{ keyId, key: day, max, used: found(day)?.used ?? 0 }];
  });
}

export async function readDailyCaps(credential: Credential): Promise<DailyCap[]> {
  const itemKeys = dailyCapKeys(credential);
  return itemKeys.length === 0 ? [] : dailyCapsFrom(credential, await loadItemLookup(itemKeys));
}

/**
 * Checks the daily limits (K-26) against the counters that were read. The conditional write in `chargeDailyCap` is
 * authoritative.
 */
export function refuseOverDailyCap(caps: readonly DailyCap[], recipients: number): void {
  const exceeded = caps.find(({ used, max }) => recipients > 0 && used + recipients > max);
  if (exceeded) throw dailyLimitError(exceeded);
}

/** Charges the recipients to each key's counter for today. Returns a function that refunds the charge. */
export async function chargeDailyCap(
  caps: readonly DailyCap[],
  recipients: number,
): Promise<() => Promise<void>> {
  if (caps.length === 0 || recipients === 0) return () => Promise.resolve();
  if (!(await tryIncrementDailyCounters(caps, recipients))) throw dailyLimitError(leastRemaining(caps));
  return async () => {
    await Promise.all(caps.map(({ key: day }) => decrementDailyCounter(day, recipients)));
  };
}

/**
 * Returns the cap that had the least remaining when it was read. Concurrent sends used up a cap, but the failed write
 * does not show which cap.
 */
const leastRemaining = (caps: readonly DailyCap[]): DailyCap =>
  caps.reduce((least, cap) => (cap.max - cap.used < least.max - least.used ? cap : least));

const dayCounterKey = (workspaceId: string, keyId: string): Key<DailyCounter> =>
  keys.dailyCap(workspaceId, keyId, utcDay(now()));

function dailyLimitError({ max }: DailyCap): ApiError {
  const seconds = Math.ceil((dayMs - (now() % dayMs)) / 1000);
  return new ApiError(
    'daily_limit',
    `The daily limit of this key is ${max} recipients, and this send would exceed it. Stop, and do not retry before 00:00 UTC`,
    { headers: { 'Retry-After': `${seconds}` } },
  );
}
