import { is, present } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { updateItem } from '../../../db/table';
import { chargeUsage, refundUsage, type Beside } from '../../platform/billing/charge';
import type { Counted, Email } from '../../../db/records/emails';
import type { Workspace } from '../../../db/records/workspaces';
import type { Count } from './count';

/**
 * Counts the recipients of an email that stands already, and notes on it that they are counted and who they are, in
 * one write: an attempt that dies, and the one after it, count them once. Undefined when another attempt has it.
 */
export async function countStored(email: Email, workspace: Workspace): Promise<Count | undefined> {
  const { counted, recipientCount: recipients, riskClass } = email;
  if (counted) {
    const { key, changes, condition } = noteOf(email, counted);
    const isOurs = await updateItem<Email>(key, changes, condition);
    return isOurs && { workspace, giveBack: () => giveBack(email, counted) };
  }
  const note = (period: string) => noteOf(email, { period, recipients });
  const charge = await chargeUsage(workspace, { recipients, riskClass }, note);
  return {
    workspace: charge.workspace,
    giveBack: () => giveBack(email, { period: charge.period, recipients }),
  };
}

/** Whom it goes to, before it leaves: the provider's event may be what records that it left. */
function noteOf({ workspaceId, id, attempt, ...email }: Email, counted: Counted): Beside {
  const { to, cc = [], recipientCount, references = null } = email;
  return {
    key: keys.email(workspaceId, id),
    changes: { set: { to, cc, recipientCount, references, counted } },
    condition: is('attempt.owner', attempt?.owner),
  };
}

const giveBack = ({ workspaceId, id }: Email, counted: Counted): Promise<void> =>
  refundUsage(workspaceId, counted, {
    key: keys.email(workspaceId, id),
    changes: { remove: ['counted'] },
    condition: present('counted'),
  });
