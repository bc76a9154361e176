import type * as z from 'zod/mini';
import { costCents, planMax } from '../../../shared/domain/platform/billing/ceilings';
import { findBillingRefusal } from '../../../shared/domain/platform/billing/gate';
import { currentPeriod, emailsUsedNow, periodBounds } from '../../../shared/domain/platform/billing/period';
import type { Workspace } from '../../../shared/db/records/workspaces';
import type { UsageSchema } from './shapes';

/** The lock is what a transactional mail to one recipient would meet now. */
export function presentUsage(workspace: Workspace, at: number): z.infer<typeof UsageSchema> {
  const { start, end } = periodBounds(currentPeriod(workspace, at));
  const [used, included] = [emailsUsedNow(workspace, at), planMax(workspace)];
  const lock = findBillingRefusal(workspace, { recipients: 1, riskClass: 'transactional', at });
  return {
    plan: workspace.plan,
    period_start: start,
    period_end: end,
    emails_included: included === Infinity ? null : included,
    emails_used: used,
    emails_remaining: included === Infinity ? null : Math.max(0, included - used),
    sending_locked: lock !== undefined,
    lock_reason: lock ?? null,
    suspended_reason: workspace.suspendedReason,
    estimated_cents: costCents(workspace, used),
    budget_cents: workspace.budgetCents,
  };
}
