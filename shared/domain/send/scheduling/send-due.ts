import { ApiError } from '../../../core/errors';
import { logger } from '../../../core/logger';
import { now } from '../../../core/time';
import { recheckEmail, refuseIfNotSendable } from '../policy/recheck';
import { claimEmail, unknownOutcomeMs } from '../deliver/claim';
import { chargeStored } from '../deliver/charge-stored';
import { checkAndChargeWarmup } from '../deliver/check-and-charge-warmup';
import { composeOutgoing } from '../deliver/outgoing-email';
import { callerMessages, providerError } from '../deliver/provider-error';
import { failureActions, recordResult } from '../deliver/record-result';
import { submitToSes } from '../deliver/submit-to-ses';
import { startContentDeletion } from '../../platform/stored-content/start-deletion';
import { dueAttributes } from '../../platform/scheduler/due-attributes';
import { waitUntilDue } from '../../platform/scheduler/wait-until-due';
import { scheduleWakeup } from '../../platform/scheduler/schedule-wakeup';
import { findMessage } from '../emails/content';
import { findEmail } from '../emails/find';
import { transitionEmail } from '../emails/transition';
import type { Email } from '../../../db/records/emails';
import { rescheduleOrFail, deliveryAttemptsMax } from './reschedule-or-fail';

/**
 * Sends a due email, or postpones it. The worker that moves the email from `scheduled` to `queued` has claimed it, so
 * repeated, early and obsolete queue messages have no effect.
 */
export async function sendDueEmail(workspaceId: string, id: string): Promise<void> {
  const email = await findEmail(workspaceId, id);
  if (!email || !(await waitUntilEmailDue(email))) return;
  const claimed = await claimDueEmail(email);
  if (!claimed) return;
  await checkAndSubmit(claimed).catch(async (error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
    logger.info('due email postponed', { messageId: id, type: error.type });
    await rescheduleOrFail(claimed, error);
  });
  await startContentDeletion(claimed);
}

async function waitUntilEmailDue(email: Email): Promise<boolean> {
  if (email.status === 'queued') return waitUntilOutcomeOverdue(email);
  if (email.status !== 'scheduled') return false;
  const times = [email.scheduledAt, email.retry?.notBefore].map((time) => Date.parse(time ?? '') || 0);
  return waitUntilDue(Math.max(...times));
}

/**
 * Returns true if a scheduled attempt crashed or got no response, and the event from SES should have arrived by now.
 */
const waitUntilOutcomeOverdue = async ({ dueJob, attempt }: Email): Promise<boolean> =>
  dueJob === 'sendEmail' && attempt !== undefined && waitUntilDue(attempt.startedAt + unknownOutcomeMs);

/** Claims the email. The email stays due while it is being sent, in case this attempt crashes or gets no response. */
async function claimDueEmail(email: Email): Promise<Email | undefined> {
  const retryAt = now() + unknownOutcomeMs;
  const dueAgain = dueAttributes(email.id, 'sendEmail', retryAt);
  await scheduleWakeup(retryAt);
  if (email.status === 'scheduled') return claimEmail(email, 'scheduled', dueAgain);

  const retry = { deliveryAttempts: (email.retry?.deliveryAttempts ?? 0) + 1 };
  if (retry.deliveryAttempts < deliveryAttemptsMax)
    return claimEmail(email, 'queued', { ...dueAgain, retry });
  // Each attempt may have reached the recipient, so the number of attempts is limited.
  await transitionEmail(email, { from: 'queued', to: 'failed', set: { retry }, attempt: email.attempt });
  return undefined;
}

/**
 * Loads, checks, accepts, submits and records the email like a send request, but repeats only checks whose result may
 * have changed.
 */
async function checkAndSubmit(email: Email): Promise<void> {
  const originalMessage = await findMessage(email);
  if (!originalMessage) return failWithoutContent(email);
  const rechecked = await recheckEmail(email, originalMessage);
  const { message, context } = rechecked;

  if (message.to.length === 0 || rechecked.isInboxDeleted) {
    const to = originalMessage.to.map(({ address }) => address);
    await transitionEmail(email, { from: 'queued', to: 'canceled', set: { to } });
    return;
  }
  const domain = refuseIfNotSendable(rechecked);

  const outgoing = await composeOutgoing({ email, message, domain }, context);
  const charge = await chargeStored(outgoing.email, context.workspace);
  if (!charge) return;
  const { refund } = await checkAndChargeWarmup(outgoing, charge);

  const result = await submitToSes(outgoing);

  await recordResult(outgoing, result, { refund, onFailure: failureActions.scheduled });
  if (result.kind === 'throttled' || result.kind === 'unavailable')
    throw providerError(callerMessages, result.kind, email.id);
}

/** Fails an email whose content is missing. Otherwise, the email would stay `queued`, although no attempt sends it. */
async function failWithoutContent(email: Email): Promise<void> {
  logger.error('scheduled email without content', { messageId: email.id });
  await transitionEmail(email, { from: 'queued', to: 'failed' });
}
