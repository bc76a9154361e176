import type { Ctx } from '../../ctx';
import { ApiError } from '../../errors';
import { now } from '../../time';
import { unknownOutcomeMs } from '../departure/claim';
import { findEmail } from '../emails/find';
import {
  pendingResponse,
  rejectedResponse,
  scheduledResponse,
  sentResponse,
  type SendResponse,
} from '../emails/present';
import type { Email } from '../emails/record';

/** What an attempt under the same Idempotency-Key recorded before it ended without an answer. */
export async function findEarlierAttempt({ workspaceId, operation }: Ctx): Promise<Email | undefined> {
  return operation.isRetry ? findEmail(workspaceId, operation.id) : undefined;
}

/**
 * The answer that the earlier attempt could not give, or undefined when the email may be handed over again:
 * the provider's Send event had ten minutes to arrive and did not.
 */
export function answerOfEarlier(email: Email): SendResponse | undefined {
  if (email.approvalId) return pendingResponse(email);
  if (email.scheduledAt) return scheduledResponse(email);
  if (email.status === 'rejected') return rejectedResponse(email);
  if (email.status === 'failed') throw refusedEarlier();
  if (email.status !== 'queued') return sentResponse(email);
  if (now() - (email.attemptedAt ?? 0) < unknownOutcomeMs) throw inProgress();
  return undefined;
}

export const inProgress = () =>
  new ApiError(
    'idempotency_in_progress',
    'An earlier attempt ended without an answer from the provider: it is known within ten minutes whether the mail left',
    { headers: { 'Retry-After': '60' }, outcomeUnknown: true },
  );

const refusedEarlier = () =>
  new ApiError(
    'provider_error',
    'The provider refused this email: send it again under a new Idempotency-Key',
  );
