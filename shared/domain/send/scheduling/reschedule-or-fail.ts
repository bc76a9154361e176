import type { ApiError, ErrorType } from '../../../core/errors';
import { toIso, minuteMs, nextUtcDay, now } from '../../../core/time';
import { dueAttributes } from '../../platform/scheduler/due-attributes';
import { scheduleWakeup } from '../../platform/scheduler/schedule-wakeup';
import { findSenderDomain } from '../../platform/domains/find-sender-domain';
import { transitionEmail } from '../emails/transition';
import type { Email } from '../../../db/records/emails';

/** The number of counted attempts after which an email fails. */
export const deliveryAttemptsMax = 5;

/** Refusals that last until the workspace owner resolves them. Attempts with these refusals are not counted. */
const billingErrorTypes: readonly ErrorType[] = [
  'payment_method_required',
  'plan_limit_reached',
  'billing_past_due',
  'budget_exceeded',
];

const retryAfterMs = 5 * minuteMs;

/** Reschedules a due email that could not be sent, or marks it as failed (S-11 to S-14). */
export async function rescheduleOrFail(email: Email, { type }: ApiError): Promise<void> {
  const deliveryAttempts = (email.retry?.deliveryAttempts ?? 0) + (billingErrorTypes.includes(type) ? 0 : 1);
  const { attempt } = email;
  // A domain that exists but is not verified now may be verified again later.
  const isGivenUp =
    deliveryAttempts >= deliveryAttemptsMax ||
    (type === 'no_verified_identity' && !(await findSenderDomain(email)));
  if (isGivenUp) {
    await transitionEmail(email, {
      from: 'queued',
      to: 'failed',
      set: { retry: { deliveryAttempts } },
      attempt,
    });
    return;
  }
  const retryAt = type === 'warmup_limit' ? nextUtcDay() : now() + retryAfterMs;
  const retry = { deliveryAttempts, notBefore: toIso(retryAt) };
  const set: Partial<Email> = { retry, ...dueAttributes(email.id, 'sendEmail', retryAt) };
  if (await transitionEmail(email, { from: 'queued', to: 'scheduled', set, attempt }))
    await scheduleWakeup(retryAt);
}
