import { toIso, now } from '../../../core/time';
import type { Workspace } from '../../../db/records/workspaces';

/** A billing period is a UTC month: `2026-11`. */
export const billingPeriod = (at = now()): string => toIso(at).slice(0, 7);

/** The first instant of the period and of the next one. */
export function periodBounds(period: string): { start: string; end: string } {
  const start = new Date(`${period}-01T00:00:00.000Z`);
  const end = new Date(start);
  end.setUTCMonth(start.getUTCMonth() + 1);
  return { start: start.toISOString(), end: end.toISOString() };
}

/** The period of the counter. If it is later than that of this server, a server whose clock is ahead began it. */
export function currentPeriod({ usagePeriod }: Workspace, at = now()): string {
  const period = billingPeriod(at);
  return usagePeriod > period ? usagePeriod : period;
}

/** Recipients mailed in the current period. A counter of an earlier period does not count. */
export const emailsUsedThisPeriod = (workspace: Workspace, at = now()): number =>
  workspace.usagePeriod === currentPeriod(workspace, at) ? workspace.emailsUsed : 0;
