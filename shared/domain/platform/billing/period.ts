import { toIso, now } from '../../../core/time';
import type { Workspace } from '../../../db/records/workspaces';

/** A billing period is a UTC month: `2026-11`. */
export const billingPeriod = (at = now()): string => toIso(at).slice(0, 7);

/** Returns the first instants of the period and of the next period. */
export function periodBounds(period: string): { start: string; end: string } {
  const start = new Date(`${period}-01T00:00:00.000Z`);
  const end = new Date(start);
  end.setUTCMonth(start.getUTCMonth() + 1);
  return { start: start.toISOString(), end: end.toISOString() };
}

/**
 * Returns the period of the counter. If the counter's period is later than the current period of this server, a server
 * whose clock is ahead began that period.
 */
export function currentPeriod({ usagePeriod }: Workspace, at = now()): string {
  const period = billingPeriod(at);
  return usagePeriod > period ? usagePeriod : period;
}

/** The recipients mailed in the current period. Ignores the counter of an earlier period. */
export const emailsUsedThisPeriod = (workspace: Workspace, at = now()): number =>
  workspace.usagePeriod === currentPeriod(workspace, at) ? workspace.emailsUsed : 0;
