import { ifPresent } from '../../../db/condition';
import { decrementDailyCounter, tryIncrementDailyCounter } from '../../../db/daily-counter';
import { keys } from '../../../db/keys';
import { serviceUnavailable, retryOnConflict } from '../../../db/retry-on-conflict';
import { getItem, updateItem } from '../../../db/table';
import type { TransactionWrite } from '../../../db/transaction';
import { ApiError } from '../../../core/errors';
import { dayMs, now, nowIso, utcDay } from '../../../core/time';
import type { Domain } from '../../../db/records/domains';

/**
 * Marketing recipients that a new identity may mail on each day since its first send: mailbox providers trust a
 * sender that grows. After the last day there is no ceiling.
 */
const warmupRamp = [200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 40_000, 70_000, 100_000] as const;

/**
 * Counts the recipients on the identity's day, or throws 422 `warmup_limit` (E-52). Returns
 * what gives them back.
 */
export async function chargeWarmup(domain: Domain, recipients: number): Promise<() => Promise<void>> {
  if (!domain.warmup) return () => Promise.resolve();
  const startedAt = domain.warmupStartedAt ?? (await startWarmup(domain));
  const allowance = allowanceAt(startedAt, now());
  if (allowance === undefined) return () => Promise.resolve();
  const day = keys.warmup(domain.workspaceId, domain.id, utcDay(now()));
  if (await tryIncrementDailyCounter(day, recipients, allowance))
    return () => decrementDailyCounter(day, recipients);
  throw new ApiError(
    'warmup_limit',
    `${domain.domain} is warming up and has used today's allowance of ${allowance} marketing recipients: not before 00:00 UTC`,
  );
}

/** What of a day's allowance a batch has. */
export interface PartialWarmupCharge {
  granted: number;
  /** Where they are counted: a UTC day. Undefined: the domain has no ceiling. */
  day?: string;
}

/**
 * Counts as many of the recipients on the identity's day as it has room for. `relatedWrite`, which says so of the batch, is
 * written with it or not at all.
 */
export async function chargeWarmupUpTo(
  domain: Domain,
  recipients: number,
  relatedWrite: (partialCharge: Required<PartialWarmupCharge>) => TransactionWrite,
): Promise<PartialWarmupCharge> {
  if (!domain.warmup || recipients === 0) return { granted: recipients };
  const startedAt = domain.warmupStartedAt ?? (await startWarmup(domain));
  const at = now();
  const [day, allowance] = [utcDay(at), allowanceAt(startedAt, at)];
  if (allowance === undefined) return { granted: recipients };
  const counter = keys.warmup(domain.workspaceId, domain.id, day);
  return retryOnConflict(
    async () => {
      const { used } = (await getItem(counter)) ?? { used: 0 };
      const partialCharge = { granted: Math.max(0, Math.min(recipients, allowance - used)), day };
      const isCharged =
        partialCharge.granted === 0 ||
        (await tryIncrementDailyCounter(
          counter,
          partialCharge.granted,
          allowance,
          relatedWrite(partialCharge),
        ));
      return isCharged ? partialCharge : undefined;
    },
    () => serviceUnavailable('The warm-up allowance is being used by others: repeat the request'),
  );
}

/** Gives back what a batch did not use of its day. */
export const refundWarmup = (
  { workspaceId, id }: Domain,
  { day, granted }: Required<PartialWarmupCharge>,
  relatedWrite: TransactionWrite,
): Promise<void> => decrementDailyCounter(keys.warmup(workspaceId, id, day), granted, relatedWrite);

/** The allowance of the day at that instant, in ms; undefined when the ramp is over. */
function allowanceAt(startedAt: string, at: number): number | undefined {
  const days = (Date.parse(utcDay(at)) - Date.parse(utcDay(Date.parse(startedAt)))) / dayMs;
  return warmupRamp[Math.max(0, days)];
}

/** The ramp begins with the first send, whichever of several at once that is. */
async function startWarmup({ workspaceId, domain }: Domain): Promise<string> {
  const started = await updateItem(
    keys.domain(workspaceId, domain),
    { setIfAbsent: { warmupStartedAt: nowIso() } },
    ifPresent,
  );
  return started?.warmupStartedAt ?? nowIso();
}
