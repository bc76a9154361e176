import { chunksOf } from '../../../core/chunks';
import { ifVisible, type Viewer } from '../../platform/api-keys/inbox-limit';
import { readEmails } from '../emails/read-emails';
import type { Draft } from './compose-draft';
import { findPendingApprovals } from './find';

/** Drafts are large, so only a few are read at the same time. */
const draftsPerRead = 5;

/** The attachments of a draft are read with its text. Their sizes limit the duration of a request. */
const attachmentBytesMax = 50_000_000;

interface PageRequest {
  limit: number;
  /** The id of the approval after which the page starts. */
  cursor: string | undefined;
}

/** Returns a page of the drafts that await a decision, oldest first. A page with large attachments ends early. */
export async function listPendingDrafts(
  viewer: Viewer,
  { limit, cursor }: PageRequest,
): Promise<{ drafts: Draft[]; hasMore: boolean }> {
  const page: Draft[] = [];
  let bytes = 0;
  for await (const draft of readPendingDrafts(viewer, cursor)) {
    if (page.length === limit || bytes > attachmentBytesMax) return { drafts: page, hasMore: true };
    page.push(draft);
    bytes += draft.approval.attachments.reduce((total, { size }) => total + size, 0);
  }
  return { drafts: page, hasMore: false };
}

/** Yields the drafts after the cursor. Reads only as far as the caller iterates. */
async function* readPendingDrafts(viewer: Viewer, cursor: string | undefined): AsyncGenerator<Draft, void> {
  const { workspaceId } = viewer;
  const approvals = await findPendingApprovals(workspaceId);
  const remaining = approvals.filter(({ id }) => cursor === undefined || id > cursor);
  for (const chunk of chunksOf(remaining, draftsPerRead)) {
    const emailsById = await readEmails(
      workspaceId,
      chunk.map(({ messageId }) => messageId),
    );
    for (const approval of chunk) {
      const emailAndContent = emailsById.get(approval.messageId);
      if (ifVisible(viewer, emailAndContent?.email)?.status === 'queued' && emailAndContent)
        yield { approval, ...emailAndContent };
    }
  }
}
