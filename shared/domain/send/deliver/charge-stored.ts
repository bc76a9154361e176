import { is, attributeExists } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { updateItem } from '../../../db/table';
import { chargeUsage, refundUsage, type RelatedWrite } from '../../platform/billing/charge';
import type { ChargedUsage, Email } from '../../../db/records/emails';
import type { Workspace } from '../../../db/records/workspaces';
import type { RefundableCharge } from './refundable-charge';

/**
 * Charges the workspace for the recipients of a stored email, and records the charge and the recipients on the email in
 * the same transaction. If an attempt crashes, the next attempt therefore does not charge for the recipients again.
 * Returns undefined if another attempt has claimed the email.
 */
export async function chargeStored(
  email: Email,
  workspace: Workspace,
): Promise<RefundableCharge | undefined> {
  const { chargedUsage, recipientCount: recipients, riskClass } = email;
  if (chargedUsage) {
    const { key, changes, condition } = chargeWrite(email, chargedUsage);
    const isClaimed = await updateItem(key, changes, condition);
    return isClaimed && { workspace, refund: () => refund(email, chargedUsage) };
  }
  const relatedWrite = (period: string) => chargeWrite(email, { period, recipients });
  const charge = await chargeUsage(workspace, { recipients, riskClass }, relatedWrite);
  return {
    workspace: charge.workspace,
    refund: () => refund(email, { period: charge.period, recipients }),
  };
}

/** Records the recipients before submission, because a worker may record the email as sent from the SES event. */
function chargeWrite(
  { workspaceId, id, attempt, ...email }: Email,
  chargedUsage: ChargedUsage,
): RelatedWrite<Email> {
  if (!attempt) throw new Error('Only an email that an attempt has claimed is charged');
  const { to, cc = [], recipientCount, references = null } = email;
  return {
    key: keys.email(workspaceId, id),
    changes: { set: { to, cc, recipientCount, references, chargedUsage } },
    condition: is('attempt.owner', attempt.owner),
  };
}

const refund = ({ workspaceId, id }: Email, chargedUsage: ChargedUsage): Promise<void> =>
  refundUsage<Email>(workspaceId, chargedUsage, {
    key: keys.email(workspaceId, id),
    changes: { remove: ['chargedUsage'] },
    condition: attributeExists('chargedUsage'),
  });
