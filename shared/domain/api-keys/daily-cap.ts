import type { Credential } from '../../ctx';
import { keys, type Key } from '../../db/keys';
import { updateItem } from '../../db/table';
import { ApiError } from '../../errors';
import { dayMs, epochSeconds, now, utcDay } from '../../time';

/** Check 8 of core.md's "Order of checks", on what was read: the write below has the last word. */
export function refuseOverDailyCap({ guardrails }: Credential, used: number, recipients: number): void {
  const { dailySendLimit } = guardrails;
  if (dailySendLimit === null || recipients === 0) return;
  if (used + recipients > dailySendLimit) throw overDailyCap(dailySendLimit);
}

/**
 * Counts the recipients on the key's day, and returns what gives them back. The cap is in the write, so that sends
 * at once never pass it together.
 */
export async function chargeDailyCap(
  { workspaceId, id, guardrails }: Credential,
  recipients: number,
): Promise<() => Promise<void>> {
  const { dailySendLimit } = guardrails;
  if (dailySendLimit === null || recipients === 0) return () => Promise.resolve();
  if (recipients > dailySendLimit) throw overDailyCap(dailySendLimit);
  const day = keys.dailyCap(workspaceId, id, utcDay(now()));
  const charged = await updateItem(day, {
    UpdateExpression: 'ADD used :recipients SET expiresAt = :expiresAt',
    ConditionExpression: 'attribute_not_exists(used) OR used <= :room',
    ExpressionAttributeValues: {
      ':recipients': recipients,
      ':room': dailySendLimit - recipients,
      ':expiresAt': epochSeconds(now() + 2 * dayMs),
    },
  });
  if (!charged) throw overDailyCap(dailySendLimit);
  return () => refund(day, recipients);
}

async function refund(day: Key, recipients: number): Promise<void> {
  await updateItem(day, {
    UpdateExpression: 'SET used = used - :recipients',
    ConditionExpression: 'used >= :recipients',
    ExpressionAttributeValues: { ':recipients': recipients },
  });
}

function overDailyCap(limit: number): ApiError {
  const seconds = Math.ceil((dayMs - (now() % dayMs)) / 1000);
  return new ApiError(
    'daily_limit',
    `This key may mail ${limit} recipients a day, and this would pass it. Stop until 00:00 UTC; do not retry before`,
    { headers: { 'Retry-After': `${seconds}` } },
  );
}
