import { ApiError } from '../../../core/errors';
import type { Inbox } from '../../../db/records/inboxes';
import { findEmail } from '../emails/find';
import { rejectDraft } from './decide';
import { findPendingApprovals } from './find';

const decider = { decidedBy: null, reason: 'The inbox was deleted' };

/** Rejects the drafts of an inbox that wait for approval, except those that are being decided at the same time. */
export async function rejectDraftsOfInbox({ workspaceId, id }: Inbox): Promise<void> {
  for (const approval of await findPendingApprovals(workspaceId)) {
    const email = await findEmail(workspaceId, approval.messageId);
    if (email?.inboxId !== id) continue;
    await rejectDraft(approval, email, decider).catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
    });
  }
}
