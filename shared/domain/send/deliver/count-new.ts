import { ifPresent } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { updateItem } from '../../../db/table';
import { tryToRefund } from '../../../db/try-to-refund';
import { hasCeiling } from '../../platform/billing/ceilings';
import { chargeUsage, refundUsage } from '../../platform/billing/charge';
import { billingPeriod } from '../../platform/billing/period';
import type { EmailContent } from '../emails/content';
import type { Counted, Email } from '../../../db/records/emails';
import { expectOwnWorkspace } from '../../platform/workspaces/find';
import type { Workspace } from '../../../db/records/workspaces';
import { claimNew } from './claim';
import type { Count } from './count';

/** What a new email has beside. */
interface New {
  workspace: Workspace;
  content: EmailContent;
  /** The attempt before, which ended without an answer. */
  earlier: Email | undefined;
  /** Gives back what the key's day was charged. */
  refundCap: () => Promise<void>;
}

/**
 * Counts the recipients of a new email while it is stored, or before, where the count can be refused: nothing is
 * stored of a send that is. Undefined when another attempt has it.
 */
export async function countNew(email: Email, isNew: New): Promise<Count | undefined> {
  const { workspace, earlier } = isNew;
  const counting = earlier?.counted ? countedBefore(email, earlier.counted) : countUsage(email, isNew);
  if (hasCeiling(workspace, email.riskClass)) await counting;
  const [count, isOurs] = await both(counting, claim(email, isNew), () => forget(email));
  if (isOurs) return { ...count, giveBack: inOneGo(count.giveBack, () => forget(email)) };
  // What the attempt before has counted is now the other's, who was faster.
  if (!earlier?.counted) await count.giveBack();
  return undefined;
}

const claim = (email: Email, { content, earlier }: New): Promise<boolean> => {
  const counted = { period: billingPeriod(), recipients: email.recipientCount };
  return claimNew({ ...email, counted }, content, earlier);
};

/** What was claimed of an email that could not be counted says that it is counted: that is taken back. */
async function both<T>(
  counting: Promise<T>,
  claiming: Promise<boolean>,
  takeBack: () => Promise<void>,
): Promise<[T, boolean]> {
  const [count, claimed] = await Promise.allSettled([counting, claiming]);
  if (count.status === 'rejected') {
    if (claimed.status === 'fulfilled' && claimed.value) await takeBack();
    throw count.reason;
  }
  if (claimed.status === 'rejected') throw claimed.reason;
  return [count.value, claimed.value];
}

async function countUsage(
  { recipientCount: recipients, riskClass }: Email,
  { workspace, refundCap }: New,
): Promise<Count> {
  const charge = await chargeUsage(workspace, { recipients, riskClass }).catch(async (error: unknown) => {
    await refundCap();
    throw error;
  });
  const refund = () => refundUsage(workspace.id, { recipients, period: charge.period });
  return { workspace: charge.workspace, giveBack: inOneGo(refundCap, refund) };
}

/**
 * An attempt that ended without an answer has counted its recipients, and nobody gave them back. The day of the key
 * on which it did is not known any more: that keeps them.
 */
async function countedBefore({ workspaceId }: Email, counted: Counted): Promise<Count> {
  return {
    workspace: await expectOwnWorkspace(workspaceId),
    giveBack: () => refundUsage(workspaceId, counted),
  };
}

/** It is known that it did not leave: a retry counts it again, and need not wait. */
async function forget({ workspaceId, id }: Email): Promise<void> {
  const key = keys.email(workspaceId, id);
  await tryToRefund(updateItem<Email>(key, { remove: ['counted', 'attempt'] }, ifPresent));
}

const inOneGo =
  (...refunds: (() => Promise<void>)[]) =>
  async (): Promise<void> => {
    await Promise.all(refunds.map((refund) => refund()));
  };
