import { is, attributeExists } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { updateItem } from '../../../db/table';
import { chargeUsage, refundUsage, type RelatedWrite } from '../../platform/billing/charge';
import type { ChargedUsage, Email } from '../../../db/records/emails';
import type { Workspace } from '../../../db/records/workspaces';
import type { RefundableCharge } from './refundable-charge';

/**
 * Charges the recipients of a stored email, and records on the email in the same write that they are charged and who
 * they are. An attempt that crashes and the next one therefore charge them once. Returns undefined if another attempt
 * has the email.
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

/** Records the recipients before submission, because the event from SES may be what records the email as sent. */
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
