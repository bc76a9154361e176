import type { RiskClass } from '../../../db/records/domains';
import type { Workspace } from '../../../db/records/workspaces';

/** The recipients per month of the free plan (U-2). */
export const freePlanRecipientsMax = 3_000;

/** The price in the paid and unmetered plans: one dollar per thousand recipients. */
const recipientsPerCent = 10;

/** The price of this number of recipients, in cents. */
export const costCents = ({ plan }: Workspace, recipients: number): number =>
  plan === 'free' ? 0 : recipients / recipientsPerCent;

/** The recipients per period that the plan allows. */
export const planRecipientsMax = ({ plan }: Workspace): number =>
  plan === 'free' ? freePlanRecipientsMax : Infinity;

/**
 * The recipients per period that the budget allows for email of this class. A budget of 0 allows no recipients on any
 * plan.
 */
export function budgetRecipientsMax(workspace: Workspace, riskClass: RiskClass): number {
  const { budgetCents, budgetAppliesTo, plan } = workspace;
  if (budgetCents === null || !(budgetAppliesTo === 'all' || riskClass === 'marketing')) return Infinity;
  return plan === 'free' && budgetCents > 0 ? Infinity : budgetCents * recipientsPerCent;
}

/** Whether a charge for email of this class can be refused. */
export const hasUsageLimit = (workspace: Workspace, riskClass: RiskClass): boolean =>
  Math.min(planRecipientsMax(workspace), budgetRecipientsMax(workspace, riskClass)) < Infinity;
