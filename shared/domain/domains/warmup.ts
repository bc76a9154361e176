import { keys, type Key } from '../../db/keys';
import { updateItem } from '../../db/table';
import { ApiError } from '../../errors';
import { settled } from '../../settled';
import { dayMs, epochSeconds, now, nowIso, utcDay } from '../../time';
import type { Domain } from './record';

/**
 * Marketing recipients that a new identity may mail on each day since its first send: mailbox providers trust a
 * sender that grows. After the last day there is no ceiling.
 */
const warmupRamp = [200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 40_000, 70_000, 100_000] as const;

/**
 * Counts the recipients on the identity's day, or throws 422 `warmup_limit` (core.md, "Marketing sends"). Returns
 * what gives them back.
 */
export async function chargeWarmup(domain: Domain, recipients: number): Promise<() => Promise<void>> {
  if (!domain.warmup) return () => Promise.resolve();
  const startedAt = domain.warmupStartedAt ?? (await startWarmup(domain));
  const allowance = allowanceOn(startedAt, now());
  if (allowance === undefined) return () => Promise.resolve();
  const day = keys.warmup(domain.workspaceId, domain.id, utcDay(now()));
  if (await takeFrom(day, allowance, recipients)) return () => giveBack(day, recipients);
  throw new ApiError(
    'warmup_limit',
    `${domain.domain} is warming up and has used today's allowance of ${allowance} marketing recipients: not before 00:00 UTC`,
  );
}

/** What is lost leaves the counter too high, never too low. */
async function giveBack(day: Key, recipients: number): Promise<void> {
  await settled(
    updateItem(day, {
      UpdateExpression: 'SET used = used - :recipients',
      ConditionExpression: 'used >= :recipients',
      ExpressionAttributeValues: { ':recipients': recipients },
    }),
  );
}

/** The allowance of the day at that instant, in ms; undefined when the ramp is over. */
function allowanceOn(startedAt: string, at: number): number | undefined {
  const days = (Date.parse(utcDay(at)) - Date.parse(utcDay(Date.parse(startedAt)))) / dayMs;
  return warmupRamp[Math.max(0, days)];
}

async function takeFrom(day: Key, allowance: number, recipients: number): Promise<boolean> {
  const taken = await updateItem(day, {
    UpdateExpression: 'ADD used :recipients SET expiresAt = :expiresAt',
    ConditionExpression: 'attribute_not_exists(used) OR used <= :room',
    ExpressionAttributeValues: {
      ':recipients': recipients,
      ':room': allowance - recipients,
      ':expiresAt': epochSeconds(now() + 2 * dayMs),
    },
  });
  return taken !== undefined;
}

/** The ramp begins with the first send, whichever of several at once that is. */
async function startWarmup({ workspaceId, domain }: Domain): Promise<string> {
  const started = await updateItem<Domain>(keys.domain(workspaceId, domain), {
    UpdateExpression: 'SET warmupStartedAt = if_not_exists(warmupStartedAt, :now)',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeValues: { ':now': nowIso() },
  });
  return started?.warmupStartedAt ?? nowIso();
}
