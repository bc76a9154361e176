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
 * The marketing recipients per day for a new identity from the day of its first send. The numbers grow because mailbox
 * providers distrust a new sender with high volume. After the last day there is no limit.
 */
const warmupRamp = [200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 40_000, 70_000, 100_000] as const;

/**
 * Charges the recipients to the identity's allowance for today, or throws 422 `warmup_limit` (E-52). Returns a function
 * that refunds the charge.
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
    `${domain.domain} is warming up, and this send would exceed today's allowance of ${allowance} marketing recipients. Retry after 00:00 UTC`,
  );
}

/** The part of a day's allowance that a batch has reserved. */
export interface PartialWarmupCharge {
  granted: number;
  /** The UTC day that was charged. Undefined if the domain has no limit. */
  day?: string;
}

/**
 * Charges as many of the recipients as the identity's allowance for today permits. The same transaction includes
 * `relatedWrite`, which records the charge on the batch.
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

/** Refunds the part of a day's allowance that a batch reserved but did not use. */
export const refundWarmup = (
  { workspaceId, id }: Domain,
  { day, granted }: Required<PartialWarmupCharge>,
  relatedWrite: TransactionWrite,
): Promise<void> => decrementDailyCounter(keys.warmup(workspaceId, id, day), granted, relatedWrite);

/** Returns the allowance for the day of `at`, which is in ms, or undefined after the ramp. */
function allowanceAt(startedAt: string, at: number): number | undefined {
  const days = (Date.parse(utcDay(at)) - Date.parse(utcDay(Date.parse(startedAt)))) / dayMs;
  return warmupRamp[Math.max(0, days)];
}

/** Starts the ramp at the first send. Of several concurrent first sends, only one sets the start. */
async function startWarmup({ workspaceId, domain }: Domain): Promise<string> {
  const started = await updateItem(
    keys.domain(workspaceId, domain),
    { setIfAbsent: { warmupStartedAt: nowIso() } },
    ifPresent,
  );
  return started?.warmupStartedAt ?? nowIso();
}
