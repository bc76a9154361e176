import type { RiskClass } from '../../../db/records/domains';
import type { Workspace } from '../../../db/records/workspaces';

/** The free plan's recipients a month (U-2). */
export const freePlanRecipientsMax = 3_000;

/** The price on the paid and the unmetered plan: a dollar for a thousand recipients. */
const recipientsPerCent = 10;

/** What so many recipients cost, in cents. */
export const costCents = ({ plan }: Workspace, recipients: number): number =>
  plan === 'free' ? 0 : recipients / recipientsPerCent;

/** Recipients a period that the plan allows. */
export const planRecipientsMax = ({ plan }: Workspace): number =>
  plan === 'free' ? freePlanRecipientsMax : Infinity;

/** Recipients a period that the budget allows to mail of this class. A budget of nothing allows nothing. */
export function budgetRecipientsMax(workspace: Workspace, riskClass: RiskClass): number {
  const { budgetCents, budgetAppliesTo, plan } = workspace;
  if (budgetCents === null || !(budgetAppliesTo === 'all' || riskClass === 'marketing')) return Infinity;
  return plan === 'free' && budgetCents > 0 ? Infinity : budgetCents * recipientsPerCent;
}

/** Whether a charge for mail of this class can be refused. */
export const hasUsageLimit = (workspace: Workspace, riskClass: RiskClass): boolean =>
  Math.min(planRecipientsMax(workspace), budgetRecipientsMax(workspace, riskClass)) < Infinity;
