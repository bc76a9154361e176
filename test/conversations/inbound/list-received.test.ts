import { dayMs } from '../../../shared/core/time';
import { refusalOf, scopesWithout } from '../../support/api-helpers';
import { injectInboundMail, onlyReceivedMessage, receiveInboundMail } from '../../support/inbound-mails';
import { aTimestamp, anId, unknownId } from '../../support/matchers';
import type { ApiResponse } from '../../support/service';
import { createTestWorkspace, type TestWorkspace } from '../../support/test-workspace';
import { useService, useTimeTravelRuntime } from '../../support/use-service';

const service = useService();
let workspace: TestWorkspace;

beforeEach(async () => {
  workspace = await createTestWorkspace(service);
});

const enable = () => workspace.api('POST', '/v1/inbound/enable');

function list(query: Record<string, string | number> = {}, key = workspace.key): Promise<ApiResponse> {
  const values = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]);
  return service.api('GET', `/v1/inbound?${new URLSearchParams(values).toString()}`, { key });
}

const receive = (subject: string, from = 'kim@example.com') =>
  receiveInboundMail(workspace, {
    subject,
    from,
    messageId: `<${subject}@example.com>`,
    body: `${subject}\r\n`,
  });

const subjectsOf = ({ body }: ApiResponse): string[] =>
  body.data.map(({ subject }: { subject: string }) => subject);

// IN-43
test('the list begins with the first call of enable, whose time each further call returns', async () => {
  await receive('early');
  const before = await list();
  const [first, second] = [await enable(), await enable()];
  await receive('late');

  expect(refusalOf(before)).toMatchObject({
    status: 409,
    type: 'invalid_state',
    message: expect.stringContaining('POST /v1/inbound/enable'),
  });
  expect(first).toMatchObject({ status: 200, body: { enabled_at: aTimestamp } });
  expect(second.body).toEqual(first.body);
  expect(subjectsOf(await list())).toEqual(['late']);
});

// IN-43, IB-13
test('the first inbox starts the list, in a transaction of ten write units with name and key', async () => {
  const before = (await service.calls()).length;
  const body = { display_name: 'Support', key: { scopes: ['threads:read'] } };

  expect((await workspace.api('POST', '/v1/inboxes', body)).status).toBe(201);

  const calls = (await service.calls()).slice(before);
  const transactions = calls.filter(({ operation }) => operation === 'TransactWriteItems');
  expect(transactions.map(({ write_units }) => write_units)).toEqual([10]);
  expect((await list()).body).toEqual({
    object: 'list',
    data: [],
    has_more: false,
    next_cursor: expect.any(String),
  });
});

// IN-43
test('an inbox keeps the list that was started before', async () => {
  const { enabled_at: enabledAt } = (await enable()).body;
  await receive('before');

  await workspace.api('POST', '/v1/inboxes');

  expect((await enable()).body).toEqual({ enabled_at: enabledAt });
  expect(subjectsOf(await list())).toEqual(['before']);
});

// IN-40
test('a row has the fields of the webhook and the warnings of the transcript', async () => {
  await enable();
  await receiveInboundMail(workspace, { headers: ['Cc: lee@example.com', 'Reply-To: help@example.org'] });
  const { id, thread_id: threadId } = (await list()).body.data[0];

  const { status, body } = await list();

  expect(status).toBe(200);
  expect(body.data).toEqual([
    {
      type: 'inbound',
      id: (await onlyReceivedMessage(workspace)).id,
      thread_id: threadId,
      from: 'kim@example.com',
      to: [workspace.from],
      subject: '(no subject)',
      text: 'Thanks!',
      received_at: aTimestamp,
      spam_verdict: null,
      spf_verdict: null,
      dkim_verdict: null,
      dmarc_verdict: null,
      sender_authenticated: false,
      automated: false,
      inbox_id: null,
      cc: ['lee@example.com'],
      reply_to: ['help@example.org'],
      hidden_text: false,
      parts_disagree: false,
      known_participant: true,
    },
  ]);
  expect(id).toEqual(anId);
});

// IN-40
test('a reader that passes the cursor on sees each message once, oldest first', async () => {
  await enable();
  const subjects = Array.from({ length: 7 }, (_, index) => `mail-${index}`);
  for (const subject of subjects) await receive(subject);
  const seen: string[] = [];
  let cursor: string | undefined;

  for (let page = 0; page < 5; page += 1) {
    const response = await list({ limit: 2, ...(cursor && { after: cursor }) });
    seen.push(...subjectsOf(response));
    cursor = response.body.next_cursor;
  }

  expect(seen).toEqual(subjects);
});

// IN-40
test('after takes the ID of a message and now', async () => {
  await enable();
  await receive('one');
  const now = await list({ after: 'now' });
  await receive('two');
  const [one] = (await list()).body.data;

  expect(subjectsOf(now)).toEqual([]);
  expect(subjectsOf(await list({ after: now.body.next_cursor }))).toEqual(['two']);
  expect(subjectsOf(await list({ after: one.id }))).toEqual(['two']);
});

// IN-40
test('after the ID of a message that arrived before the start, the whole list follows', async () => {
  await receive('early');
  const { id } = await onlyReceivedMessage(workspace);
  await enable();
  await receive('late');

  expect(subjectsOf(await list({ after: id }))).toEqual(['late']);
});

// IN-40
test.each([['nonsense'], [unknownId], ['bm9uc2Vuc2U'], [Buffer.from('other 1 0 1').toString('base64url')]])(
  'after %s is refused',
  async (after) => {
    await enable();

    expect(refusalOf(await list({ after }))).toMatchObject({
      status: 422,
      type: 'invalid_request',
      message: expect.stringMatching(/^after: /),
    });
  },
);

// IN-41
test('filters advance the cursor', async () => {
  await enable();
  await receive('from-kim');
  await receive('from-lee', 'lee@example.com');
  await receive('again-kim');

  const kim = await list({ from: 'KIM@example.com', limit: 1 });
  const rest = await list({ from: 'kim@example.com', after: kim.body.next_cursor });
  const lee = await list({ from: 'lee@example.com', after: rest.body.next_cursor });

  expect([subjectsOf(kim), subjectsOf(rest), subjectsOf(lee)]).toEqual([['from-kim'], ['again-kim'], []]);
});

// IN-41
test('thread_id and inbox_id select messages', async () => {
  await enable();
  await receive('first');
  await receive('second');
  const [{ thread_id: threadId }] = (await list()).body.data;

  expect(subjectsOf(await list({ thread_id: threadId }))).toEqual(['first']);
  expect(subjectsOf(await list({ inbox_id: unknownId }))).toEqual([]);
});

// IN-42
test('a waiting request returns as soon as a message is listed', async () => {
  await enable();
  const { next_cursor: after } = (await list()).body;
  const startedAt = performance.now();
  const waiting = list({ after, wait: 25 });

  await injectInboundMail(workspace, { subject: 'awaited' });

  expect(subjectsOf(await waiting)).toEqual(['awaited']);
  expect(performance.now() - startedAt).toBeLessThan(15_000);
});

// IN-42, L-12
test('a request waits for its whole time, in which the runtime is settled', async () => {
  await enable();
  const startedAt = performance.now();
  const waiting = list({ wait: 5 });
  await service.settle();
  const settledMs = performance.now() - startedAt;

  const { body } = await waiting;

  expect(settledMs).toBeLessThan(4_000);
  expect(body.data).toEqual([]);
  expect(performance.now() - startedAt).toBeGreaterThan(4_900);
});

// IN-42
test('the third waiting request of a credential returns at once', async () => {
  await enable();
  await list();
  const waiting = [list({ wait: 6 }), list({ wait: 6 })];
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  const startedAt = performance.now();

  const third = await list({ wait: 6 });

  expect(performance.now() - startedAt).toBeLessThan(3_000);
  expect(third).toMatchObject({ status: 200, body: { data: [] } });
  expect(third.headers.get('Retry-After')).toBe('5');
  for (const response of await Promise.all(waiting)) expect(response.headers.get('Retry-After')).toBeNull();
});

// IN-42
test('an unreadable wait is ignored', async () => {
  await enable();

  expect((await list({ wait: 'long' })).status).toBe(200);
});

test('a workspace without a list publishes nothing', async () => {
  const since = await service.now();
  await receive('unlisted');

  const calls = await service.calls(since);

  expect(calls.filter(({ function: name }) => name.endsWith('-sequenceEvents'))).toEqual([]);
  expect(calls.filter(({ target }) => target.includes('Feeds'))).toEqual([]);
});

test('the list needs the scope threads:read', async () => {
  const { key } = (
    await workspace.api('POST', '/v1/api-keys', { name: 'k', scopes: scopesWithout(['threads:read']) })
  ).body;

  expect(refusalOf(await list({}, key))).toMatchObject({ status: 403 });
});

describe('after 31 days', () => {
  useTimeTravelRuntime();

  // IN-40
  test('the list continues with the oldest message that is kept', async () => {
    await enable();
    await receive('old');
    const { next_cursor: cursor } = (await list({ after: 'now' })).body;
    const [{ id }] = (await list()).body.data;
    await service.advance(31 * dayMs);
    await receive('new');

    expect(subjectsOf(await list())).toEqual(['new']);
    expect(subjectsOf(await list({ after: cursor }))).toEqual(['new']);
    expect(subjectsOf(await list({ after: id }))).toEqual(['new']);
  });
});
