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

/** A key with a daily limit for which the recipients count: the one that sends, or one above it. */
export interface DailyCap extends LimitedCounter {
  keyId: string;
  used: number;
}

/** What has to be read to know for which keys the recipients of a request count, and what their days have. */
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

/** A revoked key above still limits: what it made goes on. */
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

/** The check of the daily limit (K-26), on what was read: the write below has the last word. */
export function refuseOverDailyCap(caps: readonly DailyCap[], recipients: number): void {
  const exceeded = caps.find(({ used, max }) => recipients > 0 && used + recipients > max);
  if (exceeded) throw dailyLimitError(exceeded);
}

/** Counts the recipients on the day of each key, and returns what gives them back. */
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

/** Others were faster: which of the days they filled was not read. */
const leastRemaining = (caps: readonly DailyCap[]): DailyCap =>
  caps.reduce((least, cap) => (cap.max - cap.used < least.max - least.used ? cap : least));

const dayCounterKey = (workspaceId: string, keyId: string): Key<DailyCounter> =>
  keys.dailyCap(workspaceId, keyId, utcDay(now()));

function dailyLimitError({ max }: DailyCap): ApiError {
  const seconds = Math.ceil((dayMs - (now() % dayMs)) / 1000);
  return new ApiError(
    'daily_limit',
    `This key may mail ${max} recipients a day, and this would pass it. Stop until 00:00 UTC; do not retry before`,
    { headers: { 'Retry-After': `${seconds}` } },
  );
}
