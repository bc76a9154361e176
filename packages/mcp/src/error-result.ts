import {
  ApiError,
  CarrierNestError,
  IgnoredCursorError,
  InvalidArgumentError,
  UnknownRecipientError,
} from '@carrier-nest/sdk';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { ZodError } from 'zod';
import { describeRetry } from './describe-retry.ts';
import { errorResult } from './tool-result.ts';
import type { Tool } from './tool.ts';

/** The next step by error type. */
const nextSteps: Readonly<Record<string, string | undefined>> = {
  invalid_request: 'Correct the fields above, and call again.',
  unauthorized: 'The key is unknown, expired or revoked. Ask the operator of this server for another key.',
  plan_limit_reached: 'Stop sending, and tell the user. get_usage returns the end of the billing period.',
  payment_method_required: 'Stop sending, and tell the user.',
  billing_past_due: 'Stop sending, and tell the user.',
  budget_exceeded: 'Stop sending, and tell the user. get_usage returns the budget.',
  forbidden: 'This key may not do this. Do not retry. Tell the user what you wanted to do.',
  recipient_not_allowed:
    'This key may send only to certain recipients. Ask the user for another recipient or key.',
  not_found: 'Call the list tool first, and take the ID from its result.',
  conflict: 'Read the existing resource before you call again.',
  invalid_state: 'Read the resource again. Its current status determines what you can do.',
  gone: 'The content was deleted permanently. Tell the user.',
  payload_too_large: 'Split the data into several calls.',
  idempotency_key_reused: 'This idempotency_key belongs to another request. Use a new key for a new request.',
  missing_variables: 'Give each missing variable a value, and call again.',
  unknown_topic: 'Use a key that list_topics returns.',
  invalid_schedule: 'Give a future time in ISO 8601 with a time zone.',
  no_verified_identity:
    'Use a `from` whose domain list_sending_domains returns as verified for this class of email.',
  no_postal_address: 'Marketing email needs a postal address of the workspace. Tell the user.',
  warmup_limit: 'The domain is warming up and has used its allowance for today. Call again tomorrow.',
  workspace_suspended: 'The workspace is suspended. Tell the user.',
  daily_limit: 'This key has used its daily limit. Stop, and tell the user.',
  provider_error:
    'Follow the message. If the email may have been sent, call get_email before you send again. Otherwise, tell the user.',
};

/** Creates the result of a failed call, with the error, the invalid fields and the next step. */
export const toErrorResult = (error: unknown, tool: Tool): CallToolResult =>
  errorResult(describeError(error, tool));

function describeError(error: unknown, tool: Tool): string {
  if (error instanceof ZodError) return describeArgumentErrors(error);
  if (error instanceof IgnoredCursorError)
    return `${error.message}\nNext: call again with the next_cursor of the last result as cursor, or without cursor.`;
  if (error instanceof UnknownRecipientError)
    return `${error.message}\nNext: show the addresses to the user, and call again with allow_unknown only if the user agrees.`;
  if (error instanceof InvalidArgumentError) return describeInvalidArgument(error);
  if (!(error instanceof CarrierNestError)) return describeDefect(error);
  if (!(error instanceof ApiError)) return `${error.message}\nNext: ${describeRetry(error, tool)}`;
  const lines = [
    `${error.status} ${error.type}: ${error.summary}`,
    ...error.details.map(({ path, message }) => `- ${path.join('.') || 'the arguments'}: ${message}`),
    ...(error.missing.length > 0 ? [`Missing: ${error.missing.join(', ')}`] : []),
    `Next: ${nextStepOf(error, tool)}`,
  ];
  return lines.join('\n');
}

/** Formats invalid arguments like an API error, although the API was not called. */
function describeArgumentErrors({ issues }: ZodError): string {
  const details = issues.map(({ path, message }) => `- ${path.join('.') || 'the arguments'}: ${message}`);
  const headline = '422 invalid_request: The arguments do not match the tool';
  return [headline, ...details, `Next: ${nextSteps.invalid_request}`].join('\n');
}

/** The SDK refuses an argument before it sends. */
const describeInvalidArgument = ({ message }: InvalidArgumentError): string =>
  `422 invalid_request: ${message}\nNext: ${nextSteps.invalid_request}`;

/** Any other error is a defect of this server, which may occur after the service has carried out the request. */
const describeDefect = (error: unknown): string =>
  `The tool failed: ${messageOf(error)}\nNext: tell the user. Do not repeat the call, because it may have taken effect.`;

function nextStepOf(error: ApiError, tool: Tool): string {
  const next = nextSteps[error.type];
  return next !== undefined && !error.isTransient ? next : describeRetry(error, tool);
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
