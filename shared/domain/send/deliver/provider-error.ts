import { ApiError } from '../../../core/errors';
import type { SubmitFailure } from './submit-to-ses';

type ErrorMessages = Readonly<Record<SubmitFailure['kind'], (id: string) => string>>;

/** For the caller of a send. A scheduled email has no caller, so its message is logged. */
export const callerMessages: ErrorMessages = {
  throttled: (id) => `The provider is throttling. The email ${id} stays queued; send it again after a pause.`,
  unavailable: (id) =>
    `The provider is not accepting mail from this account right now. The email ${id} stays queued; send it again once that is resolved.`,
  refused: (id) => `The provider refused the email ${id}; it is marked failed.`,
  unknown: (id) =>
    `The provider did not respond, so the email ${id} may have been sent. Read it before you send again.`,
};

/** For the approver of a draft. */
export const approverMessages: ErrorMessages = {
  throttled: () => 'The provider is throttling. The draft stays held: approve it again after a pause.',
  unavailable: () =>
    'The provider is not accepting mail from this account right now. The draft stays held: approve it again once that is resolved.',
  refused: () => 'The provider refused this email. The draft stays held: approve it again, or reject it.',
  unknown: () =>
    'The provider did not respond, so the email may have been sent. The outcome is known within ten minutes: approve it again then.',
};

/** For `last_error` of an enrollment, whose step is retried automatically. */
export const stepMessages: ErrorMessages = {
  throttled: () => 'The provider is throttling',
  unavailable: () => 'The provider is not accepting mail from this account right now',
  refused: () => 'The provider refused this email',
  unknown: () => 'The provider did not respond: the outcome is known within ten minutes',
};

/** The 502 for an email that SES did not accept. */
export const providerError = (messages: ErrorMessages, kind: SubmitFailure['kind'], id: string): ApiError =>
  new ApiError('provider_error', messages[kind](id), {
    outcomeUnknown: kind === 'unknown',
    ...(kind === 'throttled' && { headers: { 'Retry-After': '5' } }),
  });
