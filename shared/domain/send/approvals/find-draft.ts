import { notFound } from '../../../core/errors';
import { findContentIfPresent } from '../emails/content';
import { findEmail } from '../emails/find';
import type { Approval } from '../../../db/records/approvals';
import { composeDraft, type ComposedDraft, type Draft } from './compose-draft';
import { findApproval } from './find';
import { loadRenderContexts } from './render-contexts';

/** Returns the draft of the approval with this id, or throws 404. */
export async function expectDraft(workspaceId: string, approvalId: string): Promise<Draft> {
  const approval = await findApproval(workspaceId, approvalId);
  if (!approval) throw notFound('approval');
  const draft = await findDraft(approval);
  if (!draft) throw notFound('message for this approval', 'The held draft was deleted');
  return draft;
}

/** Returns the held email of an approval, or undefined if the email was deleted. */
async function findDraft(approval: Approval): Promise<Draft | undefined> {
  const { workspaceId, messageId } = approval;
  const [email, content] = await Promise.all([
    findEmail(workspaceId, messageId),
    findContentIfPresent(workspaceId, messageId),
  ]);
  return email && { approval, email, content: content ?? { html: null, text: null } };
}

/** Composes one draft. Returns undefined if the message of the draft was deleted. */
export async function composeOneDraft(draft: Draft): Promise<ComposedDraft | undefined> {
  const contextOf = await loadRenderContexts(draft.approval.workspaceId, [draft]);
  return composeDraft(draft, contextOf(draft));
}
