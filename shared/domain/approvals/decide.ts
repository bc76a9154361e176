import { hasGuardrail, type Credential, type Ctx } from '../../ctx';
import { forbidden, invalidState, notFound } from '../../errors';
import { now } from '../../time';
import { validate } from '../../validate';
import { findEmail } from '../emails/find';
import type { Email } from '../emails/record';
import { concludeWith } from './conclude';
import { mayBeLeaving } from './expire';
import { findApproval } from './find';
import { DecisionSchema, presentDecided, type Decided } from './present';
import type { Approval, Judgement } from './record';
import { releaseDraft, releaseInProgress } from './release';

/** Decides about a held draft: sends it on its way or withdraws it. */
export async function decideApproval(ctx: Ctx, id: string, body: unknown): Promise<Decided> {
  const approval = await findApproval(ctx.workspaceId, id);
  if (!approval) throw notFound('approval');
  const email = await findEmail(ctx.workspaceId, approval.messageId);
  if (!email) throw notFound('message for this approval', 'The held draft is gone');
  refuseToDecide(ctx.credential, approval);
  const request = validate(DecisionSchema, body);
  refuseDecided(approval);

  const judgement = { decidedBy: request.decided_by ?? null, reason: request.reason ?? null };
  return request.decision === 'reject'
    ? rejectDraft(approval, email, judgement)
    : releaseDraft(approval, email, judgement);
}

/** A person decides, with a key that nobody limits; never who wrote the draft. */
function refuseToDecide(credential: Credential, { apiKeyId }: Approval): void {
  if (credential.kind === 'token')
    throw forbidden('An OAuth token may not decide an approval: use an API key without guardrails');
  if (credential.id === apiKeyId) throw forbidden('The key that made this draft may not decide its approval');
  if (hasGuardrail(credential.guardrails))
    throw forbidden('A key with guardrails may not decide an approval: use one without them');
}

function refuseDecided({ status, expiresAt }: Approval): void {
  if (status !== 'pending') throw invalidState(`The approval is ${status} already`);
  if (Date.parse(expiresAt) <= now()) throw invalidState('The approval is expired');
}

async function rejectDraft(approval: Approval, email: Email, judgement: Judgement): Promise<Decided> {
  if (email.status !== 'queued') throw noLongerHeld(email);
  if (mayBeLeaving(email)) throw releaseInProgress();
  const isDone = await concludeWith(approval, { status: 'rejected', ...judgement }, email, {
    to: 'canceled',
  });
  if (!isDone) throw releaseInProgress();
  return presentDecided(approval, {
    decision: 'reject',
    decidedBy: judgement.decidedBy,
    status: 'canceled',
  });
}

const noLongerHeld = ({ status }: Email) =>
  invalidState(`The message is ${status}: it is no longer a held draft`);
