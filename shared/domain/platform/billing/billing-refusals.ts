import { ApiError, type ErrorType } from '../../../core/errors';
import { now } from '../../../core/time';
import type { RiskClass } from '../../../db/records/domains';
import type { Workspace } from '../../../db/records/workspaces';
import { budgetRecipientsMax, costCents, freePlanRecipientsMax, planRecipientsMax } from './usage-limits';
import { currentPeriod, emailsUsedThisPeriod, periodBounds } from './period';

/** A send as billing sees it. */
export interface BilledSend {
  /** All of them, across to, cc and bcc. */
  recipients: number;
  riskClass: RiskClass;
  /** When, in ms; now unless given. */
  at?: number;
}

/** In the order in which they are found. */
export const billingRefusals = [
  'payment_method_required',
  'plan_limit_reached',
  'billing_past_due',
  'budget_exceeded',
] as const satisfies ErrorType[];

type BillingRefusal = (typeof billingRefusals)[number];

/** The check of billing (U-1 to U-5): one gate with four refusals, all 402. */
export function refuseByBilling(workspace: Workspace, send: BilledSend): void {
  const refusal = findBillingRefusal(workspace, send);
  if (refusal) throw new ApiError(refusal, messages[refusal](workspace, send));
}

/** The first of them alone: for what is not known to cost anything yet. */
export function refuseWithoutPaymentMethod(workspace: Workspace): void {
  if (workspace.paymentMethodVerified) return;
  const emptySend: BilledSend = { recipients: 0, riskClass: 'marketing' };
  throw new ApiError('payment_method_required', messages.payment_method_required(workspace, emptySend));
}

/** Why billing would refuse this send now. */
export function findBillingRefusal(workspace: Workspace, send: BilledSend): BillingRefusal | undefined {
  return billingRefusals.find((refusal) => refusalApplies[refusal](workspace, send));
}

/** What billing says, where that is why something was refused; any other error is thrown on. */
export function expectBillingReason(error: unknown): string {
  if (error instanceof ApiError && billingRefusals.some((type) => type === error.type)) return error.message;
  throw error;
}

const refusalApplies: Record<BillingRefusal, (workspace: Workspace, send: BilledSend) => boolean> = {
  payment_method_required: ({ paymentMethodVerified }) => !paymentMethodVerified,
  plan_limit_reached: (workspace, { recipients, at }) =>
    emailsUsedThisPeriod(workspace, at) + recipients > planRecipientsMax(workspace),
  billing_past_due: ({ billingPastDue }) => billingPastDue,
  budget_exceeded: exceedsBudget,
};

/** A budget that is used up also stops a send that costs nothing. */
function exceedsBudget(workspace: Workspace, { recipients, riskClass, at }: BilledSend): boolean {
  const [used, max] = [emailsUsedThisPeriod(workspace, at), budgetRecipientsMax(workspace, riskClass)];
  return used >= max || used + recipients > max;
}

/** What to do next: each takes a person. */
const messages: Record<BillingRefusal, (workspace: Workspace, send: BilledSend) => string> = {
  payment_method_required: () =>
    'This workspace has no verified payment method, so no mail leaves: a person has to add one',
  plan_limit_reached: (workspace, { recipients, at }) =>
    `The free plan has ${freePlanRecipientsMax} recipients a month, of which ${emailsUsedThisPeriod(workspace, at)} are used; ` +
    `this needs ${recipients}. A person can change the plan, or wait for ${nextPeriodStart(workspace, at)}`,
  billing_past_due: () =>
    'The subscription of this workspace is unpaid, so no mail leaves: a person has to pay it',
  budget_exceeded: (workspace, { recipients, at }) =>
    `The budget for ${workspace.budgetAppliesTo === 'all' ? 'all' : 'marketing'} mail is ` +
    `${workspace.budgetCents} cents a month, of which ${costCents(workspace, emailsUsedThisPeriod(workspace, at))} are ` +
    `used; this costs ${costCents(workspace, recipients)}. A person can raise it, or wait for ` +
    nextPeriodStart(workspace, at),
};

const nextPeriodStart = (workspace: Workspace, at = now()): string =>
  periodBounds(currentPeriod(workspace, at)).end;
