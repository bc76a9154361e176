import type { ApiError, ErrorType } from '../../../core/errors';
import { toIso, minuteMs, nextUtcDay, now } from '../../../core/time';
import { dueAttributes } from '../../platform/scheduler/due-attributes';
import { scheduleWakeup } from '../../platform/scheduler/schedule-wakeup';
import { findSenderDomain } from '../../platform/domains/find-sender-domain';
import { transitionEmail } from '../emails/transition';
import type { Email } from '../../../db/records/emails';

/** Picked up so often and held back each time, an email fails. */
export const deliveryAttemptsMax = 5;

/** What waits for a person to pay waits as long as it takes. */
const billingErrorTypes: readonly ErrorType[] = [
  'payment_method_required',
  'plan_limit_reached',
  'billing_past_due',
  'budget_exceeded',
];

const retryAfterMs = 5 * minuteMs;

/** Puts a due email back that could not leave, to be tried again later, or gives it up (S-11 to S-14). */
export async function rescheduleOrFail(email: Email, { type }: ApiError): Promise<void> {
  const deliveryAttempts = (email.retry?.deliveryAttempts ?? 0) + (billingErrorTypes.includes(type) ? 0 : 1);
  const { attempt } = email;
  // A domain that is there but not verified at the moment may be again.
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
