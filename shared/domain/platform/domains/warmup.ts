import { ifPresent } from '../../../db/condition';
import { giveBackToDay, takeFromDay, type DayCounter } from '../../../db/day-counter';
import { keys } from '../../../db/keys';
import { busy, untilWon } from '../../../db/race';
import { getItem, updateItem } from '../../../db/table';
import type { Write } from '../../../db/transaction';
import { ApiError } from '../../../core/errors';
import { dayMs, now, nowIso, utcDay } from '../../../core/time';
import type { Domain } from '../../../db/records/domains';

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

/** What of a day's allowance a batch has. */
export interface WarmupPart {
  granted: number;
  /** Where they are counted: a UTC day. Undefined: the domain has no ceiling. */
  day?: string;
}

/**
 * Counts as many of the recipients on the identity's day as it has room for. `beside`, which says so of the batch, is
 * written with it or not at all.
 */
export async function takeWarmup(
  domain: Domain,
  recipients: number,
  beside: (part: Required<WarmupPart>) => Write,
): Promise<WarmupPart> {
  if (!domain.warmup || recipients === 0) return { granted: recipients };
  const startedAt = domain.warmupStartedAt ?? (await startWarmup(domain));
  const at = now();
  const [day, allowance] = [utcDay(at), allowanceOn(startedAt, at)];
  if (allowance === undefined) return { granted: recipients };
  const counter = keys.warmup(domain.workspaceId, domain.id, day);
  return untilWon(
    async () => {
      const { used } = (await getItem<DayCounter>(counter)) ?? { used: 0 };
      const part = { granted: Math.max(0, Math.min(recipients, allowance - used)), day };
      const isTaken =
        part.granted === 0 || (await takeFromDay(counter, part.granted, allowance, beside(part)));
      return isTaken ? part : undefined;
    },
    () => busy('The warm-up allowance is being used by others: repeat the request'),
  );
}

/** Gives back what a batch did not use of its day. */
export const giveBackWarmup = (
  { workspaceId, id }: Domain,
  { day, granted }: Required<WarmupPart>,
  beside: Write,
): Promise<void> => giveBackToDay(keys.warmup(workspaceId, id, day), granted, beside);

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
