import type { ApiError, ErrorType } from '../../../core/errors';
import { iso, minuteMs, nextUtcDay, now } from '../../../core/time';
import { dueAtTime } from '../../platform/scheduler/due-at';
import { setAlarm } from '../../platform/scheduler/set-alarm';
import { domainOfSender } from '../../platform/domains/sender';
import { moveEmail } from '../emails/move';
import type { Email } from '../../../db/records/emails';

/** Picked up so often and held back each time, an email fails. */
export const pickUpsMax = 5;

/** What waits for a person to pay waits as long as it takes. */
const waitsForPlan: readonly ErrorType[] = [
  'payment_method_required',
  'plan_limit_reached',
  'billing_past_due',
  'budget_exceeded',
];

const againAfterMs = 5 * minuteMs;

/** Puts a due email back that could not leave, to be tried again later, or gives it up (core.md, "Email status"). */
export async function holdBack(email: Email, { type }: ApiError): Promise<void> {
  const pickUps = (email.waiting?.pickUps ?? 0) + (waitsForPlan.includes(type) ? 0 : 1);
  const { attempt } = email;
  // A domain that is there but not verified at the moment may be again.
  const isLost = pickUps >= pickUpsMax || (type === 'no_verified_identity' && !(await domainOfSender(email)));
  if (isLost) {
    await moveEmail(email, { from: 'queued', to: 'failed', set: { waiting: { pickUps } }, attempt });
    return;
  }
  const again = type === 'warmup_limit' ? nextUtcDay() : now() + againAfterMs;
  const waiting = { pickUps, heldUntil: iso(again) };
  const set: Partial<Email> = { waiting, ...dueAtTime(email.id, 'sendEmail', again) };
  if (await moveEmail(email, { from: 'queued', to: 'scheduled', set, attempt })) await setAlarm(again);
}
