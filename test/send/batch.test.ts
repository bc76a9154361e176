import { mailOf, refusalOf } from '../support/arrange';
import { megabyte } from '../../shared/http/route';
import type { Answer } from '../support/service';
import { anId } from '../support/matchers';
import { type Actor, anActor, people } from '../support/actor';
import { leaseMs, unknownOutcomeMs } from '../support/leases';
import { theService } from '../support/the-service';

const service = theService();
let desk: Actor;

beforeEach(async () => {
  desk = await anActor(service, { marketing: true });
});

afterEach(async () => {
  await service.control('DELETE', '/faults');
  await service.control('PATCH', '/settings', { max_send_rate: null });
});

const sent = (differences: Record<string, unknown> = {}) => ({
  ok: true,
  id: anId,
  status: 'sent',
  thread_id: anId,
  scheduled_at: null,
  skipped: false,
  reason: null,
  approval_id: null,
  ...differences,
});

const failed = (type: string, others: Record<string, unknown> = {}) => ({
  ok: false,
  error: { type, message: expect.any(String) as unknown, ...others },
});

const isReplay = ({ headers }: Answer): boolean => headers.get('idempotent-replay') === 'true';

const keyed = (entries: Record<string, unknown>[], name = 'once') =>
  service.api('POST', '/v1/emails/batch', {
    key: desk.key,
    headers: { 'Idempotency-Key': name },
    body: entries.map((entry) => desk.email(entry)),
  });

/** The paths of the details of a batch that was refused as a whole. */
function problemPaths(answer: Answer): string[] {
  expect(refusalOf(answer)).toEqual({ status: 422, type: 'invalid_request', message: 'Validation failed' });
  return answer.body.error.details.map(({ path }: { path: unknown[] }) => JSON.stringify(path));
}

test('one entry is a batch', async () => {
  const { status, body } = await desk.batch([{}]);

  expect(status).toBe(202);
  expect(body).toEqual({ data: [sent()], failed: 0 });
  expect(await desk.read(body.data[0].id)).toMatchObject({ to: ['kim@example.com'] });
});

// A hundred take a slow machine more time than their function has: then the rest is sent again, as the answer says.
test('a hundred leave in their order, and are one each in log and outbox', async () => {
  const to = people(100);

  const ids = await desk.sendAll(to.map((address) => ({ to: address })));

  const mails = await desk.outbox();
  const byAddress = new Map(mails.map((mail) => [String(mail['to']), mail['message_id']]));
  expect(to.map((address) => byAddress.get(address))).toEqual(ids);
  expect((await desk.log()).map(({ id }) => id).sort()).toEqual([...byAddress.values()].sort());
  expect(await desk.used()).toBe(100);
});

test('a hundred leave within the rate that the provider allows the account', async () => {
  const since = await service.now();

  await desk.sendAll(people(100).map((to) => ({ to })));

  const begun = (await service.calls(since))
    .filter(({ operation }) => operation === 'SendEmail')
    .map(({ at }) => Date.parse(at));
  // 14 a second, and what a clock rounds.
  const spans = begun.slice(28).map((at, before) => at - (begun[before] ?? 0));
  expect(begun).toHaveLength(100);
  expect(Math.min(...spans)).toBeGreaterThan(1_800);
});

test('a hundred leave in one call where the provider takes longer for each than it usually does', async () => {
  await service.control('POST', '/faults', { service: 'sesv2', operation: 'SendEmail', delay_ms: 300 });
  await service.control('PATCH', '/settings', { max_send_rate: 100 });

  const { status, body } = await desk.batch(people(100).map((to) => ({ to })));

  // One after the other would take thirty seconds, and the function has 28.
  expect({ status, failed: body.failed }).toEqual({ status: 202, failed: 0 });
});

test('a provider that takes a second for each holds up nothing but that one', async () => {
  await service.control('POST', '/faults', { service: 'sesv2', operation: 'SendEmail', delay_ms: 1_000 });
  const entries = people(30).map((to) => ({ to }));

  const { status, body } = await desk.batch(entries);

  // One after the other would take longer than the function may.
  expect({ status, body }).toEqual({ status: 202, body: { data: entries.map(() => sent()), failed: 0 } });
});

test.each([
  ['no entry', []],
  ['a hundred and one', people(101).map((to) => ({ to }))],
])('%s is refused, and nothing is sent', async (_what, entries) => {
  const answer = await desk.batch(entries);

  expect(refusalOf(answer)).toMatchObject({ status: 422, type: 'invalid_request' });
  expect([await desk.log(), await desk.outbox()]).toEqual([[], []]);
});

test.each([{}, { data: [] }, null, '"x"', 5])('%j is no batch', async (body) => {
  const answer = await desk.api('POST', '/v1/emails/batch', body);

  expect(refusalOf(answer)).toMatchObject({ status: 422, type: 'invalid_request' });
});

test('each entry has its own end, and the answer keeps their order', async () => {
  await Promise.all([
    desk.suppress('gone@example.com'),
    desk.template('greet', { html: '<p>{{first}} {{last}}</p>' }),
  ]);
  const parent = await desk.accepted();

  const { status, body } = await desk.batch([
    {},
    { template: 'greet', variables: { first: 'Kim' } },
    { to: 'gone@example.com' },
    { scheduled_at: '2099-01-01T00:00:00Z' },
    { risk_class: 'marketing' },
    { risk_class: 'marketing', cc: ['li@example.com'] },
    { subject: undefined },
    { text: undefined },
    { to: people(51) },
    { template: 'gone' },
    { topic: 'gone' },
    { scheduled_at: 'whenever' },
    { from: 'desk@unknown.example' },
    { thread_id: parent.id },
    { reply_to_message_id: parent.id },
  ]);

  expect(status).toBe(207);
  expect(body).toEqual({
    data: [
      sent(),
      failed('missing_variables', { missing: ['last'] }),
      sent({ status: 'rejected', thread_id: null, skipped: true, reason: 'suppressed:manual' }),
      sent({ status: 'scheduled', scheduled_at: '2099-01-01T00:00:00.000Z' }),
      sent({ thread_id: null }),
      failed('invalid_request'),
      failed('invalid_request', { details: expect.any(Array) as unknown }),
      failed('invalid_request', { details: expect.any(Array) as unknown }),
      failed('invalid_request'),
      failed('invalid_request'),
      failed('unknown_topic'),
      failed('invalid_schedule'),
      failed('no_verified_identity'),
      failed('invalid_request'),
      sent({ thread_id: parent.thread_id }),
    ],
    failed: 10,
  });
  expect(body.data[8].error.message).toBe(
    'At most 50 recipients across to, cc and bcc; this request names 51',
  );
  expect(await desk.log()).toHaveLength(6);
});

test('an entry fails with the words that it would hear alone', async () => {
  const alone = await desk.send({ from: 'desk@unknown.example' });

  const { body } = await desk.batch([{ from: 'desk@unknown.example' }]);

  expect(body.data[0]).toEqual({ ok: false, ...alone.body });
});

test('a batch of which every entry fails is 207', async () => {
  const { status, body } = await desk.batch([{ text: undefined }, { text: undefined }]);

  expect([status, body.failed]).toEqual([207, 2]);
});

test('a skipped entry is no failure', async () => {
  await desk.suppress('gone@example.com');

  const { status, body } = await desk.batch([{ to: 'gone@example.com' }, {}]);

  expect([status, body.failed]).toEqual([202, 0]);
});

describe('an entry that is no send request', () => {
  test('refuses the whole batch, and each problem names its entry', async () => {
    const answer = await desk.batch([
      {},
      { colour: 'red' },
      { to: ['kim@example.com', 'nobody'] },
      { attachments: [{ filename: '', content: 'eA==' }] },
    ]);

    expect(problemPaths(answer)).toEqual(['[1,"colour"]', '[2,"to",1]', '[3,"attachments",0,"filename"]']);
    expect([await desk.log(), await desk.outbox()]).toEqual([[], []]);
  });

  test.each([null, 'x', 5, []])('%j is one, with its index', async (entry) => {
    const answer = await desk.api('POST', '/v1/emails/batch', [desk.email(), entry]);

    expect(problemPaths(answer)).toEqual(['[1]']);
  });

  test('refuses the batch beside one with too many recipients, which is not looked at', async () => {
    const tooMany = { to: people(51), colour: 'red', subject: 5 };

    const both = await desk.batch([tooMany, { colour: 'red' }]);
    const alone = await desk.batch([tooMany, {}]);

    expect(problemPaths(both)).toEqual(['[1,"colour"]']);
    expect(alone).toMatchObject({
      status: 207,
      body: { data: [failed('invalid_request'), sent()], failed: 1 },
    });
  });
});

describe('guardrails hold for each entry', () => {
  test('the daily cap: as many leave as fit, in order', async () => {
    const key = await desk.guarded({ daily_send_limit: 3 });

    const { body } = await desk.batch([{ to: people(2) }, { to: people(2) }, {}, {}], key);

    expect(body.data).toEqual([sent(), failed('daily_limit'), sent(), failed('daily_limit')]);
    expect(await desk.used()).toBe(3);
  });

  test('the allowlist', async () => {
    const key = await desk.guarded({ allowed_recipients: ['example.org'] });

    const { body } = await desk.batch([{}, { to: 'kim@example.org' }], key);

    expect(body.data).toEqual([failed('recipient_not_allowed'), sent()]);
  });

  test('the approval: each is held by itself', async () => {
    const key = await desk.guarded({ requires_approval: true });

    const { status, body } = await desk.batch([{}, {}], key);

    const held = sent({ status: 'pending_approval', approval_id: anId });
    expect([status, body.data]).toEqual([202, [held, held]]);
    expect(body.data[0].approval_id).not.toBe(body.data[1].approval_id);
    expect(await desk.outbox()).toEqual([]);
  });

  test('the plan', async () => {
    await desk.set({ plan: 'free', emails_used: 2_998 });

    const { body } = await desk.batch([{ to: people(2) }, {}]);

    expect(body.data).toEqual([sent(), failed('plan_limit_reached')]);
  });
});

test('a suspended workspace fails every entry', async () => {
  await desk.set({ suspended_reason: 'Spam' });

  const { status, body } = await desk.batch([{}, {}]);

  expect([status, body.data]).toEqual([207, [failed('workspace_suspended'), failed('workspace_suspended')]]);
});

test('what the provider refuses fails alone', async () => {
  const fault = { service: 'sesv2', operation: 'SendEmail', error: 'MessageRejected', times: 1, skip: 1 };
  await service.control('POST', '/faults', fault);

  const { status, body } = await desk.batch([{}, {}, {}]);

  expect([status, body.data]).toEqual([207, [sent(), failed('provider_error'), sent()]]);
  expect((await desk.statuses()).filter((one) => one === 'failed')).toHaveLength(1);
});

test('an entry may answer the one of an earlier batch', async () => {
  const first = await desk.batch([{}]);
  const { id, thread_id } = first.body.data[0];

  const { body } = await desk.batch([{ reply_to_message_id: id }, { thread_id }]);

  expect(body.data).toEqual([sent({ thread_id }), sent({ thread_id })]);
  expect(await desk.thread(thread_id)).toMatchObject({ message_count: 3 });
});

describe('a repeated batch', () => {
  test.each([
    ['202', 202, [{}, {}]],
    ['207', 207, [{}, { text: undefined }]],
  ])(
    'under its Idempotency-Key is answered with the stored %s and sends nothing',
    async (_what, status, entries) => {
      const first = await keyed(entries);
      const outbox = await desk.outbox();

      const replay = await keyed(entries);

      expect([first.status, isReplay(first)]).toEqual([status, false]);
      expect([replay.status, isReplay(replay), replay.body]).toEqual([status, true, first.body]);
      expect(await desk.outbox()).toEqual(outbox);
    },
  );

  test('with another body is refused, and under another key goes out again', async () => {
    await keyed([{}]);

    const changed = await keyed([{}, {}]);
    const again = await keyed([{}], 'twice');

    expect(refusalOf(changed)).toMatchObject({ status: 422, type: 'idempotency_key_reused' });
    expect(again.status).toBe(202);
    expect(await desk.outbox()).toHaveLength(2);
  });

  test('that was refused as a whole may be corrected under its key', async () => {
    await keyed([{ colour: 'red' }]);

    expect((await keyed([{}])).status).toBe(202);
  });

  test('at once sends once', async () => {
    const answers = await Promise.all([keyed([{}, {}]), keyed([{}, {}]), keyed([{}, {}])]);

    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(answers.filter(isReplay)).toHaveLength(2);
    expect(await desk.outbox()).toHaveLength(2);
  });

  test.each(['before', 'after'] as const)(
    'that died %s the provider took its second entry goes on where it was, and mails everybody once',
    async (crash) => {
      const entries = people(3).map((to) => ({ to }));
      await service.control('POST', '/faults', {
        service: 'sesv2',
        operation: 'SendEmail',
        crash,
        skip: 1,
        times: 1,
      });
      const died = await keyed(entries);
      await service.settle();
      await service.advance(leaseMs + unknownOutcomeMs);

      const again = await keyed(entries);

      expect(died.status).toBeGreaterThanOrEqual(500);
      expect(again).toMatchObject({ status: 202, body: { data: [sent(), sent(), sent()], failed: 0 } });
      const mailed = (await desk.outbox()).flatMap((mail) => mail['to']);
      expect(mailed.toSorted()).toEqual(people(3));
      expect(await desk.log()).toHaveLength(3);
    },
  );
});

test('every entry is tried, although no DNS answers for any of their domains', async () => {
  const domains = Array.from({ length: 15 }, (_, index) => `silent-${index}.example`);
  await Promise.all(domains.map((name) => service.control('PUT', `/dns/${name}`, { error: 'TIMEOUT' })));

  const { status, body } = await desk.batch(domains.map((name) => ({ to: `kim@${name}` })));

  expect([status, body.failed]).toEqual([202, 0]);
});

test('a body of 25 MB is sent, one byte more is refused', async () => {
  const limit = 25 * megabyte;
  const entry = { attachments: [{ filename: 'a.bin', content: 'A'.repeat(8 * megabyte) }] };
  const entries = [entry, entry, entry, { html: '<p>x</p>' }].map((one) => desk.email(one));
  const json = JSON.stringify(entries);
  const withBytes = (bytes: number) => json.replace('<p>x', `<p>${'x'.repeat(bytes - json.length + 1)}`);
  const post = (raw: string) => service.api('POST', '/v1/emails/batch', { key: desk.key, raw });

  const above = await post(withBytes(limit + 1));
  const atLimit = await post(withBytes(limit));

  expect(refusalOf(above)).toMatchObject({ status: 413, type: 'payload_too_large' });
  expect(atLimit).toMatchObject({ status: 202, body: { failed: 0 } });
  const { parsed } = await mailOf(service, atLimit.body.data[0].id);
  expect(parsed.attachments[0]?.content).toHaveLength((8 * megabyte * 3) / 4);
});

test('needs the scope to send', async () => {
  const { body } = await desk.api('POST', '/v1/api-keys', { name: 'Reader', scopes: ['emails:read'] });

  expect(refusalOf(await desk.batch([{}], body.key))).toMatchObject({ status: 403, type: 'forbidden' });
});
