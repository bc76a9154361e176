import type { Credential } from '../../../core/ctx';
import { giveBackToDay, takeFromDays, type DayCounter, type LimitedDay } from '../../../db/day-counter';
import { keys, type Key } from '../../../db/keys';
import { lookUpItems, type LookUp } from '../../../db/table';
import { ApiError } from '../../../core/errors';
import { dayMs, now, utcDay } from '../../../core/time';
import type { ApiKey } from '../../../db/records/api-keys';

/** A key with a daily limit for which the recipients count: the one that sends, or one above it. */
export interface CappedDay extends LimitedDay {
  keyId: string;
  used: number;
}

/** What has to be read to know for which keys the recipients of a request count, and what their days have. */
export function keysOfCaps({ workspaceId, id, guardrails, keysAbove = [] }: Credential): Key[] {
  const ownDay = guardrails.dailySendLimit === null ? [] : [dayOf(workspaceId, id)];
  return [
    ...ownDay,
    ...keysAbove.flatMap((above) => [keys.apiKey(workspaceId, above), dayOf(workspaceId, above)]),
  ];
}

/** A revoked key above still limits: what it made goes on. */
export function cappedDays(
  { workspaceId, id, guardrails, keysAbove = [] }: Credential,
  found: LookUp,
): CappedDay[] {
  const limits = new Map([
    [id, guardrails.dailySendLimit],
    ...keysAbove.map((above) => {
      const key = found<ApiKey>(keys.apiKey(workspaceId, above));
      return [above, key?.dailySendLimit ?? null] as const;
    }),
  ]);
  return [...limits].flatMap(([keyId, max]) => {
    const day = dayOf(workspaceId, keyId);
    return max === null ? [] : [{ keyId, day, max, used: found<DayCounter>(day)?.used ?? 0 }];
  });
}

export async function readCappedDays(credential: Credential): Promise<CappedDay[]> {
  const wanted = keysOfCaps(credential);
  return wanted.length === 0 ? [] : cappedDays(credential, await lookUpItems(wanted));
}

/** Check 8 of core.md's "Order of checks", on what was read: the write below has the last word. */
export function refuseOverDailyCap(days: readonly CappedDay[], recipients: number): void {
  const full = days.find(({ used, max }) => recipients > 0 && used + recipients > max);
  if (full) throw overDailyCap(full);
}

/** Counts the recipients on the day of each key, and returns what gives them back. */
export async function chargeDailyCap(
  days: readonly CappedDay[],
  recipients: number,
): Promise<() => Promise<void>> {
  if (days.length === 0 || recipients === 0) return () => Promise.resolve();
  if (!(await takeFromDays(days, recipients))) throw overDailyCap(fullest(days));
  return async () => {
    await Promise.all(days.map(({ day }) => giveBackToDay(day, recipients)));
  };
}

/** Others were faster: which of the days they filled was not read. */
const fullest = (days: readonly CappedDay[]): CappedDay =>
  days.reduce((fuller, one) => (one.max - one.used < fuller.max - fuller.used ? one : fuller));

const dayOf = (workspaceId: string, keyId: string): Key => keys.dailyCap(workspaceId, keyId, utcDay(now()));

function overDailyCap({ max }: CappedDay): ApiError {
  const seconds = Math.ceil((dayMs - (now() % dayMs)) / 1000);
  return new ApiError(
    'daily_limit',
    `This key may mail ${max} recipients a day, and this would pass it. Stop until 00:00 UTC; do not retry before`,
    { headers: { 'Retry-After': `${seconds}` } },
  );
}
