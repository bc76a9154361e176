import type { Automation, Enrollment, Step, Trigger } from '@carrier-nest/sdk';
import { capitalize, formatCount, formatPeople } from '../../parts/format';

/** What becomes of those in it while nothing is sent; nothing where there is nobody. */
export const describeHeldPeople = (number: number): string =>
  number === 0 ? '' : ` ${formatPeople(number)} in it ${number === 1 ? 'stays' : 'stay'} at their step.`;

const units = [
  ['day', 1_440],
  ['hour', 60],
  ['minute', 1],
] as const;

/** 4380 → `3 days 1 hour`; nothing for none. */
function formatDuration(minutes: number): string {
  let remaining = minutes;
  const parts = units.flatMap(([unit, size]) => {
    const amount = Math.floor(remaining / size);
    remaining -= amount * size;
    return amount === 0 ? [] : [`${formatCount(amount)} ${unit}${amount === 1 ? '' : 's'}`];
  });
  return parts.join(' ');
}

/** When a step leaves, from the one before it. */
export function describeDelay({ delay_minutes }: Step, index: number): string {
  const since = index === 0 ? 'they are taken in' : 'the step before';
  return delay_minutes === 0
    ? `As soon as ${index === 0 ? since : `${since} has left`}`
    : `${formatDuration(delay_minutes)} after ${since}`;
}

const triggerTexts: Record<Trigger['kind'], (trigger: Trigger) => string> = {
  api: () => 'a call takes somebody in',
  contact_added: () => 'somebody joins the audience',
  event: ({ event_name }) => `the event ${event_name ?? ''} happens to somebody`,
  tag_added: ({ tag }) => `somebody gains the tag ${tag ?? ''}`,
};

export const describeTrigger = (trigger: Trigger): string => triggerTexts[trigger.kind](trigger);

/** Why a person is not enrolled (AT-21, AT-22). */
const refusalTexts: Record<string, string> = {
  not_active: 'The automation is not active, so it takes nobody in.',
  no_steps: 'The automation has no steps.',
  topic_missing: 'The topic that it sends under was deleted. Set another one among its rules.',
  suppressed: 'They get no marketing mail: the address is suppressed.',
  unsubscribed_from_topic: 'They opted out of its topic, or never opted in to it.',
  exit_tag: 'They carry a tag that keeps people out of it.',
  required_tag_missing: 'They lack a tag that it asks for. Who is no contact has no tags.',
  previously_enrolled: 'They were in it before, and everybody gets it only once.',
  already_enrolled: 'They are in it already.',
};

export const explainRefusal = (reason: string): string => refusalTexts[reason] ?? `It says: ${reason}.`;

/** Why a person left before the end (AT-40 to AT-44). */
const cancellationTexts: Record<string, string> = {
  unsubscribed: 'They unsubscribed from all marketing mail',
  unsubscribed_from_topic: 'They opted out of its topic',
  replied: 'They answered',
  suppressed: 'Their address is suppressed: it bounced, complained, or was added',
  exit_tag: 'They carry a tag that ends it',
  required_tag_missing: 'They lack a tag that it asks for',
  manual: 'The automation was deleted',
  automation_paused: 'The automation was paused, by an earlier version of the service',
};

export const explainCancellation = ({ cancel_reason }: Enrollment): string =>
  cancellationTexts[cancel_reason ?? ''] ?? `It says: ${cancel_reason ?? 'nothing'}`;

/** What kept a step from leaving. The types are those of a send, and one of its own. */
const errorTexts: Record<string, string> = {
  missing_variables: 'a placeholder has no value',
  invalid_request: 'it cannot be written: its template is gone, or its subject does not do',
  unknown_topic: 'its topic was deleted',
  no_verified_identity: 'the sender is on no verified marketing domain any more',
  workspace_suspended: 'the workspace is suspended',
  undeliverable_domain: 'the domain of the address takes no mail',
  plan_limit_reached: 'the plan is used up',
  no_postal_address: 'the workspace has no postal address',
  payment_method_required: 'there is no payment method',
  billing_past_due: 'the subscription is unpaid',
  budget_exceeded: 'the budget is used up',
  provider_error: 'the mail provider did not take it',
  warmup_limit: 'the domain is warming up, and its allowance of the day is used up',
};

/** `Step 1: missing_variables: Missing: name` → `Step 1: a placeholder has no value` */
export function explainStepError(error: string): string {
  const [, step, type = ''] = /^(Step \d+): ([a-z_]+)/.exec(error) ?? [];
  const known = errorTexts[type];
  return step && known ? `${step}: ${known}` : 'The step did not leave';
}

/** What is judged before somebody is taken in, in words. */
export function describeExclusions({
  topic_key,
  exit_tags,
  required_tags,
  reenrollment,
}: Automation): string[] {
  return [
    'is suppressed for marketing mail',
    ...(topic_key ? [`opted out of the topic ${topic_key}`] : []),
    ...(exit_tags.length > 0 ? [`carries ${formatAnyTag(exit_tags)}`] : []),
    ...(required_tags.length > 0 ? [`lacks ${formatAnyTag(required_tags)}`] : []),
    reenrollment === 'never' ? 'is or was in it' : 'is in it',
  ];
}

const formatAnyTag = (tags: readonly string[]): string => `the tag ${tags.join(' or ')}`;

export const joinAsSentence = (parts: readonly string[]): string =>
  capitalize(parts.length > 1 ? `${parts.slice(0, -1).join(', ')} or ${parts.at(-1)}` : (parts[0] ?? ''));
