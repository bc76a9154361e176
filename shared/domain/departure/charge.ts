import type { Ctx } from '../../ctx';
import { settled } from '../../settled';
import { chargeDailyCap } from '../api-keys/daily-cap';
import { hasCeiling } from '../billing/ceilings';
import { chargeUsage, refundUsage } from '../billing/charge';
import type { Workspace } from '../workspaces/record';
import { everyoneOf, type Message } from '../emails/message';

/** What a send that is about to leave was counted as. */
export interface Charged {
  /** As it is now. */
  workspace: Workspace;
  /** For what did not leave after all. */
  refund: () => Promise<void>;
}

/** Counts an immediate send on its key's day and on the workspace's billing period; throws when one has no room. */
export async function chargeSend(ctx: Ctx, message: Message, workspace: Workspace): Promise<Charged> {
  const recipients = everyoneOf(message).length;
  const refundCap = await chargeDailyCap(ctx.credential, recipients);
  try {
    const charge = await chargeUsage(workspace, { recipients, riskClass: message.riskClass });
    const refund = async () => {
      await Promise.all([refundCap(), refundUsage(workspace.id, { recipients, period: charge.period })]);
    };
    return { workspace: charge.workspace, refund: () => settled(refund()) };
  } catch (error) {
    await settled(refundCap());
    throw error;
  }
}

/** Whether a charge can be refused: then it comes before anything is recorded. */
export const canBeRefused = (ctx: Ctx, message: Message, workspace: Workspace): boolean =>
  ctx.credential.guardrails.dailySendLimit !== null || hasCeiling(workspace, message.riskClass);
