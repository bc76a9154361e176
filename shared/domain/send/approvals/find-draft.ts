import { notFound } from '../../../core/errors';
import { isVisibleTo, type Viewer } from '../../platform/api-keys/inbox-limit';
import { findContentIfPresent } from '../emails/content';
import { findEmail } from '../emails/find';
import type { Email } from '../../../db/records/emails';
import { composeDraft, type ComposedDraft, type Draft } from './compose-draft';
import { findApproval } from './find';
import { loadRenderContexts } from './render-contexts';

/** An approval and its email, without the content. */
export type HeldEmail = Pick<Draft, 'approval' | 'email'>;

/** Returns the approval with this id and its email, or throws 404. */
export async function expectHeldEmail(viewer: Viewer, approvalId: string): Promise<HeldEmail> {
  const { workspaceId } = viewer;
  const approval = await findApproval(workspaceId, approvalId);
  if (!approval) throw notFound('approval');
  const email = await findEmail(workspaceId, approval.messageId);
  // The inbox of an approval is the inbox of its message, so a limited key does not see an approval without a message.
  if (!isVisibleTo<Partial<Email>>(viewer).matches(email ?? {})) throw notFound('approval');
  if (!email) throw notFound('message for this approval', 'The held draft was deleted');
  return { approval, email };
}

/** Reads the content of a held email, which can be deleted once the draft is decided. */
export async function loadDraft({ approval, email }: HeldEmail): Promise<Draft> {
  const content = await findContentIfPresent(email.workspaceId, email.id);
  return { approval, email, content: content ?? { html: null, text: null } };
}

/** Composes each draft. The result is undefined for a draft whose message was deleted. */
export async function composeDrafts(
  workspaceId: string,
  drafts: readonly Draft[],
): Promise<(ComposedDraft | undefined)[]> {
  const contextOf = await loadRenderContexts(workspaceId, drafts);
  return Promise.all(drafts.map((draft) => composeDraft(draft, contextOf(draft))));
}
