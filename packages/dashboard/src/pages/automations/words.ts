import type { Automation, Enrollment, Step, Trigger } from '@carrier-nest/sdk';
import { capital, count } from '../../parts/words';

export const people = (number: number): string => (number === 1 ? '1 person' : `${count(number)} people`);

/** What becomes of those in it while nothing is sent; nothing where there is nobody. */
export const staying = (number: number): string =>
  number === 0 ? '' : ` ${people(number)} in it ${number === 1 ? 'stays' : 'stay'} at their step.`;

const units = [
  ['day', 1_440],
  ['hour', 60],
  ['minute', 1],
] as const;

/** 4380 → `3 days 1 hour`; nothing for none. */
function duration(minutes: number): string {
  let left = minutes;
  const parts = units.flatMap(([unit, size]) => {
    const whole = Math.floor(left / size);
    left -= whole * size;
    return whole === 0 ? [] : [`${count(whole)} ${unit}${whole === 1 ? '' : 's'}`];
  });
  return parts.join(' ');
}

/** When a step leaves, from the one before it. */
export function whenOf({ delay_minutes }: Step, place: number): string {
  const since = place === 0 ? 'they are taken in' : 'the step before';
  return delay_minutes === 0
    ? `As soon as ${place === 0 ? since : `${since} has left`}`
    : `${duration(delay_minutes)} after ${since}`;
}

const triggers: Record<Trigger['kind'], (trigger: Trigger) => string> = {
  api: () => 'a call takes somebody in',
  contact_added: () => 'somebody joins the audience',
  event: ({ event_name }) => `the event ${event_name ?? ''} happens to somebody`,
  tag_added: ({ tag }) => `somebody gains the tag ${tag ?? ''}`,
};

export const beginsWhen = (trigger: Trigger): string => triggers[trigger.kind](trigger);

/** Why somebody is not taken in: contract.md, 4.15. */
const refusals: Record<string, string> = {
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

export const refusalOf = (reason: string): string => refusals[reason] ?? `It says: ${reason}.`;

/** Why somebody left before the end: workspace.md, "Enrolment". */
const exits: Record<string, string> = {
  unsubscribed: 'They unsubscribed from all marketing mail',
  unsubscribed_from_topic: 'They opted out of its topic',
  replied: 'They answered',
  suppressed: 'Their address is suppressed: it bounced, complained, or was added',
  exit_tag: 'They carry a tag that ends it',
  required_tag_missing: 'They lack a tag that it asks for',
  manual: 'The automation was deleted',
  automation_paused: 'The automation was paused, by an earlier version of the service',
};

export const exitOf = ({ cancel_reason }: Enrollment): string =>
  exits[cancel_reason ?? ''] ?? `It says: ${cancel_reason ?? 'nothing'}`;

/** What kept a step from leaving. The types are those of a send, and one of its own. */
const troubles: Record<string, string> = {
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
export function troubleOf(error: string): string {
  const [, step, type = ''] = /^(Step \d+): ([a-z_]+)/.exec(error) ?? [];
  const known = troubles[type];
  return step && known ? `${step}: ${known}` : 'The step did not leave';
}

const placeholder = /\{\{\s*([A-Za-z0-9_.]+)\s*\}\}/g;

export const placeholdersIn = (...texts: readonly string[]): string[] => [
  ...new Set(texts.flatMap((text) => [...text.matchAll(placeholder)].map(([, name = '']) => name))),
];

/** What is judged before somebody is taken in, in words. */
export function conditionsOf({ topic_key, exit_tags, required_tags, reenrollment }: Automation): string[] {
  return [
    'is suppressed for marketing mail',
    ...(topic_key ? [`opted out of the topic ${topic_key}`] : []),
    ...(exit_tags.length > 0 ? [`carries ${anyOf(exit_tags)}`] : []),
    ...(required_tags.length > 0 ? [`lacks ${anyOf(required_tags)}`] : []),
    reenrollment === 'never' ? 'is or was in it' : 'is in it',
  ];
}

const anyOf = (tags: readonly string[]): string => `the tag ${tags.join(' or ')}`;

export const sentence = (parts: readonly string[]): string =>
  capital(parts.length > 1 ? `${parts.slice(0, -1).join(', ')} or ${parts.at(-1)}` : (parts[0] ?? ''));
