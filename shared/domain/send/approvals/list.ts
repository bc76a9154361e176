import { chunksOf } from '../../../core/chunks';
import type { EmailContent } from '../emails/content';
import { readEmails } from '../emails/read-emails';
import type { Email } from '../../../db/records/emails';
import { findPendingApprovals } from './find';
import type { Approval } from '../../../db/records/approvals';

/** A held draft with its content. */
export interface Draft {
  approval: Approval;
  email: Email;
  content: EmailContent;
}

/** Drafts are large, so only a few are in memory at the same time. */
const draftsPerRead = 5;

/** Yields every draft that awaits a decision, oldest first. Reads only as far as the caller iterates. */
export async function* listPendingDrafts(workspaceId: string): AsyncGenerator<Draft, void> {
  for (const approvals of chunksOf(await findPendingApprovals(workspaceId), draftsPerRead)) {
    const emailsById = await readEmails(
      workspaceId,
      approvals.map(({ messageId }) => messageId),
    );
    for (const approval of approvals) {
      const emailAndContent = emailsById.get(approval.messageId);
      if (emailAndContent?.email.status === 'queued') yield { approval, ...emailAndContent };
    }
  }
}
