import type { Automation, Enrollment, Step, Trigger } from '@carrier-nest/sdk';
import { capitalize, formatCount, formatPeople } from '../../parts/format';

/** States that active enrollments stay at their step. Returns an empty string if there are no active enrollments. */
export const describeHeldPeople = (number: number): string =>
  number === 0 ? '' : ` ${formatPeople(number)} ${number === 1 ? 'stays' : 'stay'} at their current step.`;

const units = [
  ['day', 1_440],
  ['hour', 60],
  ['minute', 1],
] as const;

/** 4380 → `3 days 1 hour`; 0 → an empty string. */
function formatDuration(minutes: number): string {
  let remaining = minutes;
  const parts = units.flatMap(([unit, size]) => {
    const amount = Math.floor(remaining / size);
    remaining -= amount * size;
    return amount === 0 ? [] : [`${formatCount(amount)} ${unit}${amount === 1 ? '' : 's'}`];
  });
  return parts.join(' ');
}

/** Describes when a step is sent, relative to the previous step. */
export function describeDelay({ delay_minutes }: Step, index: number): string {
  const since = index === 0 ? 'enrollment' : 'the previous step';
  return delay_minutes === 0
    ? `Immediately after ${since}`
    : `${formatDuration(delay_minutes)} after ${since}`;
}

const triggerTexts: Record<Trigger['kind'], (trigger: Trigger) => string> = {
  api: () => 'API or manual',
  contact_added: () => 'contact joins the audience',
  event: ({ event_name }) => `event ${event_name ?? ''}`,
  tag_added: ({ tag }) => `tag ${tag ?? ''} added`,
};

export const describeTrigger = (trigger: Trigger): string => triggerTexts[trigger.kind](trigger);

/** Why an address is not enrolled (AT-21, AT-22). */
const refusalTexts: Record<string, string> = {
  not_active: 'The automation is not active. Activate it first.',
  no_steps: 'The automation has no steps.',
  topic_missing: 'The topic of the automation was deleted. Choose another topic in its rules.',
  suppressed: 'The address is suppressed for marketing email.',
  unsubscribed_from_topic: 'The address opted out of the topic, or never opted in to it.',
  exit_tag: 'The contact has an exit tag of the automation.',
  required_tag_missing: 'The contact lacks a required tag. An address without a contact has no tags.',
  previously_enrolled: 'The address was enrolled before, and re-entry is not allowed.',
  already_enrolled: 'The address is already enrolled.',
};

export const explainRefusal = (reason: string): string =>
  refusalTexts[reason] ?? `The service returned the reason ${reason}.`;

/** Why an enrollment was canceled (AT-40 to AT-44). */
const cancellationTexts: Record<string, string> = {
  unsubscribed: 'Unsubscribed from all marketing email',
  unsubscribed_from_topic: 'Opted out of the topic',
  replied: 'Replied',
  suppressed: 'Address suppressed after a bounce or a complaint, or by hand',
  exit_tag: 'Has an exit tag',
  required_tag_missing: 'Lacks a required tag',
  manual: 'Automation deleted',
  automation_paused: 'Automation paused by an earlier version of the service',
};

export const explainCancellation = ({ cancel_reason }: Enrollment): string =>
  cancellationTexts[cancel_reason ?? ''] ?? `Canceled for the reason ${cancel_reason ?? 'unknown'}`;

/**
 * Why a step was not sent, by error type. `undeliverable_domain` is not an error type, but the reason of a rejected
 * email.
 */
const errorTexts: Record<string, string> = {
  missing_variables: 'a placeholder has no value',
  invalid_request: 'the template was deleted, or the subject is invalid',
  unknown_topic: 'the topic was deleted',
  no_verified_identity: 'the sender is no longer on a verified marketing domain',
  workspace_suspended: 'the workspace is suspended',
  undeliverable_domain: 'the domain of the recipient accepts no email',
  plan_limit_reached: 'the plan limit is reached',
  no_postal_address: 'the workspace has no postal address',
  payment_method_required: 'a payment method is required',
  billing_past_due: 'the subscription is past due',
  budget_exceeded: 'the budget is used up',
  provider_error: 'SES did not accept the email',
  warmup_limit: 'the domain is warming up and has reached its daily limit',
};

/** `Step 1: missing_variables: Missing: name` → `Step 1: a placeholder has no value` */
export function explainStepError(error: string): string {
  const [, step, type = ''] = /^(Step \d+): ([a-z_]+)/.exec(error) ?? [];
  const known = errorTexts[type];
  return step && known ? `${step}: ${known}` : 'The step was not sent';
}

/** The conditions that exclude an address from enrollment, as phrases with the address as the subject. */
export function describeExclusions({
  topic_key,
  exit_tags,
  required_tags,
  reenrollment,
}: Automation): string[] {
  return [
    'is suppressed for marketing email',
    ...(topic_key ? [`opted out of the topic ${topic_key}`] : []),
    ...(exit_tags.length > 0 ? [`has ${formatAnyTag(exit_tags)}`] : []),
    ...(required_tags.length > 0 ? [`lacks ${formatAnyTag(required_tags)}`] : []),
    reenrollment === 'never' ? 'is or was enrolled' : 'is already enrolled',
  ];
}

const formatAnyTag = (tags: readonly string[]): string => `the tag ${tags.join(' or ')}`;

export const joinAsSentence = (parts: readonly string[]): string =>
  capitalize(parts.length > 1 ? `${parts.slice(0, -1).join(', ')} or ${parts.at(-1)}` : (parts[0] ?? ''));
