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
 * Marketing recipients per day for a new identity, counted from its first send, because mailbox providers trust a
 * sender that grows. After the last day there is no limit.
 */
const warmupRamp = [200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 40_000, 70_000, 100_000] as const;

/**
 * Charges the recipients to the identity's day, or throws 422 `warmup_limit` (E-52). Returns a function that refunds
 * them.
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
    `${domain.domain} is warming up, and this send would exceed today's allowance of ${allowance} marketing recipients: retry after 00:00 UTC`,
  );
}

/** The part of a day's allowance that a batch has reserved. */
export interface PartialWarmupCharge {
  granted: number;
  /** The UTC day that was charged. Undefined if the domain has no limit. */
  day?: string;
}

/**
 * Charges as many of the recipients as the identity's day allows. `relatedWrite`, which records the charge on the
 * batch, is in the same transaction.
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
    () => serviceUnavailable('Other requests are using the warm-up allowance. Retry the request'),
  );
}

/** Refunds the part of the day that a batch did not use. */
export const refundWarmup = (
  { workspaceId, id }: Domain,
  { day, granted }: Required<PartialWarmupCharge>,
  relatedWrite: TransactionWrite,
): Promise<void> => decrementDailyCounter(keys.warmup(workspaceId, id, day), granted, relatedWrite);

/** The allowance of the day at that instant, in ms. Undefined after the ramp. */
function allowanceAt(startedAt: string, at: number): number | undefined {
  const days = (Date.parse(utcDay(at)) - Date.parse(utcDay(Date.parse(startedAt)))) / dayMs;
  return warmupRamp[Math.max(0, days)];
}

/** The ramp begins with the first send. Of concurrent first sends, one sets its start. */
async function startWarmup({ workspaceId, domain }: Domain): Promise<string> {
  const started = await updateItem(
    keys.domain(workspaceId, domain),
    { setIfAbsent: { warmupStartedAt: nowIso() } },
    ifPresent,
  );
  return started?.warmupStartedAt ?? nowIso();
}
