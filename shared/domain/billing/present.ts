import * as z from 'zod/mini';
import { plans, type Workspace } from '../workspaces/record';
import { costCents, planMax } from './ceilings';
import { billingRefusals, findBillingRefusal } from './gate';
import { currentPeriod, emailsUsedNow, periodBounds } from './period';

const time = z.iso.datetime();
const count = z.int().check(z.nonnegative());

/** contract.md 4.6 */
export const UsageSchema = z.object({
  plan: z.enum(plans),
  period_start: time,
  period_end: time,
  emails_included: z.nullable(count),
  emails_used: count,
  emails_remaining: z.nullable(count),
  sending_locked: z.boolean(),
  lock_reason: z.nullable(z.enum(billingRefusals)),
  estimated_cents: z.number(),
  budget_cents: z.nullable(count),
});

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
    estimated_cents: costCents(workspace, used),
    budget_cents: workspace.budgetCents,
  };
}
