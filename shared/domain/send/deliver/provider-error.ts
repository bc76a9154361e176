import { ApiError } from '../../../core/errors';
import type { SubmitFailure } from './submit-to-ses';

type ErrorMessages = Readonly<Record<SubmitFailure['kind'], (id: string) => string>>;

/** The messages for the caller of a send. A scheduled email has no caller, so its message is logged. */
export const callerMessages: ErrorMessages = {
  throttled: (id) => `The provider is throttling. The email ${id} stays queued. Send it again after a pause.`,
  unavailable: (id) =>
    `The provider is not accepting mail from this account right now. The email ${id} stays queued. Send it again once the provider accepts mail.`,
  refused: (id) => `The provider refused the email ${id}, which is marked failed.`,
  unknown: (id) =>
    `The provider did not respond, so the email ${id} may have been sent. Get the email before you send again.`,
};

/** The messages for the approver of a draft. */
export const approverMessages: ErrorMessages = {
  throttled: () => 'The provider is throttling. The draft stays held. Approve it again after a pause.',
  unavailable: () =>
    'The provider is not accepting mail from this account right now. The draft stays held. Approve it again once the provider accepts mail.',
  refused: () => 'The provider refused this email. The draft stays held. Approve it again, or reject it.',
  unknown: () =>
    'The provider did not respond, so the email may have been sent. The outcome is known within ten minutes. Approve the draft again then.',
};

/** The messages for `last_error` of an enrollment, whose step is retried automatically. */
export const stepMessages: ErrorMessages = {
  throttled: () => 'The provider is throttling',
  unavailable: () => 'The provider is not accepting mail from this account right now',
  refused: () => 'The provider refused this email',
  unknown: () => 'The provider did not respond. The outcome is known within ten minutes',
};

/** Returns the 502 error for an email that SES did not accept. */
export const providerError = (messages: ErrorMessages, kind: SubmitFailure['kind'], id: string): ApiError =>
  new ApiError('provider_error', messages[kind](id), {
    outcomeUnknown: kind === 'unknown',
    ...(kind === 'throttled' && { headers: { 'Retry-After': '5' } }),
  });
