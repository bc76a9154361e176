import * as z from 'zod/mini';
import type { ErrorDetail, ErrorType } from '../../shared/core/errors';
import { keysOf } from '../../shared/core/keys-of';
import { ErrorDetailSchema } from '../../shared/http/shapes';
import type { NamedShape } from './components';
import { pascalCase } from './pascal-case';

interface ErrorDescription {
  /** The cause of the error, and what the client can do. */
  description: string;
  /** The message of the example. */
  message: string;
  details?: ErrorDetail[];
  missing?: string[];
}

/** Every error type. */
export const errors: Record<ErrorType, ErrorDescription> = {
  invalid_json: {
    description: 'The body is not valid JSON. The message describes the problem.',
    message: 'The body is not valid JSON: Unexpected end of JSON input',
  },
  invalid_request: {
    description:
      'The request is invalid. `details` lists the invalid fields. Without `details`, the message describes the problem.',
    message: 'Validation failed',
    details: [{ path: ['name'], message: '`name` is required' }],
  },
  unauthorized: {
    description: 'The credential is missing, unknown, revoked or expired. Send a valid API key or token.',
    message: 'The API key or token is unknown, revoked or expired. Send a valid API key or token',
  },
  plan_limit_reached: {
    description:
      'The plan does not allow this request. Ask the workspace owner to change the plan. If the email allowance is used up, you can also wait until it renews next month.',
    message:
      'This workspace has used 3000 of the 3000 monthly recipients of the free plan, and this send needs 1. Ask the workspace owner to change the plan, or wait until 2026-12-01T00:00:00.000Z',
  },
  payment_method_required: {
    description:
      'The workspace has no verified payment method and cannot send. Ask the workspace owner to add a payment method.',
    message:
      'This workspace has no verified payment method and cannot send email. Ask the workspace owner to add a payment method',
  },
  billing_past_due: {
    description: 'The subscription is unpaid, and the workspace cannot send. Ask the workspace owner to pay.',
    message:
      'This workspace has an unpaid subscription and cannot send email. Ask the workspace owner to pay',
  },
  budget_exceeded: {
    description:
      'The workspace has used up its monthly budget for marketing emails or for all emails. Ask the workspace owner to raise the budget, or wait for the next month.',
    message:
      'This workspace has used 500 of the 500 cents of its monthly budget for marketing email, and this send costs 1. Ask the workspace owner to raise the budget, or wait until 2026-12-01T00:00:00.000Z',
  },
  forbidden: {
    description:
      'The credential does not have permission for this request. The message names the missing scope or gives the reason.',
    message: 'This request needs a credential with the scope emails:send',
  },
  recipient_not_allowed: {
    description:
      'The allowlist of the key does not include an address in `to`, `cc` or `bcc`. Remove the address or use another key.',
    message:
      'The allowlist of this key does not include kim@example.com. Remove the address or use another key',
  },
  not_found: {
    description:
      'The workspace has no such record. If the request used a name where an ID is required, the message may contain the ID.',
    message: 'No such email',
  },
  conflict: {
    description: 'Another resource already uses this identifier. Choose another identifier.',
    message: 'A template with the slug order-shipped already exists. Choose another slug',
  },
  invalid_state: {
    description: 'The state of the record does not allow this request. The message names the state.',
    message: 'The email is delivered: only a scheduled email can be canceled',
  },
  idempotency_in_progress: {
    description:
      'The first request with this Idempotency-Key is still running. Repeat the request later with the same key.',
    message: 'The first request with this Idempotency-Key is still running. Retry later with the same key',
  },
  approval_in_progress: {
    description: 'Another request is releasing this draft. Wait a minute, then repeat the request.',
    message:
      'Another request is releasing this draft, or the outcome of an earlier attempt is not known yet. Try again in a minute',
  },
  gone: {
    description: 'The content was deleted permanently.',
    message: 'The raw message and its attachments were deleted 30 days after arrival',
  },
  payload_too_large: {
    description: 'The body is larger than this operation or this deployment accepts. Send a smaller body.',
    message:
      'The body is larger than 5 MB (5242880 bytes), the maximum of this operation. Send a smaller body',
  },
  idempotency_key_reused: {
    description: 'The Idempotency-Key was used with a different body. Use a new key.',
    message: 'This Idempotency-Key was used with a different body. Use a new key',
  },
  missing_variables: {
    description:
      'Placeholders of the template have no value. `missing` lists these placeholders. Add a value for each placeholder to `variables`.',
    message: 'Missing: order_id',
    missing: ['order_id'],
  },
  unknown_topic: {
    description: 'The body names a topic that does not exist. Create the topic, or correct its key.',
    message: 'topic: No such topic. Create it with POST /v1/topics',
  },
  invalid_schedule: {
    description: '`scheduled_at` is not a valid time. The message contains examples of valid times.',
    message: 'scheduled_at: not a time. Give an ISO 8601 time such as 2026-12-24T18:00:00Z, or "in 2 hours"',
  },
  no_verified_identity: {
    description:
      'The domain of `from` is not verified for the risk class of the email. The message says how to verify a domain.',
    message:
      'No verified transactional sending domain for mail.acme.example. Add and verify it with POST /v1/domains.',
  },
  no_postal_address: {
    description:
      'Marketing emails must contain a postal address, and the workspace has no postal address. Ask the operator to set one.',
    message:
      'Marketing email must contain the postal address of its sender, and this workspace has no postal address. Ask the operator to set one',
  },
  warmup_limit: {
    description:
      'The domain is warming up and has used its allowance for today. Do not retry before 00:00 UTC.',
    message:
      "news.acme.example is warming up, and this send would exceed today's allowance of 200 marketing recipients. Retry after 00:00 UTC",
  },
  workspace_suspended: {
    description:
      'Sending is suspended for this workspace. The message gives the reason. Ask the operator to lift the suspension.',
    message: 'Sending is suspended for this workspace: too many complaints',
  },
  rate_limited: {
    description:
      'The credential made too many requests in this minute. Wait the number of seconds in `Retry-After`, then repeat the request.',
    message: 'This credential made more than 600 requests in this minute. Retry when the minute ends',
  },
  daily_limit: {
    description:
      'This send would exceed the daily recipient limit of the key. Stop, and do not retry before the time in `Retry-After` has passed.',
    message:
      'The daily limit of this key is 100 recipients, and this send would exceed it. Stop, and do not retry before 00:00 UTC',
  },
  internal_error: {
    description:
      'The service failed, but the request may have taken effect in part. Check the current state before you retry.',
    message:
      'The service failed, but the request may have taken effect in part. Before you retry, check the current state, for example in the email log.',
  },
  provider_error: {
    description: 'SES failed or refused the request. The message says whether and when to retry.',
    message: 'SES did not delete the domain. Retry the request',
  },
  service_unavailable: {
    description:
      'The service is under heavy load, and the request most likely had no effect. Wait the number of seconds in `Retry-After`, then repeat the request.',
    message: 'The service is under heavy load. Try again in a few seconds',
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

// The type of `Object.fromEntries` loses the keys, but the object has a schema for each error type.
export const errorSchemas = Object.fromEntries(
  errorTypes.map((type) => [type, errorSchemaOf(type)]),
) as Record<ErrorType, z.ZodMiniType>;

/** Returns a name such as `NotFoundError`. `internal_error` becomes `InternalError`. */
export const errorNameOf = (type: ErrorType): string => `${pascalCase(type).replace(/Error$/, '')}Error`;

export const errorShapes: readonly NamedShape[] = errorTypes.map((type) => [
  errorNameOf(type),
  errorSchemas[type],
]);

/** Returns an example of a response body with this error. */
export function errorExample(type: ErrorType, status: number) {
  const unreadableMessage = type === 'invalid_request' ? unreadableMessages[status] : undefined;
  if (unreadableMessage) return { error: { type, message: unreadableMessage } };
  const { message, details, missing } = errors[type];
  return { error: { type, message, ...(details && { details }), ...(missing && { missing }) } };
}

/**
 * The messages of `invalid_request` for the statuses 400 and 415, which mean that the service cannot read the request.
 */
const unreadableMessages: Readonly<Record<number, string | undefined>> = {
  400: 'The request could not be read',
  415: 'Unsupported charset iso-8859-1. Send UTF-8.',
};
