import { readOutboxMail, refusalOf } from '../support/api-helpers';
import { megabyte } from '../../shared/http/route';
import type { ApiResponse } from '../support/service';
import { anId } from '../support/matchers';
import { type TestWorkspace, createTestWorkspace, numberedAddresses } from '../support/test-workspace';
import { idempotencyLeaseMs, outcomeTimeoutMs } from '../support/leases';
import { useService } from '../support/use-service';

const service = useService();
let workspace: TestWorkspace;

beforeEach(async () => {
  workspace = await createTestWorkspace(service, { marketing: true });
});

afterEach(async () => {
  await service.control('DELETE', '/faults');
  await service.control('PATCH', '/settings', { max_send_rate: null });
});

const sentEntry = (differences: Record<string, unknown> = {}) => ({
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

const failedEntry = (type: string, extraFields: Record<string, unknown> = {}) => ({
  ok: false,
  error: { type, message: expect.any(String) as unknown, ...extraFields },
});

const isReplay = ({ headers }: ApiResponse): boolean => headers.get('idempotent-replay') === 'true';

const sendBatchWithKey = (entries: Record<string, unknown>[], name = 'once') =>
  service.api('POST', '/v1/emails/batch', {
    key: workspace.key,
    headers: { 'Idempotency-Key': name },
    body: entries.map((entry) => workspace.buildEmail(entry)),
  });

/** Returns the paths in the error details of a batch that was refused as a whole. */
function problemPaths(response: ApiResponse): string[] {
  expect(refusalOf(response)).toEqual({ status: 422, type: 'invalid_request', message: 'Validation failed' });
  return response.body.error.details.map(({ path }: { path: unknown[] }) => JSON.stringify(path));
}

// B-1
test('a batch of one entry is sent', async () => {
  const { status, body } = await workspace.sendBatch([{}]);

  expect(status).toBe(202);
  expect(body).toEqual({ data: [sentEntry()], failed: 0 });
  expect(await workspace.getEmail(body.data[0].id)).toMatchObject({ to: ['kim@example.com'] });
});

// On a slow machine, a hundred entries may exceed the function's time. The client then repeats the remaining
// entries, as the response instructs. ¶ B-1, B-6
test('a hundred entries are sent in order, and each creates one log entry and one email', async () => {
  const to = numberedAddresses(100);

  const ids = await workspace.sendAll(to.map((address) => ({ to: address })));

  const mails = await workspace.outbox();
  const byAddress = new Map(mails.map((mail) => [String(mail['to']), mail['message_id']]));
  expect(to.map((address) => byAddress.get(address))).toEqual(ids);
  expect((await workspace.listEmails()).map(({ id }) => id).sort()).toEqual([...byAddress.values()].sort());
  expect(await workspace.getEmailsUsed()).toBe(100);
});

test("a hundred entries are sent within the account's SES send rate", async () => {
  const since = await service.now();

  await workspace.sendAll(numberedAddresses(100).map((to) => ({ to })));

  const sendTimes = (await service.calls(since))
    .filter(({ operation }) => operation === 'SendEmail')
    .map(({ at }) => Date.parse(at));
  // The rate is 14 per second, minus the rounding of the clock.
  const spansMs = sendTimes.slice(28).map((at, earlierIndex) => at - (sendTimes[earlierIndex] ?? 0));
  expect(sendTimes).toHaveLength(100);
  expect(Math.min(...spansMs)).toBeGreaterThan(1_800);
});

test('a hundred entries are sent in one request when SES is slower than usual', async () => {
  await service.control('POST', '/faults', { service: 'sesv2', operation: 'SendEmail', delay_ms: 300 });
  await service.control('PATCH', '/settings', { max_send_rate: 100 });

  const { status, body } = await workspace.sendBatch(numberedAddresses(100).map((to) => ({ to })));

  // Sequential calls would take thirty seconds, which exceeds the 28 seconds of the function.
  expect({ status, failed: body.failed }).toEqual({ status: 202, failed: 0 });
});

test('an SES call that takes a second does not delay the other entries', async () => {
  await service.control('POST', '/faults', { service: 'sesv2', operation: 'SendEmail', delay_ms: 1_000 });
  const entries = numberedAddresses(30).map((to) => ({ to }));

  const { status, body } = await workspace.sendBatch(entries);

  // Sequential calls would exceed the function's timeout.
  expect({ status, body }).toEqual({
    status: 202,
    body: { data: entries.map(() => sentEntry()), failed: 0 },
  });
});

// B-1
test.each([
  ['no entries', []],
  ['101 entries', numberedAddresses(101).map((to) => ({ to }))],
])('a batch of %s is refused, and nothing is sent', async (_description, entries) => {
  const response = await workspace.sendBatch(entries);

  expect(refusalOf(response)).toMatchObject({ status: 422, type: 'invalid_request' });
  expect([await workspace.listEmails(), await workspace.outbox()]).toEqual([[], []]);
});

// B-1
test.each([{}, { data: [] }, null, '"x"', 5])('%j is not a batch', async (body) => {
  const response = await workspace.api('POST', '/v1/emails/batch', body);

  expect(refusalOf(response)).toMatchObject({ status: 422, type: 'invalid_request' });
});

// B-3, B-4, B-5, B-7
test('each entry has its own result, in the order of the request', async () => {
  await Promise.all([
    workspace.suppress('gone@example.com'),
    workspace.createTemplate('greet', { html: '<p>{{first}} {{last}}</p>' }),
  ]);
  const parent = await workspace.sendAccepted();

  const { status, body } = await workspace.sendBatch([
    {},
    { template: 'greet', variables: { first: 'Kim' } },
    { to: 'gone@example.com' },
    { scheduled_at: '2099-01-01T00:00:00Z' },
    { risk_class: 'marketing' },
    { risk_class: 'marketing', cc: ['li@example.com'] },
    { subject: undefined },
    { text: undefined },
    { to: numberedAddresses(51) },
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
      sentEntry(),
      failedEntry('missing_variables', { missing: ['last'] }),
      sentEntry({ status: 'rejected', thread_id: null, skipped: true, reason: 'suppressed:manual' }),
      sentEntry({ status: 'scheduled', scheduled_at: '2099-01-01T00:00:00.000Z' }),
      sentEntry({ thread_id: null }),
      failedEntry('invalid_request'),
      failedEntry('invalid_request', { details: expect.any(Array) as unknown }),
      failedEntry('invalid_request', { details: expect.any(Array) as unknown }),
      failedEntry('invalid_request'),
      failedEntry('invalid_request'),
      failedEntry('unknown_topic'),
      failedEntry('invalid_schedule'),
      failedEntry('no_verified_identity'),
      failedEntry('invalid_request'),
      sentEntry({ thread_id: parent.thread_id }),
    ],
    failed: 10,
  });
  expect(body.data[8].error.message).toBe(
    'At most 50 recipients across to, cc and bcc, but this request has 51',
  );
  expect(await workspace.listEmails()).toHaveLength(6);
});

// B-5
test('an entry fails with the same error as a single send', async () => {
  const singleResponse = await workspace.send({ from: 'desk@unknown.example' });

  const { body } = await workspace.sendBatch([{ from: 'desk@unknown.example' }]);

  expect(body.data[0]).toEqual({ ok: false, ...singleResponse.body });
});

// B-6
test('a batch in which every entry fails returns 207', async () => {
  const { status, body } = await workspace.sendBatch([{ text: undefined }, { text: undefined }]);

  expect([status, body.failed]).toEqual([207, 2]);
});

// B-8
test('a skipped entry is not a failure', async () => {
  await workspace.suppress('gone@example.com');

  const { status, body } = await workspace.sendBatch([{ to: 'gone@example.com' }, {}]);

  expect([status, body.failed]).toEqual([202, 0]);
});

describe('an entry that is not a valid send request', () => {
  // B-2
  test('causes the whole batch to be refused, and each error names its entry', async () => {
    const response = await workspace.sendBatch([
      {},
      { colour: 'red' },
      { to: ['kim@example.com', 'nobody'] },
      { attachments: [{ filename: '', content: 'eA==' }] },
    ]);

    expect(problemPaths(response)).toEqual(['[1,"colour"]', '[2,"to",1]', '[3,"attachments",0,"filename"]']);
    expect([await workspace.listEmails(), await workspace.outbox()]).toEqual([[], []]);
  });

  // B-2
  test.each([null, 'x', 5, []])('%j is invalid, and the error names its index', async (entry) => {
    const response = await workspace.api('POST', '/v1/emails/batch', [workspace.buildEmail(), entry]);

    expect(problemPaths(response)).toEqual(['[1]']);
  });

  // B-3
  test('with too many recipients is not validated further', async () => {
    const tooMany = { to: numberedAddresses(51), colour: 'red', subject: 5 };

    const both = await workspace.sendBatch([tooMany, { colour: 'red' }]);
    const singleResponse = await workspace.sendBatch([tooMany, {}]);

    expect(problemPaths(both)).toEqual(['[1,"colour"]']);
    expect(singleResponse).toMatchObject({
      status: 207,
      body: { data: [failedEntry('invalid_request'), sentEntry()], failed: 1 },
    });
  });
});

describe('each entry is subject to', () => {
  // B-9
  test('the daily cap, which accepts each entry that still fits, in order', async () => {
    const key = await workspace.createGuardedKey({ daily_send_limit: 3 });

    const { body } = await workspace.sendBatch(
      [{ to: numberedAddresses(2) }, { to: numberedAddresses(2) }, {}, {}],
      key,
    );

    expect(body.data).toEqual([
      sentEntry(),
      failedEntry('daily_limit'),
      sentEntry(),
      failedEntry('daily_limit'),
    ]);
    expect(await workspace.getEmailsUsed()).toBe(3);
  });

  // B-9
  test('the recipient allowlist', async () => {
    const key = await workspace.createGuardedKey({ allowed_recipients: ['example.org'] });

    const { body } = await workspace.sendBatch([{}, { to: 'kim@example.org' }], key);

    expect(body.data).toEqual([failedEntry('recipient_not_allowed'), sentEntry()]);
  });

  // B-9
  test('the approval hold, which holds each entry separately', async () => {
    const key = await workspace.createGuardedKey({ requires_approval: true });

    const { status, body } = await workspace.sendBatch([{}, {}], key);

    const held = sentEntry({ status: 'pending_approval', approval_id: anId });
    expect([status, body.data]).toEqual([202, [held, held]]);
    expect(body.data[0].approval_id).not.toBe(body.data[1].approval_id);
    expect(await workspace.outbox()).toEqual([]);
  });

  // B-9
  test('the plan limit', async () => {
    await workspace.updateWorkspace({ plan: 'free', emails_used: 2_998 });

    const { body } = await workspace.sendBatch([{ to: numberedAddresses(2) }, {}]);

    expect(body.data).toEqual([sentEntry(), failedEntry('plan_limit_reached')]);
  });
});

// B-9
test('every entry fails if the workspace is suspended', async () => {
  await workspace.updateWorkspace({ suspended_reason: 'Spam' });

  const { status, body } = await workspace.sendBatch([{}, {}]);

  expect([status, body.data]).toEqual([
    207,
    [failedEntry('workspace_suspended'), failedEntry('workspace_suspended')],
  ]);
});

test('an entry that SES rejects fails without affecting other entries', async () => {
  const fault = { service: 'sesv2', operation: 'SendEmail', error: 'MessageRejected', times: 1, skip: 1 };
  await service.control('POST', '/faults', fault);

  const { status, body } = await workspace.sendBatch([{}, {}, {}]);

  expect([status, body.data]).toEqual([207, [sentEntry(), failedEntry('provider_error'), sentEntry()]]);
  expect((await workspace.statuses()).filter((item) => item === 'failed')).toHaveLength(1);
});

test('an entry may reply to an entry of an earlier batch', async () => {
  const first = await workspace.sendBatch([{}]);
  const { id, thread_id } = first.body.data[0];

  const { body } = await workspace.sendBatch([{ reply_to_message_id: id }, { thread_id }]);

  expect(body.data).toEqual([sentEntry({ thread_id }), sentEntry({ thread_id })]);
  expect(await workspace.getThread(thread_id)).toMatchObject({ message_count: 3 });
});

describe('a repeated batch', () => {
  // B-10
  test.each([
    ['202', 202, [{}, {}]],
    ['207', 207, [{}, { text: undefined }]],
  ])(
    'under the same Idempotency-Key returns the stored %s and sends nothing',
    async (_description, status, entries) => {
      const first = await sendBatchWithKey(entries);
      const outbox = await workspace.outbox();

      const replay = await sendBatchWithKey(entries);

      expect([first.status, isReplay(first)]).toEqual([status, false]);
      expect([replay.status, isReplay(replay), replay.body]).toEqual([status, true, first.body]);
      expect(await workspace.outbox()).toEqual(outbox);
    },
  );

  test('with a different body is refused, and under a different key is sent again', async () => {
    await sendBatchWithKey([{}]);

    const changed = await sendBatchWithKey([{}, {}]);
    const repeatResponse = await sendBatchWithKey([{}], 'twice');

    expect(refusalOf(changed)).toMatchObject({ status: 422, type: 'idempotency_key_reused' });
    expect(repeatResponse.status).toBe(202);
    expect(await workspace.outbox()).toHaveLength(2);
  });

  // B-10
  test('that was refused as a whole can be corrected under the same key', async () => {
    await sendBatchWithKey([{ colour: 'red' }]);

    expect((await sendBatchWithKey([{}])).status).toBe(202);
  });

  test('that is sent concurrently under one key is sent once', async () => {
    const responses = await Promise.all([
      sendBatchWithKey([{}, {}]),
      sendBatchWithKey([{}, {}]),
      sendBatchWithKey([{}, {}]),
    ]);

    expect(new Set(responses.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(responses.filter(isReplay)).toHaveLength(2);
    expect(await workspace.outbox()).toHaveLength(2);
  });

  // B-11
  test.each(['before', 'after'] as const)(
    'whose function crashed %s SES accepted the second entry resumes and mails every recipient once',
    async (crash) => {
      const entries = numberedAddresses(3).map((to) => ({ to }));
      await service.control('POST', '/faults', {
        service: 'sesv2',
        operation: 'SendEmail',
        crash,
        skip: 1,
        times: 1,
      });
      const failedResponse = await sendBatchWithKey(entries);
      await service.settle();
      await service.advance(idempotencyLeaseMs + outcomeTimeoutMs);

      const repeatResponse = await sendBatchWithKey(entries);

      expect(failedResponse.status).toBeGreaterThanOrEqual(500);
      expect(repeatResponse).toMatchObject({
        status: 202,
        body: { data: [sentEntry(), sentEntry(), sentEntry()], failed: 0 },
      });
      const mailedRecipients = (await workspace.outbox()).flatMap((mail) => mail['to']);
      expect(mailedRecipients.toSorted()).toEqual(numberedAddresses(3));
      expect(await workspace.listEmails()).toHaveLength(3);
    },
  );
});

test('every entry is attempted when DNS fails for all recipient domains', async () => {
  const domains = Array.from({ length: 15 }, (_, index) => `silent-${index}.example`);
  await Promise.all(domains.map((name) => service.control('PUT', `/dns/${name}`, { error: 'TIMEOUT' })));

  const { status, body } = await workspace.sendBatch(domains.map((name) => ({ to: `kim@${name}` })));

  expect([status, body.failed]).toEqual([202, 0]);
});

//
test('a body of 25 MB is accepted, and a byte more is refused', async () => {
  const limit = 25 * megabyte;
  const entry = { attachments: [{ filename: 'a.bin', content: 'A'.repeat(8 * megabyte) }] };
  const entries = [entry, entry, entry, { html: '<p>x</p>' }].map((item) => workspace.buildEmail(item));
  const json = JSON.stringify(entries);
  const withBytes = (bytes: number) => json.replace('<p>x', `<p>${'x'.repeat(bytes - json.length + 1)}`);
  const post = (raw: string) => service.api('POST', '/v1/emails/batch', { key: workspace.key, raw });

  const overLimit = await post(withBytes(limit + 1));
  const atLimit = await post(withBytes(limit));

  expect(refusalOf(overLimit)).toMatchObject({ status: 413, type: 'payload_too_large' });
  expect(atLimit).toMatchObject({ status: 202, body: { failed: 0 } });
  const { parsed } = await readOutboxMail(service, atLimit.body.data[0].id);
  expect(parsed.attachments[0]?.content).toHaveLength((8 * megabyte * 3) / 4);
});

test('a batch requires the emails:send scope', async () => {
  const { body } = await workspace.api('POST', '/v1/api-keys', { name: 'Reader', scopes: ['emails:read'] });

  expect(refusalOf(await workspace.sendBatch([{}], body.key))).toMatchObject({
    status: 403,
    type: 'forbidden',
  });
});
