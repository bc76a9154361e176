import { reached } from '../../platform/scheduler/reached';
import { mayBeLeaving } from '../deliver/claim';
import { findEmail } from '../emails/find';
import { concludeAlone, concludeWith } from './conclude';
import { findApproval } from './find';

/** Lets a draft expire that nobody decided on: its email is canceled. */
export async function expireApproval(workspaceId: string, id: string): Promise<void> {
  const approval = await findApproval(workspaceId, id);
  if (approval?.status !== 'pending' || !(await reached(Date.parse(approval.expiresAt)))) return;
  const email = await findEmail(workspaceId, approval.messageId);
  if (email?.status !== 'queued') return void (await concludeAlone(approval, { status: 'expired' }));
  // It stays due, so that this is looked at again.
  if (mayBeLeaving(email)) return;
  await concludeWith(approval, { status: 'expired' }, email, { to: 'canceled' });
}
