import type * as z from 'zod/mini';
import { costCents, planRecipientsMax } from '../../../shared/domain/platform/billing/usage-limits';
import { findBillingRefusal } from '../../../shared/domain/platform/billing/billing-refusals';
import {
  currentPeriod,
  emailsUsedThisPeriod,
  periodBounds,
} from '../../../shared/domain/platform/billing/period';
import type { Workspace } from '../../../shared/db/records/workspaces';
import type { UsageSchema } from './shapes';

/** Presents the usage. `lock_reason` is the error type that a transactional email to one recipient would get now. */
export function presentUsage(workspace: Workspace, atMs: number): z.infer<typeof UsageSchema> {
  const { start, end } = periodBounds(currentPeriod(workspace, atMs));
  const [used, included] = [emailsUsedThisPeriod(workspace, atMs), planRecipientsMax(workspace)];
  const lockReason = findBillingRefusal(workspace, { recipients: 1, riskClass: 'transactional', at: atMs });
  return {
    plan: workspace.plan,
    period_start: start,
    period_end: end,
    emails_included: included === Infinity ? null : included,
    emails_used: used,
    emails_remaining: included === Infinity ? null : Math.max(0, included - used),
    sending_locked: lockReason !== undefined,
    lock_reason: lockReason ?? null,
    suspended_reason: workspace.suspendedReason,
    estimated_cents: costCents(workspace, used),
    budget_cents: workspace.budgetCents,
    // The documented response does not have this field, so a workspace that never stored such content does not get it.
    ...(workspace.storedBytes !== undefined && { stored_bytes: workspace.storedBytes }),
  };
}
