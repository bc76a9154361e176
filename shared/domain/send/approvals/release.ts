import { is } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { isLeasedBy, leaseAttributes, requestLeaseMs, acquireLease } from '../../../db/lease';
import { updateItem } from '../../../db/table';
import { ApiError, invalidState } from '../../../core/errors';
import { now } from '../../../core/time';
import { recheckEmail, refuseIfNotSendable, type RecheckResult } from '../policy/recheck';
import { claimEmail, endAttempt, isOutcomePending } from '../deliver/claim';
import { chargeStored } from '../deliver/charge-stored';
import { checkAndChargeWarmup } from '../deliver/check-and-charge-warmup';
import { composeOutgoing, type OutgoingEmail } from '../deliver/outgoing-email';
import { approverMessages, providerError } from '../deliver/provider-error';
import { failureActions, recordResult } from '../deliver/record-result';
import type { RefundableCharge } from '../deliver/refundable-charge';
import { submitToSes } from '../deliver/submit-to-ses';
import type { Domain } from '../../../db/records/domains';
import { dueAttributes } from '../../platform/scheduler/due-attributes';
import { startContentDeletion } from '../../platform/stored-content/start-deletion';
import { scheduleWakeup } from '../../platform/scheduler/schedule-wakeup';
import { findMessage } from '../emails/content';
import { findEmail } from '../emails/find';
import type { Message } from '../emails/message';
import type { Email } from '../../../db/records/emails';
import { concludeApproval, concludeApprovalAndEmail, type StatusTransition } from './conclude';
import type { Workspace } from '../../../db/records/workspaces';
import type { Approval, DecisionResult, Decider } from '../../../db/records/approvals';

/** A release of a draft. Its lease prevents concurrent releases of the same draft. */
interface Release {
  approval: Approval;
  decider: Decider;
  leaseOwner: string | undefined;
}

/**
 * Releases a draft by sending it now, or by scheduling it if its time is in the future. The approval is decided only if
 * the release succeeds. A refusal leaves the approval pending and records the reason.
 */
export async function releaseDraft(
  approval: Approval,
  email: Email,
  decider: Decider,
): Promise<DecisionResult> {
  if (email.status !== 'queued' && !wasSent(email))
    throw invalidState(`The message is ${email.status}: it is no longer a held draft`);
  if (isOutcomePending(email)) throw releaseInProgressError();
  const release = await beginRelease(approval, decider);
  try {
    // Before the lease was acquired, a recipient may have unsubscribed, or the email may have been sent.
    const result = await releaseWithLease(release, (await findEmail(email.workspaceId, email.id)) ?? email);
    await startContentDeletion(email);
    return result;
  } catch (error) {
    await recordReleaseFailure(release, error);
    throw error;
  }
}

export const releaseInProgressError = () =>
  new ApiError(
    'approval_in_progress',
    'Another request is releasing this draft, or the outcome of an earlier attempt is not known yet. Try again in a minute',
    { headers: { 'Retry-After': '60' } },
  );

/** Whether an event from SES showed that the email was sent after an earlier release ended with an unknown outcome. */
const wasSent = ({ status }: Email): boolean =>
  ['sent', 'delivered', 'bounced', 'complained'].includes(status);

async function beginRelease(approval: Approval, decider: Decider): Promise<Release> {
  const key = keys.approval(approval.workspaceId, approval.id);
  const leased = await acquireLease(key, requestLeaseMs, { condition: is('status', 'pending') });
  if (!leased) throw releaseInProgressError();
  return { approval, decider, leaseOwner: leased.leaseOwner };
}

async function releaseWithLease(release: Release, email: Email): Promise<DecisionResult> {
  if (wasSent(email)) return concludeSent(release);
  if (isOutcomePending(email)) throw releaseInProgressError();
  const originalMessage = await readDraft(email);
  const rechecked = await recheckEmail(email, originalMessage);
  if (rechecked.message.to.length === 0)
    return concludeRejected(release, email, { originalMessage, reason: rechecked.reason });
  if (rechecked.isInboxDeleted) throw invalidState('The inbox of the draft was deleted. Reject the draft');
  const domain = refuseIfNotSendable(rechecked);
  if (email.scheduledAt !== null && Date.parse(email.scheduledAt) > now())
    return concludeScheduled(release, email, email.scheduledAt);
  return sendDraft(release, email, { rechecked, domain });
}

async function readDraft(email: Email): Promise<Message> {
  const message = await findMessage(email);
  if (!message) throw new Error('A held draft has no stored content');
  return message;
}

/** Concludes a release for which no recipient in `to` remains. */
async function concludeRejected(
  release: Release,
  email: Email,
  { originalMessage, reason }: { originalMessage: Message; reason: string },
): Promise<DecisionResult> {
  const to = originalMessage.to.map(({ address }) => address);
  await concludeRelease(release, email, { to: 'rejected', set: { to, skippedBecause: reason } });
  return { ...approvedResult(release), status: 'rejected', skippedBecause: reason };
}

/** Schedules the email for its original time. An approval does not make a scheduled email due earlier. */
async function concludeScheduled(
  release: Release,
  email: Email,
  scheduledAt: string,
): Promise<DecisionResult> {
  const dueAt = Date.parse(scheduledAt);
  await concludeRelease(release, email, {
    to: 'scheduled',
    set: dueAttributes(email.id, 'sendEmail', dueAt),
  });
  await scheduleWakeup(dueAt);
  return { ...approvedResult(release), status: 'scheduled', scheduledAt };
}

async function concludeRelease(release: Release, email: Email, transition: StatusTransition): Promise<void> {
  if (!(await concludeApprovalAndEmail(release.approval, conclusionOf(release), email, transition)))
    throw releaseInProgressError();
}

async function concludeSent(release: Release): Promise<DecisionResult> {
  if (!(await concludeApproval(release.approval, conclusionOf(release)))) throw releaseInProgressError();
  return { ...approvedResult(release), status: 'sent' };
}

const conclusionOf = ({ decider, leaseOwner }: Release) =>
  ({ status: 'approved', ...decider, leaseOwner }) as const;

const approvedResult = ({ approval, decider }: Release) =>
  ({ approval, decision: 'approve', decidedBy: decider.decidedBy }) as const;

/** Accepts, submits and records the email. */
async function sendDraft(
  release: Release,
  email: Email,
  { rechecked: { message, context }, domain }: { rechecked: RecheckResult; domain: Domain },
): Promise<DecisionResult> {
  const claimed = await claimDraft(email);
  const outgoing = await composeOutgoing({ email: claimed, message, domain }, context);
  const charge = await chargeDraft(outgoing, context.workspace);
  if (!charge) throw releaseInProgressError();

  const result = await submitToSes(outgoing);

  await recordResult(outgoing, result, { refund: charge.refund, onFailure: failureActions.release });
  if (result.kind !== 'accepted') throw providerError(approverMessages, result.kind, email.id);
  return concludeSent(release);
}

/**
 * Charges for the draft. Returns undefined if another attempt has claimed the email. A refusal ends the claim, so that
 * the next decision need not wait until the claim expires.
 */
async function chargeDraft(
  outgoing: OutgoingEmail,
  workspace: Workspace,
): Promise<RefundableCharge | undefined> {
  try {
    const charge = await chargeStored(outgoing.email, workspace);
    return charge && (await checkAndChargeWarmup(outgoing, charge));
  } catch (error) {
    await endAttempt(outgoing.email);
    throw error;
  }
}

/**
 * Claims the email. After the claim, the email may be sent, so after a crash no further attempt is made before the
 * outcome is known.
 */
async function claimDraft(email: Email): Promise<Email> {
  const claimed = await claimEmail(email, 'queued');
  if (!claimed) throw releaseInProgressError();
  if (claimed.optedOutRecipients?.size === email.optedOutRecipients?.size) return claimed;
  // A recipient unsubscribed after the recheck, so the approver must approve again, which repeats the check.
  await endAttempt(claimed);
  throw releaseInProgressError();
}

/** Records the error for the approver and ends the lease, so that a retry need not wait until the lease expires. */
async function recordReleaseFailure({ approval, leaseOwner }: Release, error: unknown): Promise<void> {
  const lastError = error instanceof ApiError ? error.message : 'An internal error occurred. Try again';
  await updateItem(
    keys.approval(approval.workspaceId, approval.id),
    { set: { lastError }, remove: leaseAttributes },
    isLeasedBy(leaseOwner ?? ''),
  );
}
