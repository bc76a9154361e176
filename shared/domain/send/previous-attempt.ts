import type { RequestContext } from '../../core/request-context';
import { ApiError } from '../../core/errors';
import { deliveryInProgressError, isOutcomePending } from './deliver/claim';
import { findEmail } from './emails/find';
import type { Email } from '../../db/records/emails';
import type { SendOutcome } from './outcome';

/**
 * Finds the email that an attempt with the same Idempotency-Key stored before that attempt ended without a response.
 */
export async function findEmailOfPreviousAttempt({
  workspaceId,
  operation,
}: RequestContext): Promise<Email | undefined> {
  return operation.isRetry ? findEmail(workspaceId, operation.id) : undefined;
}

/**
 * Returns the outcome that the earlier attempt did not report. Returns undefined if the email may be submitted again,
 * because no Send event from SES arrived within ten minutes.
 */
export function resolvePreviousAttempt(email: Email): SendOutcome | undefined {
  if (email.approvalId) return { kind: 'held', email };
  if (email.scheduledAt) return { kind: 'scheduled', email };
  if (email.status === 'rejected') return { kind: 'rejected', email };
  if (email.status === 'failed') throw previouslyRefusedError();
  if (email.status !== 'queued') return { kind: 'sent', email };
  if (isOutcomePending(email)) throw deliveryInProgressError();
  return undefined;
}

const previouslyRefusedError = () =>
  new ApiError('provider_error', 'The provider refused this email. Send it again with a new Idempotency-Key');
