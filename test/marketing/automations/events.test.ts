import { randomUUID } from 'node:crypto';
import { Automations, step } from '../../support/automations/automations';
import { numberedAddresses } from '../../support/test-workspace';
import type { ApiResponse } from '../../support/service';
import { useService } from '../../support/use-service';
import { refusalOf } from '../../support/api-helpers';
import { expectValidationError } from '../../support/list-expectations';

type Fields = Record<string, unknown>;

const service = useService();
let automations: Automations;

beforeEach(async () => {
  automations = await Automations.create(service);
});

const kim = 'kim@example.com';

/** Creates an active automation that the event triggers. */
const automationForEvent = (event_name: string, fields: Fields = {}) =>
  automations.createActive({
    trigger: { kind: 'event', event_name },
    steps: [step('Hi {{name}}', { delay_minutes: 30 })],
    ...fields,
  });

const recordEvent = (fields: Fields = {}, key?: string): Promise<ApiResponse> =>
  automations.api('POST', '/v1/events', { name: 'signed_up', email: kim, ...fields }, key);

const enrolledEmails = async (id: string) =>
  (await automations.listEnrollments(id)).map(({ email }) => String(email));

// AT-27
test('an event starts every active automation that it triggers, and passes its variables', async () => {
  const [first, second, other] = [
    await automationForEvent('signed_up'),
    await automationForEvent('signed_up'),
    await automationForEvent('left'),
  ];

  const { status, body } = await recordEvent({ email: ' KIM@example.com ', variables: { name: 'Kim' } });

  expect([status, body]).toEqual([200, { automations_started: 2 }]);
  for (const id of [first, second])
    expect(await automations.listEnrollments(id)).toMatchObject([
      { automation_id: id, email: kim, status: 'active', variables: { name: 'Kim' } },
    ]);
  expect(await enrolledEmails(other)).toEqual([]);
});

// AT-27
test('an event without a matching automation succeeds and starts nothing', async () => {
  expect(await recordEvent()).toMatchObject({ status: 200, body: { automations_started: 0 } });
});

// AT-27
test.each([
  ['Signed Up', ['signed up', 'Signed up', 'Signed  Up', ' Signed Up', 'Signed Up ', 'Signed', 'Signed Up#']],
  ['a#b', ['a', 'b', 'a#', 'a#b#']],
  [' Ä ', ['Ä', ' ä ', ' A\u0308 ']],
])('the name "%s" is matched exactly', async (name, otherNames) => {
  const id = await automationForEvent(name);

  for (const other of otherNames) expect(await automations.recordEvent(other, kim)).toBe(0);
  expect(await enrolledEmails(id)).toEqual([]);
  expect(await automations.recordEvent(name, kim)).toBe(1);
});

test.each(['x', 'x'.repeat(120), '€'.repeat(120)])(
  'a name may have 1 to 120 characters: %s',
  async (name) => {
    await automationForEvent(name);

    expect(await automations.recordEvent(name, kim)).toBe(1);
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
])('%j is refused, and the error names the field', async (fields, path) => {
  const id = await automationForEvent('signed_up');

  const response = await recordEvent(fields);

  expectValidationError(response, path);
  expect(await enrolledEmails(id)).toEqual([]);
});

test('the response counts only automations that enroll the contact', async () => {
  await automations.workspace.createTopic('offers', { default_subscribed: false });
  const [acceptingId, alreadyEnrolledId, ...refusingIds] = [
    await automationForEvent('signed_up'),
    await automationForEvent('signed_up'),
    await automationForEvent('signed_up', { topic_key: 'offers' }),
    await automationForEvent('signed_up', { required_tags: ['vip'] }),
    await automationForEvent('signed_up'),
  ];
  await automations.enroll(alreadyEnrolledId, kim);
  await automations.setStatus(refusingIds.at(-1) ?? '', 'paused');

  expect(await automations.recordEvent('signed_up', kim)).toBe(1);

  expect(await enrolledEmails(acceptingId)).toEqual([kim]);
  for (const id of refusingIds) expect(await enrolledEmails(id)).toEqual([]);
  expect(await automations.recordEvent('signed_up', kim)).toBe(0);
});

test('an event starts no automation for a suppressed address', async () => {
  const id = await automationForEvent('signed_up');
  await automations.workspace.unsubscribe(kim);

  expect(await automations.recordEvent('signed_up', kim)).toBe(0);
  expect(await enrolledEmails(id)).toEqual([]);
});

test('an event does not start automations with other triggers or in other workspaces', async () => {
  const other = await Automations.create(service);
  const trigger = { kind: 'event', event_name: 'signed_up' };
  const otherAutomation = await other.createActive({ trigger });
  await automations.createActive({ trigger: { kind: 'tag_added', tag: 'signed_up' } });

  expect(await automations.recordEvent('signed_up', kim)).toBe(0);
  expect(await other.listEnrollments(otherAutomation)).toEqual([]);
});

test('an event does not start automations that are activated later', async () => {
  const draft = await automations.createDraft({ trigger: { kind: 'event', event_name: 'signed_up' } });
  const paused = await automationForEvent('signed_up');
  await automations.setStatus(paused, 'paused');

  await automations.recordEvent('signed_up', kim);
  for (const id of [draft, paused]) await automations.setStatus(id, 'active');
  await service.settle();

  for (const id of [draft, paused]) expect(await enrolledEmails(id)).toEqual([]);
  expect((await automations.callOk('GET', '/v1/contacts')).data).toEqual([]);
});

test('a retry under the same Idempotency-Key returns the first response', async () => {
  await automationForEvent('signed_up');
  const headers = { 'Idempotency-Key': randomUUID() };
  const recordWithKey = () =>
    automations.workspace.api('POST', '/v1/events', { name: 'signed_up', email: kim }, undefined, headers);

  const first = await recordWithKey();
  const repeatResponse = await recordWithKey();

  expect(first.body).toEqual({ automations_started: 1 });
  expect(repeatResponse).toMatchObject({ status: 200, body: first.body });
  expect(repeatResponse.headers.get('idempotent-replay')).toBe('true');
});

test('fifty concurrent events for one contact start each automation once', async () => {
  const ids = [await automationForEvent('signed_up'), await automationForEvent('signed_up')];

  const started = await Promise.all(
    numberedAddresses(50).map(() => automations.recordEvent('signed_up', kim)),
  );

  expect(started.reduce((sum, item) => sum + item, 0)).toBe(ids.length);
  for (const id of ids) expect(await enrolledEmails(id)).toEqual([kim]);
});

describe('the guardrails of a key', () => {
  // AT-26
  test('a key with requires_approval cannot record an event, with or without a matching automation', async () => {
    const key = await automations.workspace.createGuardedKey({ requires_approval: true });
    const id = await automationForEvent('signed_up');

    for (const name of ['signed_up', 'nothing'])
      expect(refusalOf(await recordEvent({ name }, key))).toMatchObject({ status: 403, type: 'forbidden' });
    expect(await enrolledEmails(id)).toEqual([]);
  });

  test('an event for an address outside the allowlist is refused, with or without a matching automation', async () => {
    const key = await automations.workspace.createGuardedKey({ allowed_recipients: ['other.example'] });
    const id = await automationForEvent('signed_up');

    for (const name of ['signed_up', 'nothing'])
      expect(refusalOf(await recordEvent({ name }, key))).toMatchObject({
        status: 403,
        type: 'recipient_not_allowed',
      });
    expect(await enrolledEmails(id)).toEqual([]);
  });

  test('an address on the allowlist is enrolled, and the daily limit does not apply', async () => {
    const key = await automations.workspace.createGuardedKey({
      daily_send_limit: 1,
      allowed_recipients: ['@example.com'],
    });
    const id = await automationForEvent('signed_up');

    for (const email of numberedAddresses(2))
      expect((await recordEvent({ email }, key)).body.automations_started).toBe(1);
    expect((await enrolledEmails(id)).sort()).toEqual(numberedAddresses(2));
  });
});
