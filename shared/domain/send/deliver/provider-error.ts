import { ApiError } from '../../../core/errors';
import type { SubmitFailure } from './submit-to-ses';

type ErrorMessages = Readonly<Record<SubmitFailure['kind'], (id: string) => string>>;

/** For the caller of a send. Scheduled mail has no caller: there it is logged. */
export const callerMessages: ErrorMessages = {
  throttled: (id) => `The provider is throttling. The email ${id} stays queued; send it again after a pause.`,
  unavailable: (id) =>
    `The provider takes no mail of this account at the moment. The email ${id} stays queued; send it again when that is mended.`,
  refused: (id) => `The provider refused the email ${id}; it is marked failed.`,
  unknown: (id) =>
    `The provider did not answer. Read the email ${id} before you send again: it may have left.`,
};

/** For the approver of a draft. */
export const approverMessages: ErrorMessages = {
  throttled: () => 'The provider is throttling. The draft stays held: approve it again after a pause.',
  unavailable: () =>
    'The provider takes no mail of this account at the moment. The draft stays held: approve it again when that is mended.',
  refused: () => 'The provider refused this mail. The draft stays held: approve it again, or reject it.',
  unknown: () =>
    'The provider did not answer, so the mail may have left. Within ten minutes that is known: approve it again then.',
};

/** For `last_error` of an enrollment, whose step is retried without anybody asking. */
export const stepMessages: ErrorMessages = {
  throttled: () => 'The provider is throttling',
  unavailable: () => 'The provider takes no mail of this account at the moment',
  refused: () => 'The provider refused this mail',
  unknown: () => 'The provider did not answer: within ten minutes it is known whether the mail left',
};

/** The 502 of an email that SES did not accept. */
export const providerError = (messages: ErrorMessages, kind: SubmitFailure['kind'], id: string): ApiError =>
  new ApiError('provider_error', messages[kind](id), {
    outcomeUnknown: kind === 'unknown',
    ...(kind === 'throttled' && { headers: { 'Retry-After': '5' } }),
  });
