import { ApiError, type ErrorType } from '../../../core/errors';
import { now } from '../../../core/time';
import type { RiskClass } from '../../../db/records/domains';
import type { Workspace } from '../../../db/records/workspaces';
import { budgetRecipientsMax, costCents, freePlanRecipientsMax, planRecipientsMax } from './usage-limits';
import { currentPeriod, emailsUsedThisPeriod, periodBounds } from './period';

/** The properties of a send that billing needs. */
export interface BilledSend {
  /** All recipients, across to, cc and bcc. */
  recipients: number;
  riskClass: RiskClass;
  /** The time of the send in ms; now by default. */
  at?: number;
}

/** In the order of the checks. */
export const billingRefusals = [
  'payment_method_required',
  'plan_limit_reached',
  'billing_past_due',
  'budget_exceeded',
] as const satisfies ErrorType[];

type BillingRefusal = (typeof billingRefusals)[number];

/** The billing check (U-1 to U-5): four refusals, all 402. */
export function refuseByBilling(workspace: Workspace, send: BilledSend): void {
  const refusal = findBillingRefusal(workspace, send);
  if (refusal) throw new ApiError(refusal, messages[refusal](workspace, send));
}

/** Only the first of the checks, for an action whose cost is not known yet. */
export function refuseWithoutPaymentMethod(workspace: Workspace): void {
  if (workspace.paymentMethodVerified) return;
  const emptySend: BilledSend = { recipients: 0, riskClass: 'marketing' };
  throw new ApiError('payment_method_required', messages.payment_method_required(workspace, emptySend));
}

/** The reason for which billing would refuse this send now. */
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

/** An exhausted budget also stops a send that costs nothing. */
function exceedsBudget(workspace: Workspace, { recipients, riskClass, at }: BilledSend): boolean {
  const [used, max] = [emailsUsedThisPeriod(workspace, at), budgetRecipientsMax(workspace, riskClass)];
  return used >= max || used + recipients > max;
}

/** Each message says what the owner of the workspace must do. */
const messages: Record<BillingRefusal, (workspace: Workspace, send: BilledSend) => string> = {
  payment_method_required: () =>
    'This workspace has no verified payment method, so it cannot send email. Ask its owner to add one',
  plan_limit_reached: (workspace, { recipients, at }) =>
    `The free plan includes ${freePlanRecipientsMax} recipients a month, of which ${emailsUsedThisPeriod(workspace, at)} are used; ` +
    `this send needs ${recipients}. The workspace owner can change the plan; otherwise, wait until ${nextPeriodStart(workspace, at)}`,
  billing_past_due: () =>
    'The subscription of this workspace is unpaid, so it cannot send email. Ask its owner to pay',
  budget_exceeded: (workspace, { recipients, at }) =>
    `The budget for ${workspace.budgetAppliesTo === 'all' ? 'all' : 'marketing'} email is ` +
    `${workspace.budgetCents} cents a month, of which ${costCents(workspace, emailsUsedThisPeriod(workspace, at))} are ` +
    `used; this send costs ${costCents(workspace, recipients)}. The workspace owner can raise it; otherwise, wait until ` +
    nextPeriodStart(workspace, at),
};

const nextPeriodStart = (workspace: Workspace, at = now()): string =>
  periodBounds(currentPeriod(workspace, at)).end;
