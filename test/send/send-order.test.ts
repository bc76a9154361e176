import { refusalOf } from '../support/arrange';
import type { Answer } from '../support/service';
import { type Actor, anActor, people } from '../support/actor';
import { theService } from '../support/the-service';
import { nobody } from '../support/matchers';

const service = theService();

type Fields = Record<string, unknown>;

/** Something that a check finds, and what its answer then says. */
interface Violation {
  check: string;
  body?: Fields;
  settings?: Fields;
  guardrails?: Fields;
  /** The key's one recipient of today has been mailed. */
  isSpent?: boolean;
  answers: Fields;
}

const invalid = (message: unknown): Fields => ({ status: 422, type: 'invalid_request', message });
const refused = (status: number, type: string): Fields => ({ status, type, message: expect.any(String) });
const accepted = (status: string): Fields => ({ status: 202, type: status });

const inOrder: Violation[] = [
  {
    check: 'the recipient limit',
    body: { to: people(51) },
    answers: invalid('At most 50 recipients across to, cc and bcc; this request names 51'),
  },
  { check: 'the schema', body: { colour: 'red' }, answers: invalid('Validation failed') },
  {
    check: 'the template',
    body: { template: 'gone' },
    answers: invalid(expect.stringMatching(/^template:/)),
  },
  {
    check: "the template's variables",
    body: { template: 'greet' },
    answers: refused(422, 'missing_variables'),
  },
  { check: 'the topic', body: { topic: 'gone' }, answers: refused(422, 'unknown_topic') },
  { check: 'the subject', body: { subject: undefined }, answers: invalid('A subject is required') },
  {
    check: 'the body',
    body: { text: undefined },
    answers: invalid('One of html, text or template is required'),
  },
  {
    check: 'the one recipient of marketing',
    body: { risk_class: 'marketing', cc: ['li@example.com'] },
    answers: invalid(expect.stringMatching(/exactly one recipient/)),
  },
  {
    check: 'the suspension',
    settings: { suspended_reason: 'Spam' },
    answers: refused(422, 'workspace_suspended'),
  },
  { check: 'the time', body: { scheduled_at: 'whenever' }, answers: refused(422, 'invalid_schedule') },
  {
    check: 'the allowlist',
    guardrails: { allowed_recipients: ['example.org'] },
    answers: refused(403, 'recipient_not_allowed'),
  },
  {
    check: 'the message that is answered',
    body: { reply_to_message_id: nobody },
    answers: invalid('reply_to_message_id: No such message'),
  },
  {
    check: 'the thread',
    body: { thread_id: nobody },
    answers: invalid('thread_id: No such thread'),
  },
  {
    check: 'billing',
    settings: { payment_method_verified: false },
    answers: refused(402, 'payment_method_required'),
  },
  { check: 'the daily cap', isSpent: true, answers: refused(429, 'daily_limit') },
  {
    check: 'the sending domain',
    body: { from: 'desk@unknown.example' },
    answers: refused(422, 'no_verified_identity'),
  },
  {
    check: 'the postal address',
    body: { risk_class: 'marketing' },
    settings: { postal_address: null },
    answers: refused(422, 'no_postal_address'),
  },
  { check: 'nobody being left', body: { to: 'gone@example.com' }, answers: accepted('rejected') },
  { check: 'the approval', guardrails: { requires_approval: true }, answers: accepted('pending_approval') },
  { check: 'the schedule', body: { scheduled_at: 'in 2 hours' }, answers: accepted('scheduled') },
];

/** What the later check finds is not there beside the earlier: nobody is left, so nobody is counted. */
const isApart = (earlier: Violation, later: Violation): boolean =>
  earlier.check === 'the daily cap' && later.check === 'nobody being left';

/** A workspace with such settings, the keys that were made in it, and what it accepted. */
interface Place {
  desk: Actor;
  settings: Fields;
  keys: Map<string, string>;
  accepted: string[];
}

const desks = new Map<string, Place>();

async function deskWith(settings: Fields): Promise<Place> {
  const name = JSON.stringify(settings);
  const known = desks.get(name);
  if (known) return known;
  const desk = await anActor(service, { marketing: true });
  await Promise.all([desk.template('greet', { html: '<p>{{name}}</p>' }), desk.suppress('gone@example.com')]);
  const made: Place = { desk, settings, keys: new Map(), accepted: [] };
  desks.set(name, made);
  return made;
}

async function keyWith(
  { desk, settings, keys, accepted: ids }: Place,
  { guardrails, isSpent }: { guardrails: Fields; isSpent: boolean },
): Promise<string> {
  const name = JSON.stringify([guardrails, isSpent]);
  const known = keys.get(name);
  if (known) return known;
  await desk.set(harmless);
  const key = isSpent ? await spentKey({ desk, accepted: ids }, guardrails) : await desk.guarded(guardrails);
  await desk.set(settings);
  keys.set(name, key);
  return key;
}

const harmless = { suspended_reason: null, payment_method_verified: true, postal_address: '1 Main Street' };

/** Without room for another recipient today. */
async function spentKey({ desk, accepted: ids }: Pick<Place, 'desk' | 'accepted'>, guardrails: Fields) {
  const fields = { name: 'Spent', scopes: ['emails:send'], daily_send_limit: 1 };
  const { body } = await desk.api('POST', '/v1/api-keys', fields);
  ids.push((await desk.accepted({}, body.key)).id);
  await desk.api('PATCH', `/v1/api-keys/${body.id}`, guardrails);
  return String(body.key);
}

/** Sends what both find, with a key and from a workspace that both find. */
async function sendBoth(earlier: Violation, later: Violation): Promise<Answer> {
  const place = await deskWith({ ...later.settings, ...earlier.settings });
  const guardrails = { ...later.guardrails, ...earlier.guardrails };
  const key = await keyWith(place, { guardrails, isSpent: earlier.isSpent ?? later.isSpent ?? false });
  const to = 'kim@example.com';
  const body = { to, ...later.body, ...earlier.body, ...(isLimit(earlier) && { cc: [] }) };
  const answer = await place.desk.send(body, key);
  if (answer.status < 300) place.accepted.push(answer.body.id);
  return answer;
}

/** A copy more would be one recipient more. */
const isLimit = ({ check }: Violation): boolean => check === 'the recipient limit';

const decided = (answer: Answer): Fields =>
  answer.status < 300 ? { status: answer.status, type: answer.body.status } : refusalOf(answer);

test.each(inOrder)('$check decides alone, and before every later check', async (earlier) => {
  const later = inOrder.slice(inOrder.indexOf(earlier)).filter((other) => !isApart(earlier, other));

  const found: Record<string, Fields> = {};
  for (const other of later) found[other.check] = decided(await sendBoth(earlier, other));

  expect(found).toEqual(Object.fromEntries(later.map(({ check }) => [check, earlier.answers])));
});

test('nothing is stored or counted of what was refused', async () => {
  expect(desks.size).toBeGreaterThan(4);

  for (const { desk, accepted: ids } of desks.values()) {
    await desk.set(harmless);

    expect((await desk.log()).map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    expect(await desk.used()).toBe((await desk.outbox()).length);
  }
});

test('a day that is used up decides before nobody of to is left, if a copy is', async () => {
  const { desk, accepted: ids } = await deskWith({});
  const key = await spentKey({ desk, accepted: ids }, {});

  const withCopy = await desk.send({ to: 'gone@example.com', cc: ['li@example.com'] }, key);
  const alone = await desk.send({ to: 'gone@example.com' }, key);

  expect(refusalOf(withCopy)).toMatchObject({ status: 429, type: 'daily_limit' });
  expect(alone.body).toMatchObject({ status: 'rejected', skipped: true });
});
