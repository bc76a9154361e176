import { ifPresent } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { updateItem } from '../../../db/table';
import { tryToRefund } from '../../../db/try-to-refund';
import { hasUsageLimit } from '../../platform/billing/usage-limits';
import { chargeUsage, refundUsage } from '../../platform/billing/charge';
import { billingPeriod } from '../../platform/billing/period';
import type { ChargedUsage, Email } from '../../../db/records/emails';
import { expectOwnWorkspace } from '../../platform/workspaces/find';
import type { Workspace } from '../../../db/records/workspaces';
import { claimNewEmail } from './claim';
import type { OutgoingEmail } from './outgoing-email';
import type { RefundableCharge } from './refundable-charge';

interface NewEmailContext {
  workspace: Workspace;
  /** The email of the previous attempt, whose outcome is unknown. */
  previous: Email | undefined;
  /** Refunds the charge to the key's daily cap. */
  refundCap: () => Promise<void>;
}

/**
 * Charges the workspace for the recipients of a new email, and stores the email concurrently. If the charge can be
 * refused, the charge is made first, so that a refused send stores nothing. Returns undefined if another attempt has
 * claimed the email.
 */
export async function chargeAndStoreNew(
  outgoing: OutgoingEmail,
  context: NewEmailContext,
): Promise<RefundableCharge | undefined> {
  const { email } = outgoing;
  const { workspace, previous } = context;
  const charging = previous?.chargedUsage
    ? reusePreviousCharge(email, previous.chargedUsage)
    : chargeNewUsage(email, context);
  if (hasUsageLimit(workspace, email.riskClass)) await charging;
  const [charge, isClaimed] = await awaitChargeAndClaim(charging, storeClaimed(outgoing, previous), () =>
    clearChargeAndAttempt(email),
  );
  if (isClaimed)
    return { ...charge, refund: combineRefunds(charge.refund, () => clearChargeAndAttempt(email)) };
  // The attempt that was faster now owns the charge of the previous attempt.
  if (!previous?.chargedUsage) await charge.refund();
  return undefined;
}

const storeClaimed = (
  { email, message, text }: OutgoingEmail,
  previous: Email | undefined,
): Promise<boolean> => {
  const chargedUsage = { period: billingPeriod(), recipients: email.recipientCount };
  const content = { html: message.html ?? null, text };
  return claimNewEmail({ ...email, chargedUsage }, content, previous);
};

/**
 * Waits for the charge and the claim. If the charge failed, undoes the claim, which has stored the email as charged.
 */
async function awaitChargeAndClaim<T>(
  charging: Promise<T>,
  claiming: Promise<boolean>,
  undoClaim: () => Promise<void>,
): Promise<[T, boolean]> {
  const [charge, claimed] = await Promise.allSettled([charging, claiming]);
  if (charge.status === 'rejected') {
    if (claimed.status === 'fulfilled' && claimed.value) await undoClaim();
    throw charge.reason;
  }
  if (claimed.status === 'rejected') throw claimed.reason;
  return [charge.value, claimed.value];
}

async function chargeNewUsage(
  { recipientCount: recipients, riskClass }: Email,
  { workspace, refundCap }: NewEmailContext,
): Promise<RefundableCharge> {
  const charge = await chargeUsage(workspace, { recipients, riskClass }).catch(async (error: unknown) => {
    await refundCap();
    throw error;
  });
  const refund = () => refundUsage(workspace.id, { recipients, period: charge.period });
  return { workspace: charge.workspace, refund: combineRefunds(refundCap, refund) };
}

/**
 * Reuses the charge of the previous attempt, which was not refunded. The day on which the attempt charged the key's
 * daily cap is unknown, so a refund does not change the daily cap.
 */
async function reusePreviousCharge(
  { workspaceId }: Email,
  chargedUsage: ChargedUsage,
): Promise<RefundableCharge> {
  return {
    workspace: await expectOwnWorkspace(workspaceId),
    refund: () => refundUsage(workspaceId, chargedUsage),
  };
}

/**
 * Clears the charge and the claim of an email that was certainly not sent, so that a retry charges for the email again
 * and need not wait.
 */
async function clearChargeAndAttempt({ workspaceId, id }: Email): Promise<void> {
  const key = keys.email(workspaceId, id);
  await tryToRefund(updateItem(key, { remove: ['chargedUsage', 'attempt'] }, ifPresent));
}

const combineRefunds =
  (...refunds: (() => Promise<void>)[]) =>
  async (): Promise<void> => {
    await Promise.all(refunds.map((refund) => refund()));
  };
