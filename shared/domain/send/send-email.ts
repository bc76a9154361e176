import type { RequestContext } from '../../core/request-context';
import { ApiError, withUnknownOutcome } from '../../core/errors';
import type { Email } from '../../db/records/emails';
import { chargeDailyCap } from '../platform/api-keys/daily-cap';
import { holdForApproval } from './approvals/hold';
import { checkSend } from './policy/check-send';
import { chargeAndStoreNew } from './deliver/charge-and-store-new';
import { deliveryInProgressError } from './deliver/claim';
import { checkAndChargeWarmup } from './deliver/check-and-charge-warmup';
import { composeOutgoing } from './deliver/outgoing-email';
import { callerMessages, providerError } from './deliver/provider-error';
import { failureActions, recordResult } from './deliver/record-result';
import { noRefund } from './deliver/refundable-charge';
import { submitToSes } from './deliver/submit-to-ses';
import { newEmail } from './emails/new-email';
import type { SendOutcome } from './outcome';
import { loadPolicyContext } from './policy/policy-context';
import { findEmailOfPreviousAttempt, resolvePreviousAttempt } from './previous-attempt';
import { recordRejected } from './record-rejected';
import type { SendRequest } from './request';
import { scheduleEmail } from './scheduling/schedule';
import { assignThread } from './threading/assign-thread';

interface SubmitOptions {
  /** Replaces the default time to wait for the response of SES, in ms. */
  timeoutMs?: number;
  /** Called immediately before the call to SES, and not called for other outcomes. */
  onBeforeSubmit?: () => void;
}

/**
 * Sends one email now, schedules it or holds it for approval. A retry after an unknown outcome continues where the
 * previous attempt ended.
 */
export async function sendEmail(
  ctx: RequestContext,
  request: SendRequest,
  options: SubmitOptions = {},
): Promise<SendOutcome> {
  const previous = await findEmailOfPreviousAttempt(ctx);
  const knownOutcome = previous && resolvePreviousAttempt(previous);
  if (knownOutcome) return knownOutcome;
  try {
    return await attemptSend(ctx, request, previous, options);
  } catch (error) {
    // The previous attempt may have sent the email even if this attempt is refused, so a further retry must find the
    // email again.
    throw error instanceof ApiError && previous?.chargedUsage ? withUnknownOutcome(error) : error;
  }
}

/** Loads, checks, accepts, submits and records the email (docs/architecture/sending.md). */
async function attemptSend(
  ctx: RequestContext,
  request: SendRequest,
  previous: Email | undefined,
  { onBeforeSubmit, ...submitOptions }: SubmitOptions,
): Promise<SendOutcome> {
  const context = await loadPolicyContext(ctx, request);

  const checked = await checkSend(ctx, request, context, previous);
  if (checked.message.to.length === 0)
    return { kind: 'rejected', email: await recordRejected(ctx, checked, previous) };

  // Accept the email. A retry keeps the thread and the charge of the previous attempt.
  const { message, domain, dueAt } = checked;
  const threadAssignment = previous ?? assignThread(ctx.operation.id, message, context);
  const pendingEmail = { message, threadAssignment };
  const refundCap = previous?.chargedUsage
    ? noRefund
    : await chargeDailyCap(context.caps, checked.recipientCount);
  if (ctx.credential.guardrails.requiresApproval)
    return {
      kind: 'held',
      email: await refundIfRefused(holdForApproval(ctx, pendingEmail, dueAt), refundCap),
    };
  if (dueAt !== undefined)
    return {
      kind: 'scheduled',
      email: await refundIfRefused(scheduleEmail(ctx, pendingEmail, dueAt), refundCap),
    };
  // Store the email as charged before the call to SES, so that a retry after a crash never charges for the email or
  // sends it twice.
  const outgoing = await composeOutgoing(
    { email: newEmail(ctx, message, threadAssignment), message, domain },
    context,
  );
  const charge = await chargeAndStoreNew(outgoing, { workspace: context.workspace, previous, refundCap });
  if (!charge) throw deliveryInProgressError();
  const { refund } = await checkAndChargeWarmup(outgoing, charge);

  onBeforeSubmit?.();
  const result = await submitToSes(outgoing, submitOptions);

  await recordResult(outgoing, result, { refund, onFailure: failureActions.request });
  if (result.kind !== 'accepted') throw providerError(callerMessages, result.kind, outgoing.email.id);
  return { kind: 'sent', email: outgoing.email };
}

/** Refunds the key's daily cap if the workspace may not store the email. */
const refundIfRefused = (storing: Promise<Email>, refundCap: () => Promise<void>): Promise<Email> =>
  storing.catch(async (error: unknown) => {
    if (error instanceof ApiError && error.type === 'invalid_request') await refundCap();
    throw error;
  });
