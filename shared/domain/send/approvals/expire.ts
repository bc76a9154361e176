import { startContentDeletion } from '../../platform/stored-content/start-deletion';
import { waitUntilDue } from '../../platform/scheduler/wait-until-due';
import { isOutcomePending } from '../deliver/claim';
import { findEmail } from '../emails/find';
import { concludeApproval, concludeApprovalAndEmail } from './conclude';
import { findApproval } from './find';

/** Expires a draft that was not decided in time, and cancels its email. */
export async function expireApproval(workspaceId: string, id: string): Promise<void> {
  const approval = await findApproval(workspaceId, id);
  if (approval?.status !== 'pending' || !(await waitUntilDue(Date.parse(approval.expiresAt)))) return;
  const email = await findEmail(workspaceId, approval.messageId);
  if (email?.status !== 'queued') {
    await concludeApproval(approval, { status: 'expired' });
    return;
  }
  // The approval stays due, so the scheduler tries again.
  if (isOutcomePending(email)) return;
  await concludeApprovalAndEmail(approval, { status: 'expired' }, email, { to: 'canceled' });
  await startContentDeletion(email);
}
