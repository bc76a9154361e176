import { chunksOf } from '../../../core/chunks';
import type { EmailContent } from '../emails/content';
import { readEmails } from '../emails/read-emails';
import type { Email } from '../../../db/records/emails';
import { pendingApprovals } from './find';
import type { Approval } from '../../../db/records/approvals';

/** A held draft with all that it says. */
export interface Draft {
  approval: Approval;
  email: Email;
  content: EmailContent;
}

/** Drafts are large: few of them are in memory at once. */
const atOnce = 5;

/** Every draft that waits for a decision, oldest first, read as far as the reader goes. */
export async function* pendingDrafts(workspaceId: string): AsyncGenerator<Draft, void> {
  for (const approvals of chunksOf(await pendingApprovals(workspaceId), atOnce)) {
    const found = await readEmails(
      workspaceId,
      approvals.map(({ messageId }) => messageId),
    );
    for (const approval of approvals) {
      const one = found.get(approval.messageId);
      if (one?.email.status === 'queued') yield { approval, ...one };
    }
  }
}
