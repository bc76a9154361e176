import type { Credential } from '../../ctx';
import { giveBackToDay, takeFromDay } from '../../db/day-counter';
import { keys } from '../../db/keys';
import { ApiError } from '../../errors';
import { dayMs, now, utcDay } from '../../time';

/** Check 8 of core.md's "Order of checks", on what was read: the write below has the last word. */
export function refuseOverDailyCap({ guardrails }: Credential, used: number, recipients: number): void {
  const { dailySendLimit } = guardrails;
  if (dailySendLimit === null || recipients === 0) return;
  if (used + recipients > dailySendLimit) throw overDailyCap(dailySendLimit);
}

/** Counts the recipients on the key's day, and returns what gives them back. */
export async function chargeDailyCap(
  { workspaceId, id, guardrails }: Credential,
  recipients: number,
): Promise<() => Promise<void>> {
  const { dailySendLimit } = guardrails;
  if (dailySendLimit === null || recipients === 0) return () => Promise.resolve();
  const day = keys.dailyCap(workspaceId, id, utcDay(now()));
  if (!(await takeFromDay(day, recipients, dailySendLimit))) throw overDailyCap(dailySendLimit);
  return () => giveBackToDay(day, recipients);
}

function overDailyCap(limit: number): ApiError {
  const seconds = Math.ceil((dayMs - (now() % dayMs)) / 1000);
  return new ApiError(
    'daily_limit',
    `This key may mail ${limit} recipients a day, and this would pass it. Stop until 00:00 UTC; do not retry before`,
    { headers: { 'Retry-After': `${seconds}` } },
  );
}
