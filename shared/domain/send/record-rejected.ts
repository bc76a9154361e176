import type { RequestContext } from '../../core/request-context';
import type { CheckedSend } from './policy/check-send';
import { deliveryInProgressError } from './deliver/claim';
import { transitionEmail } from './emails/transition';
import type { Email } from '../../db/records/emails';
import { storeRejected } from './emails/store-rejected';

/**
 * Records a send without a remaining recipient in `to`. The result is an outcome, not an error, and appears in the
 * email log (E-39).
 */
export async function recordRejected(
  ctx: RequestContext,
  { requestedMessage, reason }: CheckedSend,
  previous: Email | undefined,
): Promise<Email> {
  if (previous) return rejectPreviousAttempt(previous, reason);
  return storeRejected(ctx, requestedMessage, reason);
}

/** Rejects the email that the previous attempt stored. That attempt may have sent the email, so its charge is kept. */
async function rejectPreviousAttempt(email: Email, reason: string): Promise<Email> {
  const { attempt } = email;
  const transition = { from: 'queued', to: 'rejected', set: { skippedBecause: reason }, attempt } as const;
  if (!(await transitionEmail(email, transition))) throw deliveryInProgressError();
  return { ...email, status: 'rejected', skippedBecause: reason };
}
