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
  /** The attempt before, which ended without an answer. */
  previous: Email | undefined;
  /** Gives back what the key's day was charged. */
  refundCap: () => Promise<void>;
}

/**
 * Counts the recipients of a new email while it is stored, or before, where the count can be refused: nothing is
 * stored of a send that is. Undefined when another attempt has it.
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
  // What the attempt before has counted is now the other's, who was faster.
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

/** What was claimed of an email that could not be counted says that it is counted: that is taken back. */
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
 * An attempt that ended without an answer has counted its recipients, and nobody gave them back. The day of the key
 * on which it did is not known any more: that keeps them.
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

/** It is known that it did not leave: a retry counts it again, and need not wait. */
async function clearChargeAndAttempt({ workspaceId, id }: Email): Promise<void> {
  const key = keys.email(workspaceId, id);
  await tryToRefund(updateItem(key, { remove: ['chargedUsage', 'attempt'] }, ifPresent));
}

const combineRefunds =
  (...refunds: (() => Promise<void>)[]) =>
  async (): Promise<void> => {
    await Promise.all(refunds.map((refund) => refund()));
  };
