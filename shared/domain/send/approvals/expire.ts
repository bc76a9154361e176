import { waitUntilDue } from '../../platform/scheduler/wait-until-due';
import { isOutcomePending } from '../deliver/claim';
import { findEmail } from '../emails/find';
import { concludeApproval, concludeApprovalAndEmail } from './conclude';
import { findApproval } from './find';

/** Lets a draft expire that nobody decided on: its email is canceled. */
export async function expireApproval(workspaceId: string, id: string): Promise<void> {
  const approval = await findApproval(workspaceId, id);
  if (approval?.status !== 'pending' || !(await waitUntilDue(Date.parse(approval.expiresAt)))) return;
  const email = await findEmail(workspaceId, approval.messageId);
  if (email?.status !== 'queued') {
    await concludeApproval(approval, { status: 'expired' });
    return;
  }
  // It stays due, so that this is looked at again.
  if (isOutcomePending(email)) return;
  await concludeApprovalAndEmail(approval, { status: 'expired' }, email, { to: 'canceled' });
}
