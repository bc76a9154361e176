import type { Credential } from '../../ctx';
import { giveBackToDay, takeFromDay, type DayCounter } from '../../db/day-counter';
import { keys, type Key } from '../../db/keys';
import { getItem } from '../../db/table';
import type { Write } from '../../db/transaction';
import { ApiError } from '../../errors';
import { dayMs, now, utcDay } from '../../time';

/** Check 8 of core.md's "Order of checks", on what was read: the write below has the last word. */
export function refuseOverDailyCap(credential: Credential, used: number, recipients: number): void {
  const { dailySendLimit } = credential.guardrails;
  if (dailySendLimit === null || recipients === 0) return;
  if (used + recipients > dailySendLimit) throw overDailyCap(credential);
}

/** Counts the recipients on the key's day, and returns what gives them back. */
export async function chargeDailyCap(
  credential: Credential,
  recipients: number,
): Promise<() => Promise<void>> {
  const { dailySendLimit } = credential.guardrails;
  if (dailySendLimit === null || recipients === 0) return () => Promise.resolve();
  const day = dayOf(credential);
  if (!(await takeFromDay(day, recipients, dailySendLimit))) throw overDailyCap(credential);
  return () => giveBackToDay(day, recipients);
}

/** Counts them with a write, or does neither: where the day has no room, or the condition of the write does not hold. */
export const takeFromDailyCap = (
  credential: Credential,
  recipients: number,
  beside: Write,
): Promise<boolean> =>
  takeFromDay(dayOf(credential), recipients, credential.guardrails.dailySendLimit ?? Infinity, beside);

/** 429 where the day has no room for so many. */
export async function refuseFullDay(credential: Credential, recipients: number): Promise<void> {
  const day = await getItem<DayCounter>(dayOf(credential));
  refuseOverDailyCap(credential, day?.used ?? 0, recipients);
}

const dayOf = ({ workspaceId, id }: Credential): Key => keys.dailyCap(workspaceId, id, utcDay(now()));

function overDailyCap({ guardrails }: Credential): ApiError {
  const seconds = Math.ceil((dayMs - (now() % dayMs)) / 1000);
  return new ApiError(
    'daily_limit',
    `This key may mail ${guardrails.dailySendLimit} recipients a day, and this would pass it. Stop until 00:00 UTC; do not retry before`,
    { headers: { 'Retry-After': `${seconds}` } },
  );
}
