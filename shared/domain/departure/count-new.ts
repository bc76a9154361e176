import { ifPresent } from '../../db/condition';
import { keys } from '../../db/keys';
import { updateItem } from '../../db/table';
import { tryToRefund } from '../../refund';
import { hasCeiling } from '../billing/ceilings';
import { chargeUsage, refundUsage } from '../billing/charge';
import type { Counted, Email } from '../emails/record';
import { expectWorkspace } from '../workspaces/find';
import type { Workspace } from '../workspaces/record';
import type { Count } from './count-stored';

/** What a new email has beside. */
export interface New {
  /** The attempt before, which ended without an answer. */
  earlier: Email | undefined;
  /** Gives back what the key's day was charged. */
  refundCap: () => Promise<void>;
}

interface Storing extends New {
  /** Stores the email. False: another attempt was faster. */
  claim: () => Promise<boolean>;
}

/**
 * Counts the recipients of a new email while it is stored, or before, where the count can be refused: nothing is
 * stored of a send that is. Undefined when another attempt has it.
 */
export async function countNew(
  email: Email,
  workspace: Workspace,
  { earlier, refundCap, claim }: Storing,
): Promise<Count | undefined> {
  const counting = earlier?.counted
    ? countedBefore(email, earlier.counted)
    : countUsage(email, workspace, refundCap);
  if (hasCeiling(workspace, email.riskClass)) await counting;
  const [count, isOurs] = await Promise.all([counting, claim()]);
  if (isOurs) return { ...count, giveBack: () => forget(email, count) };
  // What the attempt before has counted is now the other's, who was faster.
  if (!earlier?.counted) await count.giveBack();
  return undefined;
}

async function countUsage(
  { recipientCount: recipients, riskClass }: Email,
  workspace: Workspace,
  refundCap: () => Promise<void>,
): Promise<Count> {
  const charge = await chargeUsage(workspace, { recipients, riskClass }).catch(async (error: unknown) => {
    await refundCap();
    throw error;
  });
  const refund = () => refundUsage(workspace.id, { recipients, period: charge.period });
  const giveBack = async () => void (await Promise.all([refundCap(), refund()]));
  return { workspace: charge.workspace, giveBack };
}

/**
 * An attempt that ended without an answer has counted its recipients, and nobody gave them back. The day of the key
 * on which it did is not known any more: that keeps them.
 */
async function countedBefore({ workspaceId }: Email, counted: Counted): Promise<Count> {
  return {
    workspace: await expectWorkspace(workspaceId),
    giveBack: () => refundUsage(workspaceId, counted),
  };
}

/** It is known that it did not leave: a retry counts it again, and need not wait. */
async function forget({ workspaceId, id }: Email, { giveBack }: Count): Promise<void> {
  await giveBack();
  const key = keys.email(workspaceId, id);
  await tryToRefund(updateItem<Email>(key, { remove: ['counted', 'attempt'] }, ifPresent));
}
