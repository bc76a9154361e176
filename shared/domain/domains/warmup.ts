import { ifPresent } from '../../db/condition';
import { giveBackToDay, takeFromDay } from '../../db/day-counter';
import { keys } from '../../db/keys';
import { updateItem } from '../../db/table';
import { ApiError } from '../../errors';
import { dayMs, now, nowIso, utcDay } from '../../time';
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
  if (await takeFromDay(day, recipients, allowance)) return () => giveBackToDay(day, recipients);
  throw new ApiError(
    'warmup_limit',
    `${domain.domain} is warming up and has used today's allowance of ${allowance} marketing recipients: not before 00:00 UTC`,
  );
}

/** The allowance of the day at that instant, in ms; undefined when the ramp is over. */
function allowanceOn(startedAt: string, at: number): number | undefined {
  const days = (Date.parse(utcDay(at)) - Date.parse(utcDay(Date.parse(startedAt)))) / dayMs;
  return warmupRamp[Math.max(0, days)];
}

/** The ramp begins with the first send, whichever of several at once that is. */
async function startWarmup({ workspaceId, domain }: Domain): Promise<string> {
  const started = await updateItem<Domain>(
    keys.domain(workspaceId, domain),
    { setOnce: { warmupStartedAt: nowIso() } },
    ifPresent,
  );
  return started?.warmupStartedAt ?? nowIso();
}
