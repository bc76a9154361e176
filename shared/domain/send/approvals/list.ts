import { chunksOf } from '../../../core/chunks';
import { readEmails } from '../emails/read-emails';
import type { RenderContext } from '../deliver/compose';
import type { Draft } from './compose-draft';
import { findPendingApprovals } from './find';
import { loadRenderContexts } from './render-contexts';

/** Drafts are large, so only a few are in memory at the same time. */
const draftsPerRead = 5;

/**
 * Yields the drafts that await a decision, oldest first, with the data for composing them. Starts after the approval
 * with the id `after`. Reads only as far as the caller iterates.
 */
export async function* listPendingDrafts(
  workspaceId: string,
  after: string | undefined,
): AsyncGenerator<{ draft: Draft; context: RenderContext }, void> {
  const approvals = await findPendingApprovals(workspaceId);
  const remaining = approvals.filter(({ id }) => after === undefined || id > after);
  for (const chunk of chunksOf(remaining, draftsPerRead)) {
    const emailsById = await readEmails(
      workspaceId,
      chunk.map(({ messageId }) => messageId),
    );
    const drafts = chunk.flatMap((approval): Draft[] => {
      const emailAndContent = emailsById.get(approval.messageId);
      return emailAndContent?.email.status === 'queued' ? [{ approval, ...emailAndContent }] : [];
    });
    const contexts = await loadRenderContexts(workspaceId, drafts);
    for (const draft of drafts) yield { draft, context: contexts(draft) };
  }
}
