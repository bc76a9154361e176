import {
  hasGuardrail,
  actsForToken,
  type Credential,
  type RequestContext,
} from '../../../core/request-context';
import { ApiError, forbidden, invalidRequest, invalidState } from '../../../core/errors';
import { now } from '../../../core/time';
import { startContentDeletion } from '../../platform/stored-content/start-deletion';
import { isOutcomePending } from '../deliver/claim';
import type { Email } from '../../../db/records/emails';
import { concludeApprovalAndEmail } from './conclude';
import { composeDrafts, expectHeldEmail, loadDraft, type HeldEmail } from './find-draft';
import type { Approval, DecisionResult, Decider, Decision } from '../../../db/records/approvals';
import { releaseDraft, releaseInProgressError } from './release';

export interface DecisionRequest extends Decider {
  decision: Decision;
  /** The hash of the content that the approver saw. */
  contentSha256: string | null;
}

/**
 * Decides a held draft by releasing or rejecting it. Calls `readRequest` only after the checks that precede the request
 * body.
 */
export async function decideApproval(
  ctx: RequestContext,
  id: string,
  readRequest: () => DecisionRequest,
): Promise<DecisionResult> {
  const { approval, email } = await expectHeldEmail(ctx, id);
  refuseToDecide(ctx.credential, approval);
  const { decision, contentSha256, ...requestedDecider } = readRequest();
  const decider = { ...requestedDecider, decidedBy: deciderName(ctx.credential, requestedDecider) };
  refuseDecided(approval);
  if (contentSha256 !== null && email.status === 'queued')
    await refuseOtherContent({ approval, email }, contentSha256);

  return decision === 'reject'
    ? rejectDraft(approval, email, decider)
    : releaseDraft(approval, email, decider);
}

/**
 * A signed-in user or a key without guardrails may decide. An OAuth token, a key that an OAuth token created or
 * changed, and the key that created the draft may not decide.
 */
function refuseToDecide(credential: Credential, { apiKeyId }: Approval): void {
  if (credential.kind === 'token')
    throw forbidden('An OAuth token may not decide an approval. Use an API key without guardrails');
  if (actsForToken(credential))
    throw forbidden(
      'A key that an OAuth token created or changed may not decide an approval. Use a key without guardrails that no token created or changed',
    );
  if (credential.id === apiKeyId)
    throw forbidden('The key that created this draft may not decide its approval');
  if (hasGuardrail(credential.guardrails))
    throw forbidden('A key with guardrails may not decide an approval. Use a key without guardrails');
}

/**
 * Returns the name of the approver. A signed-in user decides under their own name. With a key, the request may give any
 * name.
 */
function deciderName({ user }: Credential, { decidedBy }: Decider): string | null {
  if (!user) return decidedBy;
  if (decidedBy !== null && decidedBy !== user.email)
    throw invalidRequest(`decided_by: must be omitted, because ${user.email} is signed in and decides`);
  return user.email;
}

function refuseDecided({ status, expiresAt }: Approval): void {
  if (status !== 'pending') throw invalidState(`The approval is already ${status}`);
  if (Date.parse(expiresAt) <= now()) throw invalidState('The approval has expired');
}

async function refuseOtherContent(held: HeldEmail, contentSha256: string): Promise<void> {
  const [composed] = await composeDrafts(held.email.workspaceId, [await loadDraft(held)]);
  if (composed && composed.sha256 !== contentSha256)
    throw new ApiError(
      'conflict',
      `content_sha256: The draft has changed, so nothing was decided. Call GET /v1/approvals/${held.approval.id}, review the draft, and decide again with the new hash`,
    );
}

/** Rejects a pending draft. Refuses a draft that is being sent. */
export async function rejectDraft(
  approval: Approval,
  email: Email,
  decider: Decider,
): Promise<DecisionResult> {
  if (email.status !== 'queued') throw noLongerHeldError(email);
  if (isOutcomePending(email)) throw releaseInProgressError();
  const isDone = await concludeApprovalAndEmail(approval, { status: 'rejected', ...decider }, email, {
    to: 'canceled',
  });
  if (!isDone) throw releaseInProgressError();
  await startContentDeletion(email);
  return { approval, decision: 'reject', decidedBy: decider.decidedBy, status: 'canceled' };
}

const noLongerHeldError = ({ status }: Email) =>
  invalidState(`The message is ${status}: it is no longer a held draft`);
