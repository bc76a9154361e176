import * as z from 'zod/mini';
import type { ErrorDetail, ErrorType } from '../../shared/core/errors';
import { keysOf } from '../../shared/core/keys-of';
import { ErrorDetailSchema } from '../../shared/http/shapes';
import type { NamedShape } from './components';
import { pascalCase } from './pascal-case';

interface ErrorDescription {
  /** The cause, and what the client can do. */
  description: string;
  /** The message of the example. */
  message: string;
  details?: ErrorDetail[];
  missing?: string[];
}

/** Every error type. */
export const errors: Record<ErrorType, ErrorDescription> = {
  invalid_json: {
    description: 'The body is not JSON.',
    message: 'The body is not valid JSON: Unexpected end of JSON input',
  },
  invalid_request: {
    description:
      'The request breaks a rule. `details` names each field that does; else the message says what.',
    message: 'Validation failed',
    details: [{ path: ['name'], message: 'Invalid input: expected string, received undefined' }],
  },
  unauthorized: {
    description: 'There is no credential, or it is unknown, revoked or expired.',
    message: 'The API key or token is unknown, revoked or expired',
  },
  plan_limit_reached: {
    description:
      'The plan has no room for this. A person can change the plan; the allowance of mail is new each month.',
    message:
      'The free plan has 3000 recipients a month, of which 3000 are used; this needs 1. A person can change the plan, or wait for 2026-12-01T00:00:00.000Z',
  },
  payment_method_required: {
    description: 'The workspace has no verified payment method, so no mail leaves. A person has to add one.',
    message: 'This workspace has no verified payment method, so no mail leaves: a person has to add one',
  },
  billing_past_due: {
    description: 'The subscription is unpaid, so no mail leaves. A person has to pay it.',
    message: 'The subscription of this workspace is unpaid, so no mail leaves: a person has to pay it',
  },
  budget_exceeded: {
    description:
      'The budget that the workspace set itself for a month is used up, for marketing mail or for all.',
    message:
      'The budget for marketing mail is 500 cents a month, of which 500 are used; this costs 1. A person can raise it, or wait for 2026-12-01T00:00:00.000Z',
  },
  forbidden: {
    description:
      'The credential may not do this. The message names the scope that it lacks, or says what stands against it.',
    message: 'This needs a credential with the scope emails:send',
  },
  recipient_not_allowed: {
    description: 'The key may mail certain addresses only, and one of `to`, `cc` or `bcc` is none of them.',
    message: 'This key may not send to kim@example.com',
  },
  not_found: {
    description:
      'The workspace has no such record. Where a name was given instead of an id, the message may tell the id.',
    message: 'No such email',
  },
  conflict: {
    description: 'The identifier is taken. Choose another one.',
    message: 'There is a template with the slug order-shipped',
  },
  invalid_state: {
    description: 'The record is in a state in which this cannot be done. The message names the state.',
    message: 'The email is delivered, and only a scheduled one can be canceled',
  },
  idempotency_in_progress: {
    description:
      'The first request with this Idempotency-Key is not done yet. Repeat the request later, with the same key.',
    message: 'The first request with this Idempotency-Key is still running: retry later',
  },
  approval_in_progress: {
    description: 'Another request is releasing this draft. Ask again after a pause.',
    message:
      'Another request is releasing this draft, or the provider has yet to say whether it took it: ask again in a minute',
  },
  gone: {
    description: 'What was here is deleted for good.',
    message: 'The raw mail with its attachments is deleted 30 days after it arrived',
  },
  payload_too_large: {
    description: 'The body is larger than this operation, or this deployment, takes.',
    message: 'The body has more than 5242880 bytes; at most 5 MB are accepted',
  },
  idempotency_key_reused: {
    description: 'The Idempotency-Key came with another body before. Use a new one.',
    message: 'This Idempotency-Key was used with a different body: use a new one',
  },
  missing_variables: {
    description: 'The template has placeholders without a value. `missing` names them.',
    message: 'Missing: order_id',
    missing: ['order_id'],
  },
  unknown_topic: {
    description: 'The body names a topic that does not exist.',
    message: 'topic: No such topic. Create it with POST /v1/topics',
  },
  invalid_schedule: {
    description: '`scheduled_at` is no time that could be read.',
    message: 'scheduled_at: not a time. Give an ISO 8601 time such as 2026-12-24T18:00:00Z, or "in 2 hours"',
  },
  no_verified_identity: {
    description: 'The domain of `from` is not verified for the risk class of the mail.',
    message:
      'No verified transactional sending domain for mail.acme.example. Add and verify it with POST /v1/domains.',
  },
  no_postal_address: {
    description:
      'Marketing mail carries a postal address, and the workspace has none. A person has to set it.',
    message:
      'Marketing mail carries the postal address of its sender, and this workspace has none: the operator sets it',
  },
  warmup_limit: {
    description: 'The domain is warming up and has used what it may send today. Not before 00:00 UTC.',
    message:
      "news.acme.example is warming up and has used today's allowance of 200 marketing recipients: not before 00:00 UTC",
  },
  workspace_suspended: {
    description: 'Sending is suspended for this workspace. The message says why.',
    message: 'Sending is suspended for this workspace: too many complaints',
  },
  rate_limited: {
    description: 'The credential made too many requests in this minute. Go on after `Retry-After`.',
    message: 'More than 600 requests in this minute',
  },
  daily_limit: {
    description:
      'The key would mail more recipients today than it may. Stop, do not retry before `Retry-After`.',
    message:
      'This key may mail 100 recipients a day, and this would pass it. Stop until 00:00 UTC; do not retry before',
  },
  internal_error: {
    description:
      'Something went wrong in the service, and some of the work may be done. Look before you retry.',
    message: 'Something went wrong here. Some work may have been done: check the log before you retry.',
  },
  provider_error: {
    description: 'The mail provider did not do its part. The message says whether and when to retry.',
    message: 'The provider did not delete the domain: repeat the request',
  },
  service_unavailable: {
    description:
      'The service is under load, and most likely nothing was done. Repeat the request after `Retry-After`.',
    message: 'The service is under heavy load: try again in a moment',
  },
};

export const errorTypes = keysOf(errors);

const extraFields = (type: ErrorType) => ({
  ...(type === 'invalid_request' && { details: z.optional(z.array(ErrorDetailSchema)) }),
  ...(type === 'missing_variables' && { missing: z.array(z.string()) }),
});

const errorSchemaOf = (type: ErrorType): z.ZodMiniType =>
  z
    .object({ type: z.literal(type), message: z.string(), ...extraFields(type) })
    .check(z.describe(errors[type].description));

// `Object.fromEntries` loses the names: there is a schema for each type.
export const errorSchemas = Object.fromEntries(
  errorTypes.map((type) => [type, errorSchemaOf(type)]),
) as Record<ErrorType, z.ZodMiniType>;

/** `NotFoundError`, and `InternalError`. */
export const errorNameOf = (type: ErrorType): string => `${pascalCase(type).replace(/Error$/, '')}Error`;

export const errorShapes: readonly NamedShape[] = errorTypes.map((type) => [
  errorNameOf(type),
  errorSchemas[type],
]);

/** A response body with this error. */
export function errorExample(type: ErrorType, status: number) {
  const unreadableMessage = type === 'invalid_request' ? unreadableMessages[status] : undefined;
  if (unreadableMessage) return { error: { type, message: unreadableMessage } };
  const { message, details, missing } = errors[type];
  return { error: { type, message, ...(details && { details }), ...(missing && { missing }) } };
}

/** `invalid_request` has these statuses if the service could not read the request. */
const unreadableMessages: Readonly<Record<number, string | undefined>> = {
  400: 'The request could not be read',
  415: 'Unsupported charset iso-8859-1. Send UTF-8.',
};
