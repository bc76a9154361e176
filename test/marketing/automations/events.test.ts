import { randomUUID } from 'node:crypto';
import { Sequences, step } from '../../support/automations/sequences';
import { people } from '../../support/actor';
import type { Answer } from '../../support/service';
import { theService } from '../../support/the-service';
import { refusalOf } from '../../support/arrange';
import { expectInvalid } from '../../support/promises';

type Fields = Record<string, unknown>;

const service = theService();
let sequences: Sequences;

beforeEach(async () => {
  sequences = await Sequences.start(service);
});

const kim = 'kim@example.com';

/** The id of an active automation that waits for the event. */
const waitingFor = (event_name: string, fields: Fields = {}) =>
  sequences.active({
    trigger: { kind: 'event', event_name },
    steps: [step('Hi {{name}}', { delay_minutes: 30 })],
    ...fields,
  });

const record = (fields: Fields = {}, key?: string): Promise<Answer> =>
  sequences.api('POST', '/v1/events', { name: 'signed_up', email: kim, ...fields }, key);

const isIn = async (id: string) => (await sequences.enrolments(id)).map(({ email }) => String(email));

test('an event starts every active automation that waits for it, with its variables', async () => {
  const [first, second, other] = [
    await waitingFor('signed_up'),
    await waitingFor('signed_up'),
    await waitingFor('left'),
  ];

  const { status, body } = await record({ email: ' KIM@example.com ', variables: { name: 'Kim' } });

  expect([status, body]).toEqual([200, { automations_started: 2 }]);
  for (const id of [first, second])
    expect(await sequences.enrolments(id)).toMatchObject([
      { automation_id: id, email: kim, status: 'active', variables: { name: 'Kim' } },
    ]);
  expect(await isIn(other)).toEqual([]);
});

test('an event that nothing waits for starts nothing, and is no error', async () => {
  expect(await record()).toMatchObject({ status: 200, body: { automations_started: 0 } });
});

test.each([
  ['Signed Up', ['signed up', 'Signed up', 'Signed  Up', ' Signed Up', 'Signed Up ', 'Signed', 'Signed Up#']],
  ['a#b', ['a', 'b', 'a#', 'a#b#']],
  [' Ä ', ['Ä', ' ä ', ' A\u0308 ']],
])('the name "%s" is matched exactly', async (name, others) => {
  const id = await waitingFor(name);

  for (const other of others) expect(await sequences.event(other, kim)).toBe(0);
  expect(await isIn(id)).toEqual([]);
  expect(await sequences.event(name, kim)).toBe(1);
});

test.each(['x', 'x'.repeat(120), '€'.repeat(120)])(
  'a name may have 1 to 120 characters: %s',
  async (name) => {
    await waitingFor(name);

    expect(await sequences.event(name, kim)).toBe(1);
  },
);

test.each<[fields: Fields, path: string[]]>([
  [{ name: undefined }, ['name']],
  [{ name: '' }, ['name']],
  [{ name: 'x'.repeat(121) }, ['name']],
  [{ name: 7 }, ['name']],
  [{ email: undefined }, ['email']],
  [{ email: 'nobody' }, ['email']],
  [{ email: `Kim <${kim}>` }, ['email']],
  [{ variables: 'plan' }, ['variables']],
  [{ variables: { plan: 7 } }, ['variables', 'plan']],
  [{ variables: { plan: 'x'.repeat(100_000) } }, ['variables']],
])('%j is refused, naming the field', async (fields, path) => {
  const id = await waitingFor('signed_up');

  const answer = await record(fields);

  expectInvalid(answer, path);
  expect(await isIn(id)).toEqual([]);
});

test('only those are counted that enrol the person', async () => {
  await sequences.actor.topic('offers', { default_subscribed: false });
  const [takes, inIt, ...refusing] = [
    await waitingFor('signed_up'),
    await waitingFor('signed_up'),
    await waitingFor('signed_up', { topic_key: 'offers' }),
    await waitingFor('signed_up', { required_tags: ['vip'] }),
    await waitingFor('signed_up'),
  ];
  await sequences.enrol(inIt, kim);
  await sequences.setStatus(refusing.at(-1) ?? '', 'paused');

  expect(await sequences.event('signed_up', kim)).toBe(1);

  expect(await isIn(takes)).toEqual([kim]);
  for (const id of refusing) expect(await isIn(id)).toEqual([]);
  expect(await sequences.event('signed_up', kim)).toBe(0);
});

test('nobody who is suppressed is started', async () => {
  const id = await waitingFor('signed_up');
  await sequences.actor.unsubscribe(kim);

  expect(await sequences.event('signed_up', kim)).toBe(0);
  expect(await isIn(id)).toEqual([]);
});

test('an automation of another trigger does not hear of it, nor one of another workspace', async () => {
  const other = await Sequences.start(service);
  const trigger = { kind: 'event', event_name: 'signed_up' };
  const theirs = await other.active({ trigger });
  await sequences.active({ trigger: { kind: 'tag_added', tag: 'signed_up' } });

  expect(await sequences.event('signed_up', kim)).toBe(0);
  expect(await other.enrolments(theirs)).toEqual([]);
});

test('an event is not kept: what waits for it later has not heard of it', async () => {
  const draft = await sequences.draft({ trigger: { kind: 'event', event_name: 'signed_up' } });
  const paused = await waitingFor('signed_up');
  await sequences.setStatus(paused, 'paused');

  await sequences.event('signed_up', kim);
  for (const id of [draft, paused]) await sequences.setStatus(id, 'active');
  await service.settle();

  for (const id of [draft, paused]) expect(await isIn(id)).toEqual([]);
  expect((await sequences.ok('GET', '/v1/contacts')).data).toEqual([]);
});

test('a retry under the same Idempotency-Key answers what the first attempt did', async () => {
  await waitingFor('signed_up');
  const headers = { 'Idempotency-Key': randomUUID() };
  const recordOnce = () =>
    sequences.actor.api('POST', '/v1/events', { name: 'signed_up', email: kim }, undefined, headers);

  const first = await recordOnce();
  const again = await recordOnce();

  expect(first.body).toEqual({ automations_started: 1 });
  expect(again).toMatchObject({ status: 200, body: first.body });
  expect(again.headers.get('idempotent-replay')).toBe('true');
});

test('fifty at once of one person start each automation once', async () => {
  const ids = [await waitingFor('signed_up'), await waitingFor('signed_up')];

  const started = await Promise.all(people(50).map(() => sequences.event('signed_up', kim)));

  expect(started.reduce((sum, one) => sum + one, 0)).toBe(ids.length);
  for (const id of ids) expect(await isIn(id)).toEqual([kim]);
});

describe('the guardrails of a key', () => {
  test('a key whose sends are held records no event, whether something waits for it or not', async () => {
    const key = await sequences.actor.guarded({ requires_approval: true });
    const id = await waitingFor('signed_up');

    for (const name of ['signed_up', 'nothing'])
      expect(refusalOf(await record({ name }, key))).toMatchObject({ status: 403, type: 'forbidden' });
    expect(await isIn(id)).toEqual([]);
  });

  test('an event of an address outside the allowlist is refused, whether something waits for it or not', async () => {
    const key = await sequences.actor.guarded({ allowed_recipients: ['other.example'] });
    const id = await waitingFor('signed_up');

    for (const name of ['signed_up', 'nothing'])
      expect(refusalOf(await record({ name }, key))).toMatchObject({
        status: 403,
        type: 'recipient_not_allowed',
      });
    expect(await isIn(id)).toEqual([]);
  });

  test('an address on the allowlist is enrolled, and the daily limit does not count', async () => {
    const key = await sequences.actor.guarded({ daily_send_limit: 1, allowed_recipients: ['@example.com'] });
    const id = await waitingFor('signed_up');

    for (const email of people(2)) expect((await record({ email }, key)).body.automations_started).toBe(1);
    expect((await isIn(id)).sort()).toEqual(people(2));
  });
});
