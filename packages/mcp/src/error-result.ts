import { ApiError } from '@carrier-nest/sdk';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { ZodError } from 'zod';
import { errorResult } from './tool-result.ts';

/** What to do next, by the type of the error. */
const nextSteps: Readonly<Record<string, string | undefined>> = {
  invalid_request: 'Put right what is named above, and call again.',
  unauthorized: 'The key is unknown or revoked: ask the person who runs this server for another one.',
  plan_limit_reached: 'Stop sending, and tell the person: get_usage says when the period ends.',
  payment_method_required: 'Stop sending, and tell the person.',
  billing_past_due: 'Stop sending, and tell the person.',
  budget_exceeded: 'Stop sending, and tell the person: get_usage shows the budget.',
  forbidden:
    'This key may not do that, and trying again does not help: tell the person what you wanted to do.',
  recipient_not_allowed: 'This key may mail certain recipients only: ask the person.',
  not_found: 'Ask for the list first, and take the id from there.',
  conflict: 'Look at what is there already before you call again.',
  invalid_state: 'Read it again: its state has changed, and says what can be done with it.',
  gone: 'It is over. Start anew if it is still wanted.',
  payload_too_large: 'Send less, in several calls.',
  idempotency_key_reused: 'This idempotency_key was used for another request: take a new one for new work.',
  missing_variables: 'Give a value for each of them, and call again.',
  unknown_topic: 'Take a key from list_topics.',
  invalid_schedule: 'Give a time in the future, in ISO 8601 with a zone.',
  no_verified_identity:
    'Take `from` on a domain that list_sending_domains shows as verified, of the right class.',
  no_postal_address: 'Marketing mail needs a postal address of the workspace: tell the person.',
  warmup_limit: 'The domain is new and has sent what it may today: call again tomorrow.',
  workspace_suspended: 'Sending is stopped: tell the person.',
  daily_limit: 'This key has sent what it may today: stop, and tell the person.',
  provider_error: 'The mail provider refused it: change what it names, or tell the person.',
};

/** What the model reads when the service says no: what is wrong, where, and what to do about it. */
export const toErrorResult = (error: unknown): CallToolResult => errorResult(describeError(error));

function describeError(error: unknown): string {
  if (error instanceof ZodError) return describeArgumentErrors(error);
  if (!(error instanceof ApiError)) return `${messageOf(error)}\nNext: try again in a moment. ${retryNote}`;
  const lines = [
    `${error.status} ${error.type}: ${error.message}`,
    ...error.details.map(({ path, message }) => `- ${path.join('.') || 'the arguments'}: ${message}`),
    ...(error.missing.length > 0 ? [`Missing: ${error.missing.join(', ')}`] : []),
    `Next: ${nextStepOf(error)}`,
  ];
  return lines.join('\n');
}

/** In the words of the API, which was not asked. */
function describeArgumentErrors({ issues }: ZodError): string {
  const details = issues.map(({ path, message }) => `- ${path.join('.') || 'the arguments'}: ${message}`);
  const headline = '422 invalid_request: The arguments are not those of this tool';
  return [headline, ...details, `Next: ${nextSteps.invalid_request}`].join('\n');
}

function nextStepOf({ type, isTransient, retryAfterSeconds }: ApiError): string {
  const next = nextSteps[type];
  if (next !== undefined && !isTransient) return next;
  return `wait ${retryAfterSeconds ?? 5} seconds and call again with the same arguments. ${retryNote}`;
}

const retryNote = 'With the same idempotency_key nothing is done twice.';

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
