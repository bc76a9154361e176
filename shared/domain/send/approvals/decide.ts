import {
  hasGuardrail,
  actsForToken,
  type Credential,
  type RequestContext,
} from '../../../core/request-context';
import { forbidden, invalidRequest, invalidState, notFound } from '../../../core/errors';
import { now } from '../../../core/time';
import { isOutcomePending } from '../deliver/claim';
import { findEmail } from '../emails/find';
import type { Email } from '../../../db/records/emails';
import { concludeApprovalAndEmail } from './conclude';
import { findApproval } from './find';
import type { Approval, DecisionResult, Decider, Decision } from '../../../db/records/approvals';
import { releaseDraft, releaseInProgressError } from './release';

export interface DecisionRequest extends Decider {
  decision: Decision;
}

/** Decides about a held draft: sends it on its way or withdraws it. What was decided is read when its turn has come. */
export async function decideApproval(
  ctx: RequestContext,
  id: string,
  readRequest: () => DecisionRequest,
): Promise<DecisionResult> {
  const approval = await findApproval(ctx.workspaceId, id);
  if (!approval) throw notFound('approval');
  const email = await findEmail(ctx.workspaceId, approval.messageId);
  if (!email) throw notFound('message for this approval', 'The held draft is gone');
  refuseToDecide(ctx.credential, approval);
  const { decision, ...requestedDecider } = readRequest();
  const decider = { ...requestedDecider, decidedBy: deciderName(ctx.credential, requestedDecider) };
  refuseDecided(approval);

  return decision === 'reject'
    ? rejectDraft(approval, email, decider)
    : releaseDraft(approval, email, decider);
}

/** A person decides who signed in, or with a key that nobody limits; never who wrote the draft. */
function refuseToDecide(credential: Credential, { apiKeyId }: Approval): void {
  if (credential.kind === 'token')
    throw forbidden('An OAuth token may not decide an approval: use an API key without guardrails');
  if (actsForToken(credential))
    throw forbidden(
      'A key that an OAuth token made or changed may not decide an approval: use one that no token did',
    );
  if (credential.id === apiKeyId) throw forbidden('The key that made this draft may not decide its approval');
  if (hasGuardrail(credential.guardrails))
    throw forbidden('A key with guardrails may not decide an approval: use one without them');
}

/** Whoever signed in decides under their own name; with a key anybody can give any. */
function deciderName({ user }: Credential, { decidedBy }: Decider): string | null {
  if (!user) return decidedBy;
  if (decidedBy !== null && decidedBy !== user.email)
    throw invalidRequest(`decided_by: leave it out: ${user.email} has signed in and decides`);
  return user.email;
}

function refuseDecided({ status, expiresAt }: Approval): void {
  if (status !== 'pending') throw invalidState(`The approval is ${status} already`);
  if (Date.parse(expiresAt) <= now()) throw invalidState('The approval is expired');
}

async function rejectDraft(approval: Approval, email: Email, decider: Decider): Promise<DecisionResult> {
  if (email.status !== 'queued') throw noLongerHeldError(email);
  if (isOutcomePending(email)) throw releaseInProgressError();
  const isDone = await concludeApprovalAndEmail(approval, { status: 'rejected', ...decider }, email, {
    to: 'canceled',
  });
  if (!isDone) throw releaseInProgressError();
  return { approval, decision: 'reject', decidedBy: decider.decidedBy, status: 'canceled' };
}

const noLongerHeldError = ({ status }: Email) =>
  invalidState(`The message is ${status}: it is no longer a held draft`);
