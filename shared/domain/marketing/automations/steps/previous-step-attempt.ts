import { now } from '../../../../core/time';
import type { Enrollment } from '../../../../db/records/enrollments';
import { unknownOutcomeMs } from '../../../send/deliver/claim';
import { findEmail } from '../../../send/emails/find';
import { transitionEmail } from '../../../send/emails/transition';
import { scheduleStep } from '../enrollments/schedule-entry';

type PreviousAttempt = { outcome: 'sent'; at: string } | { outcome: 'unknown' } | { outcome: 'none' };

/** Determines the outcome of the previous attempt, which may have crashed or received no response from SES. */
export async function resolvePreviousStepAttempt({
  attempt,
  ...enrollment
}: Enrollment): Promise<PreviousAttempt> {
  if (!attempt) return { outcome: 'none' };
  const email = await findEmail(enrollment.workspaceId, attempt.emailId);
  if (email?.sentAt) return { outcome: 'sent', at: email.sentAt };
  const knownAt = attempt.startedAt + unknownOutcomeMs;
  if (now() < knownAt) {
    await scheduleStep(enrollment, knownAt);
    return { outcome: 'unknown' };
  }
  const isFailed =
    email?.status !== 'queued' || (await transitionEmail(email, { from: 'queued', to: 'failed' }));
  if (isFailed) return { outcome: 'none' };
  // The Send event arrived after the email was read.
  const sentAt = (await findEmail(enrollment.workspaceId, attempt.emailId))?.sentAt;
  return sentAt ? { outcome: 'sent', at: sentAt } : { outcome: 'none' };
}
