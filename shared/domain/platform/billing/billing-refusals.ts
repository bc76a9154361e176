import { ApiError, type ErrorType } from '../../../core/errors';
import { now } from '../../../core/time';
import type { RiskClass } from '../../../db/records/domains';
import type { Workspace } from '../../../db/records/workspaces';
import { budgetRecipientsMax, costCents, freePlanRecipientsMax, planRecipientsMax } from './usage-limits';
import { currentPeriod, emailsUsedThisPeriod, periodBounds } from './period';

/** The properties of a send that billing needs. */
export interface BilledSend {
  /** The number of recipients across to, cc and bcc. */
  recipients: number;
  riskClass: RiskClass;
  /** The time of the send in ms. Defaults to now. */
  at?: number;
}

/** The billing refusals, in the order of the checks. */
export const billingRefusals = [
  'payment_method_required',
  'plan_limit_reached',
  'billing_past_due',
  'budget_exceeded',
] as const satisfies ErrorType[];

type BillingRefusal = (typeof billingRefusals)[number];

/** Refuses with 402 if billing does not allow the send (U-1 to U-5). */
export function refuseByBilling(workspace: Workspace, send: BilledSend): void {
  const refusal = findBillingRefusal(workspace, send);
  if (refusal) throw new ApiError(refusal, messages[refusal](workspace, send));
}

/** Refuses with 402 if there is no payment method. Use this for an action whose cost is not known yet. */
export function refuseWithoutPaymentMethod(workspace: Workspace): void {
  if (workspace.paymentMethodVerified) return;
  const emptySend: BilledSend = { recipients: 0, riskClass: 'marketing' };
  throw new ApiError('payment_method_required', messages.payment_method_required(workspace, emptySend));
}

/** Returns the reason if billing would refuse this send now. */
export function findBillingRefusal(workspace: Workspace, send: BilledSend): BillingRefusal | undefined {
  return billingRefusals.find((refusal) => refusalApplies[refusal](workspace, send));
}

/** Returns the message of a billing refusal. Rethrows any other error. */
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

/** An exhausted budget also stops a send that would cost nothing. */
function exceedsBudget(workspace: Workspace, { recipients, riskClass, at }: BilledSend): boolean {
  const [used, max] = [emailsUsedThisPeriod(workspace, at), budgetRecipientsMax(workspace, riskClass)];
  return used >= max || used + recipients > max;
}

/** Each message says what the owner of the workspace must do. */
const messages: Record<BillingRefusal, (workspace: Workspace, send: BilledSend) => string> = {
  payment_method_required: () =>
    'This workspace has no verified payment method and cannot send email. Ask the workspace owner to add a payment method',
  plan_limit_reached: (workspace, { recipients, at }) =>
    `This workspace has used ${emailsUsedThisPeriod(workspace, at)} of the ${freePlanRecipientsMax} monthly recipients of the free plan, ` +
    `and this send needs ${recipients}. Ask the workspace owner to change the plan, or wait until ${nextPeriodStart(workspace, at)}`,
  billing_past_due: () =>
    'This workspace has an unpaid subscription and cannot send email. Ask the workspace owner to pay',
  budget_exceeded: (workspace, { recipients, at }) =>
    `This workspace has used ${costCents(workspace, emailsUsedThisPeriod(workspace, at))} of the ${workspace.budgetCents} cents ` +
    `of its monthly budget for ${workspace.budgetAppliesTo === 'all' ? 'all' : 'marketing'} email, and this send costs ` +
    `${costCents(workspace, recipients)}. Ask the workspace owner to raise the budget, or wait until ` +
    nextPeriodStart(workspace, at),
};

const nextPeriodStart = (workspace: Workspace, at = now()): string =>
  periodBounds(currentPeriod(workspace, at)).end;
