import { randomUUID } from 'node:crypto';
import { aKey, refusalOf } from '../support/api-helpers';
import { aDomain, anEmail, aWorkspace } from '../support/factories';
import type { ApiResponse, CallRow } from '../support/service';
import { useService, useTimeTravelRuntime } from '../support/use-service';
import { waitUntil } from '../support/wait-until';

const service = useService();

afterEach(() => service.control('DELETE', '/faults'));

const leaseMs = 35_000;
const dayMs = 86_400_000;

/** Returns a new address, by which a test finds its emails in the outbox. */
const randomRecipient = () => `${randomUUID().slice(0, 8)}@example.com`;

const send = (idempotencyKey: string, body: unknown, key = service.metadata.key): Promise<ApiResponse> =>
  service.api('POST', '/v1/emails', { key, body, headers: { 'Idempotency-Key': idempotencyKey } });

const countSentTo = async (address: string) => (await service.outbox(`?to=${address}`)).length;

const isReplay = ({ headers }: ApiResponse) => headers.get('idempotent-replay') === 'true';

/** Starts a request and waits until the function has claimed the Idempotency-Key with its first PutItem. */
async function startRequest(
  request: () => Promise<ApiResponse>,
  functionName = 'sendEmail',
): Promise<{ response: Promise<ApiResponse> }> {
  await service.settle();
  const now = await service.now();
  const response = request();
  const hasStarted = async () => (await callsOf(functionName, 'PutItem', now)).length > 0;
  await waitUntil(hasStarted, () => `${functionName} has made no PutItem call`);
  return { response };
}

/** Returns the calls of this operation that a function has made since this time, in order. */
const callsOf = async (functionName: string, operation: string, since: string): Promise<CallRow[]> =>
  (await service.calls(since)).filter(
    (row) => row.function.endsWith(`-${functionName}`) && row.operation === operation,
  );

const delaySes = (delayMs: number) =>
  service.control('POST', '/faults', {
    service: 'sesv2',
    operation: 'SendEmail',
    delay_ms: delayMs,
    times: 1,
  });

const crashSubmit = (when: 'before' | 'after') =>
  service.control('POST', '/faults', { service: 'sesv2', operation: 'SendEmail', crash: when, times: 1 });

describe('a replay', () => {
  // I-2
  test('returns the stored response and sends nothing', async () => {
    const [key, to] = [randomUUID(), randomRecipient()];
    const first = await send(key, anEmail({ to }));

    const replay = await send(key, anEmail({ to }));

    expect(first.status).toBe(202);
    expect(isReplay(first)).toBe(false);
    expect(replay).toMatchObject({ status: 202, body: first.body });
    expect(isReplay(replay)).toBe(true);
    expect(replay.headers.get('content-type')).toBe('application/json');
    expect(replay.headers.get('ratelimit')).toMatch(/^"minute"/);
    expect(await countSentTo(to)).toBe(1);
  });

  // I-3
  test('ignores the order of the fields and white space', async () => {
    const [key, to] = [randomUUID(), randomRecipient()];
    const tags = [{ name: 'a', value: '1' }];
    const first = await send(key, anEmail({ to, tags }));

    const { from, subject, text } = anEmail();
    const body = { tags: [{ value: '1', name: 'a' }], text, subject, to, from };
    const replay = await service.api('POST', '/v1/emails', {
      raw: JSON.stringify(body, null, 4),
      headers: { 'Idempotency-Key': key },
    });

    expect(replay.body).toEqual(first.body);
    expect(isReplay(replay)).toBe(true);
  });

  test('returns the stored response of a skipped send', async () => {
    const key = randomUUID();
    const to = `bounce+${randomUUID()}@simulator.amazonses.com`;
    await send(randomUUID(), anEmail({ to }));
    await service.settle();

    const first = await send(key, anEmail({ to }));
    const replay = await send(key, anEmail({ to }));

    expect(first.body).toMatchObject({ status: 'rejected', skipped: true });
    expect(replay.body).toEqual(first.body);
    expect(isReplay(replay)).toBe(true);
  });

  test('does not happen without a key', async () => {
    const to = randomRecipient();

    const first = await service.api('POST', '/v1/emails', { body: anEmail({ to }) });
    const second = await service.api('POST', '/v1/emails', { body: anEmail({ to }) });

    expect(second.body.id).not.toBe(first.body.id);
    expect(await countSentTo(to)).toBe(2);
  });

  // I-1
  test('does not happen for a GET request', async () => {
    const headers = { 'Idempotency-Key': randomUUID() };
    const first = await service.api('GET', '/v1/emails?limit=1', { headers });
    await service.api('POST', '/v1/emails', { body: anEmail() });

    const second = await service.api('GET', '/v1/emails?limit=1', { headers });

    expect(isReplay(second)).toBe(false);
    expect(second.body.data[0].id).not.toBe(first.body.data[0].id);
  });
});

describe('another body with the same key', () => {
  // I-7
  test('is refused, and sends nothing', async () => {
    const [key, to] = [randomUUID(), randomRecipient()];
    await send(key, anEmail({ to }));

    const other = await send(key, anEmail({ to, text: 'Other' }));

    expect(refusalOf(other)).toMatchObject({ status: 422, type: 'idempotency_key_reused' });
    expect(await countSentTo(to)).toBe(1);
  });

  // I-7
  test('is refused immediately while the first request runs', async () => {
    const [key, to] = [randomUUID(), randomRecipient()];
    await delaySes(6_000);
    const first = await startRequest(() => send(key, anEmail({ to })));
    const now = await service.now();

    const other = await send(key, anEmail({ to, text: 'Other' }));

    // The refused request tries to claim the key once and does not retry.
    const claims = (await callsOf('sendEmail', 'PutItem', now)).filter(({ error }) => error !== null);
    const reads = (await callsOf('sendEmail', 'GetItem', now)).filter(
      ({ request_id: id }) => id === claims[0]?.request_id,
    );
    expect(refusalOf(other)).toMatchObject({ status: 422, type: 'idempotency_key_reused' });
    // The only read is the read of the credential.
    expect([claims.length, reads.length]).toEqual([1, 1]);
    expect((await first.response).status).toBe(202);
    expect(await countSentTo(to)).toBe(1);
  });

  test('is any JSON that differs in a value, in a type or in an extra field', async () => {
    const key = randomUUID();
    await send(key, anEmail({ to: ['kim@example.com'] }));

    for (const change of [{ to: 'kim@example.com' }, { cc: [] }, { text: 'It works. ' }, { html: null }]) {
      const other = await send(key, anEmail({ to: ['kim@example.com'], ...change }));

      expect(refusalOf(other)).toMatchObject({ status: 422, type: 'idempotency_key_reused' });
    }
  });
});

describe('a failure is not stored', () => {
  // I-6
  test('after a refusal, a corrected body with the same key is accepted', async () => {
    const [key, to] = [randomUUID(), randomRecipient()];
    const refused = await send(key, anEmail({ to, colour: 'red' }));
    const unverified = await send(key, anEmail({ to, from: 'desk@other.example' }));

    const corrected = await send(key, anEmail({ to }));

    expect(refusalOf(refused)).toMatchObject({ status: 422, type: 'invalid_request' });
    expect(refusalOf(unverified)).toMatchObject({ status: 422, type: 'no_verified_identity' });
    expect(corrected).toMatchObject({ status: 202, body: { status: 'sent' } });
    expect(isReplay(corrected)).toBe(false);
    expect(await countSentTo(to)).toBe(1);
  });

  test('after a rejection by SES, a retry with the same key sends a new email', async () => {
    const [key, to] = [randomUUID(), randomRecipient()];
    await service.control('POST', '/faults', {
      service: 'sesv2',
      operation: 'SendEmail',
      error: 'MessageRejected',
      times: 1,
    });
    const refused = await send(key, anEmail({ to }));

    const repeatResponse = await send(key, anEmail({ to }));

    expect(refusalOf(refused)).toMatchObject({ status: 502, type: 'provider_error' });
    expect(repeatResponse).toMatchObject({ status: 202, body: { status: 'sent' } });
    expect(isReplay(repeatResponse)).toBe(false);
    expect(await countSentTo(to)).toBe(1);
  });

  // I-6
  test('after an internal error, a retry with the same key and body is processed', async () => {
    const [key, to] = [randomUUID(), randomRecipient()];
    await service.control('POST', '/faults', {
      service: 'dynamodb',
      operation: 'BatchGetItem',
      error: 'ValidationException',
      function: 'sendEmail',
      times: 1,
    });
    const failed = await send(key, anEmail({ to }));

    const repeatResponse = await send(key, anEmail({ to }));

    expect(refusalOf(failed)).toMatchObject({ status: 500, type: 'internal_error' });
    expect(repeatResponse).toMatchObject({ status: 202, body: { status: 'sent' } });
    expect(await countSentTo(to)).toBe(1);
  });
});

describe('a key in use', () => {
  // I-8
  test('makes the second request wait and return the first response', async () => {
    const [key, to] = [randomUUID(), randomRecipient()];
    await delaySes(1_500);
    const first = await startRequest(() => send(key, anEmail({ to })));

    const second = await send(key, anEmail({ to }));

    expect(second).toMatchObject({ status: 202, body: (await first.response).body });
    expect([isReplay(await first.response), isReplay(second)]).toEqual([false, true]);
    expect(await countSentTo(to)).toBe(1);
  });

  test('allows only one of several concurrent requests to be processed', async () => {
    const [key, to] = [randomUUID(), randomRecipient()];

    const responses = await Promise.all([1, 2, 3].map(() => send(key, anEmail({ to }))));

    expect(responses.map(({ status }) => status)).toEqual([202, 202, 202]);
    expect(new Set(responses.map(({ body }) => body.id)).size).toBe(1);
    expect(responses.filter(isReplay)).toHaveLength(2);
    expect(await countSentTo(to)).toBe(1);
  });

  test('is released to the waiting request when SES rejects the email of the first request', async () => {
    const [key, to] = [randomUUID(), randomRecipient()];
    await service.control('POST', '/faults', {
      service: 'sesv2',
      operation: 'SendEmail',
      error: 'MessageRejected',
      delay_ms: 1_500,
      times: 1,
    });
    const first = await startRequest(() => send(key, anEmail({ to })));

    const second = await send(key, anEmail({ to }));

    expect((await first.response).status).toBe(502);
    expect(second).toMatchObject({ status: 202, body: { status: 'sent' } });
    expect(isReplay(second)).toBe(false);
    expect(await countSentTo(to)).toBe(1);
  });
});

describe('a retry after a crash of the function', () => {
  // I-10
  test('sends nothing and finally returns the status sent if SES accepted the email', async () => {
    const [key, to] = [randomUUID(), randomRecipient()];
    await crashSubmit('after');
    const crashed = await send(key, anEmail({ to }));
    await service.settle();

    const startedAtMs = performance.now();
    const tooEarly = await send(key, anEmail({ to }));
    const waitedMs = performance.now() - startedAtMs;
    await service.advance(leaseMs);
    const retryStartedAtMs = performance.now();
    const retry = await send(key, anEmail({ to }));
    const retryMs = performance.now() - retryStartedAtMs;
    const replay = await send(key, anEmail({ to }));

    expect(refusalOf(crashed)).toMatchObject({ status: 500, type: 'internal_error' });
    expect(refusalOf(tooEarly)).toMatchObject({ status: 409, type: 'idempotency_in_progress' });
    expect(waitedMs).toBeGreaterThanOrEqual(7_900);
    // The request does not wait for the whole timeout of the function. The limit allows for the time that a send takes
    // without waiting.
    expect(waitedMs).toBeLessThan(10_000 + 10 * retryMs);
    expect(retry).toMatchObject({ status: 202, body: { status: 'sent', skipped: false } });
    expect(replay.body).toEqual(retry.body);
    expect(isReplay(replay)).toBe(true);
    expect(await countSentTo(to)).toBe(1);
    const email = await service.api('GET', `/v1/emails/${retry.body.id}`);
    expect(email.body).toMatchObject({ to: [to], status: 'delivered' });
  });

  test('waits ten minutes for an event and then sends if SES did not receive the email', async () => {
    const [key, to] = [randomUUID(), randomRecipient()];
    await crashSubmit('before');
    const crashed = await send(key, anEmail({ to }));

    await service.advance(leaseMs);
    const unknown = await send(key, anEmail({ to }));
    await service.advance(600_000);
    const retry = await send(key, anEmail({ to }));

    expect(crashed.status).toBe(500);
    expect(refusalOf(unknown)).toMatchObject({ status: 409, type: 'idempotency_in_progress' });
    expect(unknown.headers.get('retry-after')).toBe('60');
    expect(retry).toMatchObject({ status: 202, body: { status: 'sent' } });
    expect(await countSentTo(to)).toBe(1);
  });

  test('is handled like a retry after an unknown SES outcome', async () => {
    const [key, to] = [randomUUID(), randomRecipient()];
    await service.control('POST', '/faults', {
      service: 'sesv2',
      operation: 'SendEmail',
      error: 'InternalFailure',
      times: 1,
    });
    const failed = await send(key, anEmail({ to }));

    const unknown = await send(key, anEmail({ to }));
    await service.advance(600_000);
    const retry = await send(key, anEmail({ to }));

    expect(refusalOf(failed)).toMatchObject({ status: 502, type: 'provider_error' });
    expect(refusalOf(unknown)).toMatchObject({ status: 409, type: 'idempotency_in_progress' });
    expect(retry).toMatchObject({ status: 202, body: { status: 'sent' } });
    expect(await countSentTo(to)).toBe(1);
  });

  test('is refused if it has another body', async () => {
    const [key, to] = [randomUUID(), randomRecipient()];
    await crashSubmit('after');
    await send(key, anEmail({ to }));

    const other = await send(key, anEmail({ to, text: 'Other' }));

    expect(refusalOf(other)).toMatchObject({ status: 422, type: 'idempotency_key_reused' });
  });
});

describe('a key applies to', () => {
  // I-4
  test('one workspace', async () => {
    const key = randomUUID();
    const other = await aWorkspace(service);
    const { domain } = await aDomain(service, other.id);
    const ownResponse = await send(key, anEmail());

    const otherResponse = await send(key, anEmail({ from: `desk@${domain}` }), other.key);

    expect(ownResponse.status).toBe(202);
    expect(otherResponse).toMatchObject({ status: 202, body: { status: 'sent' } });
    expect(isReplay(otherResponse)).toBe(false);
  });

  // I-4
  test('all credentials of the workspace', async () => {
    const [key, to] = [randomUUID(), randomRecipient()];
    const { access_token: token } = await service.control(
      'POST',
      `/workspaces/${service.metadata.workspace.id}/tokens`,
      { scopes: ['emails:send'] },
    );
    const first = await send(key, anEmail({ to }));

    const replay = await send(key, anEmail({ to }), token);

    expect(replay.body).toEqual(first.body);
    expect(isReplay(replay)).toBe(true);
  });

  // I-4
  test('one path', async () => {
    const headers = { 'Idempotency-Key': randomUUID() };
    const body = { domain: `${randomUUID().slice(0, 8)}.example`, risk_class: 'transactional' };
    const created = await service.api('POST', '/v1/domains', { body, headers });
    const [{ id }] = created.body.data;

    const checked = await service.api('POST', `/v1/domains/${id}/verify`, { headers });
    const replay = await service.api('POST', `/v1/domains/${id}/verify`, { headers });
    const repeated = await service.api('POST', '/v1/domains', { body, headers });

    expect([created, checked].map(isReplay)).toEqual([false, false]);
    expect([replay, repeated].map(isReplay)).toEqual([true, true]);
    expect(replay.body).toEqual(checked.body);
    expect(repeated).toMatchObject({ status: 201, body: created.body });
  });
});

describe('a credential with a guardrail', () => {
  const guardrails: [string, Record<string, unknown>][] = [
    ['an approval requirement', { requires_approval: true }],
    ['an allowlist', { allowed_recipients: ['example.com'] }],
    ['a daily limit', { daily_send_limit: 10 }],
  ];

  // I-14
  test.each(guardrails)('has keys of its own: %s', async (_guardrail, guardrail) => {
    const [key, to] = [randomUUID(), randomRecipient()];
    const guarded = await aKey(service, guardrail);
    const other = await aKey(service, guardrail);
    const byGuarded = await send(key, anEmail({ to, text: 'Guarded' }), guarded.key);

    const byOther = await send(key, anEmail({ to, text: 'Guarded' }), other.key);
    const byOwner = await send(key, anEmail({ to, text: 'Owner' }));
    const replays = await Promise.all([
      send(key, anEmail({ to, text: 'Guarded' }), guarded.key),
      send(key, anEmail({ to, text: 'Guarded' }), other.key),
      send(key, anEmail({ to, text: 'Owner' })),
    ]);

    expect([byGuarded, byOther, byOwner].map(({ status }) => status)).toEqual([202, 202, 202]);
    expect([byGuarded, byOther, byOwner].map(isReplay)).toEqual([false, false, false]);
    expect(byOwner.body.status).toBe('sent');
    expect(replays.map(isReplay)).toEqual([true, true, true]);
    expect(replays.map(({ body }) => body)).toEqual([byGuarded.body, byOther.body, byOwner.body]);
  });

  // I-14
  test('cannot occupy a key of the owner with a request that is still running', async () => {
    const [key, to] = [randomUUID(), randomRecipient()];
    const guarded = await aKey(service, { daily_send_limit: 10 });
    await delaySes(2_000);
    const first = await startRequest(() => send(key, anEmail({ to, text: 'Guarded' }), guarded.key));

    const byOwner = await send(key, anEmail({ to, text: 'Owner' }));

    expect(byOwner).toMatchObject({ status: 202, body: { status: 'sent' } });
    expect(await first.response).toMatchObject({ status: 202, body: { status: 'sent' } });
  });

  const changeGuardrails = (id: string, changes: Record<string, unknown>) =>
    service.api('PATCH', `/v1/api-keys/${id}`, { body: changes });

  // I-15
  test('finds its earlier requests after the guardrail was set and after it was cleared', async () => {
    const { id, key: apiKey } = await aKey(service, {});
    const [beforeKey, duringKey, to] = [randomUUID(), randomUUID(), randomRecipient()];
    const before = await send(beforeKey, anEmail({ to }), apiKey);

    await changeGuardrails(id, { daily_send_limit: 10 });
    const afterSetting = await send(beforeKey, anEmail({ to }), apiKey);
    const during = await send(duringKey, anEmail({ to }), apiKey);
    await changeGuardrails(id, { daily_send_limit: null });
    const afterClearing = await Promise.all([
      send(beforeKey, anEmail({ to }), apiKey),
      send(duringKey, anEmail({ to }), apiKey),
    ]);

    expect([afterSetting, ...afterClearing].map(isReplay)).toEqual([true, true, true]);
    expect([afterSetting, ...afterClearing].map(({ body }) => body)).toEqual([
      before.body,
      before.body,
      during.body,
    ]);
    expect(await countSentTo(to)).toBe(2);
  });

  // I-15
  test('finds no request of another credential after the guardrail was set', async () => {
    const { id, key: apiKey } = await aKey(service, {});
    const [key, to] = [randomUUID(), randomRecipient()];
    const byOwner = await send(key, anEmail({ to }));
    await changeGuardrails(id, { daily_send_limit: 10 });

    const byGuarded = await send(key, anEmail({ to, text: 'Other' }), apiKey);

    expect(byOwner.status).toBe(202);
    expect(byGuarded).toMatchObject({ status: 202, body: { status: 'sent' } });
    expect(isReplay(byGuarded)).toBe(false);
  });

  // I-4, I-15
  test('shares the keys of the workspace once the guardrail is cleared', async () => {
    const { id, key: apiKey } = await aKey(service, { requires_approval: true });
    const [key, to] = [randomUUID(), randomRecipient()];
    const byOwner = await send(key, anEmail({ to }));
    await changeGuardrails(id, { requires_approval: false });

    const replay = await send(key, anEmail({ to }), apiKey);

    expect(isReplay(replay)).toBe(true);
    expect(replay.body).toEqual(byOwner.body);
  });
});

test('an Idempotency-Key works with a path of any length', async () => {
  const path = `/v1/threads/${'t'.repeat(1_100)}/handled`;
  const headers = { 'Idempotency-Key': randomUUID() };

  const first = await service.api('POST', path, { headers });
  const second = await service.api('POST', path, { headers });

  expect([first.status, second.status]).toEqual([404, 404]);
});

describe('an Idempotency-Key', () => {
  // I-5
  test.each([
    [1, 'k'],
    [255, 'k'.repeat(255)],
  ])('may have %d characters', async (_length, key) => {
    const first = await send(key, anEmail());
    const replay = await send(key, anEmail());

    expect(first.status).toBe(202);
    expect(isReplay(replay)).toBe(true);
  });

  // I-5
  test.each([
    [0, ''],
    [256, 'k'.repeat(256)],
  ])('may not have %d characters', async (length, key) => {
    const to = randomRecipient();

    const response = await send(key, anEmail({ to }));

    expect(refusalOf(response)).toEqual({
      status: 422,
      type: 'invalid_request',
      message: `Idempotency-Key must have 1 to 255 characters, not ${length}`,
    });
    expect(await countSentTo(to)).toBe(0);
  });

  test('is case-sensitive', async () => {
    const key = `Key-${randomUUID()}`;
    await send(key, anEmail());

    const other = await send(key.toLowerCase(), anEmail({ text: 'Other' }));

    expect(other.status).toBe(202);
  });
});

describe('a response with a secret is never stored', () => {
  const createApiKey = (idempotencyKey: string, name = 'Robot') =>
    service.api('POST', '/v1/api-keys', {
      body: { name, scopes: ['emails:read'] },
      headers: { 'Idempotency-Key': idempotencyKey },
    });

  const delayWrite = () =>
    service.control('POST', '/faults', {
      service: 'dynamodb',
      operation: 'TransactWriteItems',
      function: 'createApiKey',
      delay_ms: 5_000,
      times: 1,
    });

  // I-11
  test('a retry creates another API key', async () => {
    const key = randomUUID();
    const first = await createApiKey(key);

    const second = await createApiKey(key);

    expect([first.status, second.status]).toEqual([201, 201]);
    expect(isReplay(second)).toBe(false);
    expect(second.body.key).not.toBe(first.body.key);
    expect(second.body.id).not.toBe(first.body.id);
  });

  // I-13
  test('another body is accepted after the first request has its response', async () => {
    const key = randomUUID();
    await createApiKey(key);

    const other = await createApiKey(key, 'Another robot');

    expect(other).toMatchObject({ status: 201, body: { name: 'Another robot' } });
  });

  // I-13
  test('another body is refused while the first request runs', async () => {
    const key = randomUUID();
    await delayWrite();
    const first = await startRequest(() => createApiKey(key), 'createApiKey');

    const other = await createApiKey(key, 'Another robot');

    expect(refusalOf(other)).toMatchObject({ status: 422, type: 'idempotency_key_reused' });
    expect((await first.response).status).toBe(201);
  });

  // I-12
  test('a retry while the first request runs waits, then creates another API key', async () => {
    const key = randomUUID();
    const now = await service.now();
    await delayWrite();
    const first = await startRequest(() => createApiKey(key), 'createApiKey');

    const second = await createApiKey(key);

    const [slowCall, other, ...furtherCalls] = await callsOf('createApiKey', 'TransactWriteItems', now);
    expect([second.status, (await first.response).status, furtherCalls]).toEqual([201, 201, []]);
    expect(second.body.id).not.toBe((await first.response).body.id);
    expect(Date.parse(other?.at ?? '')).toBeGreaterThanOrEqual(
      Math.floor(Date.parse(slowCall?.at ?? '') + Number(slowCall?.duration_ms)),
    );
  });
});

describe('a day later', () => {
  useTimeTravelRuntime();

  // I-2
  test('a key expires after 24 hours', async () => {
    const [key, to, from] = [
      randomUUID(),
      randomRecipient(),
      `desk@${service.metadata.domains.transactional}`,
    ];
    const first = await send(key, anEmail({ from, to }));
    await service.advance(dayMs - 120_000);
    const replay = await send(key, anEmail({ from, to }));

    await service.advance(120_000);
    const other = await send(key, anEmail({ from, to, text: 'Other' }));

    expect(isReplay(replay)).toBe(true);
    expect(replay.body).toEqual(first.body);
    expect(other).toMatchObject({ status: 202, body: { status: 'sent' } });
    expect(await countSentTo(to)).toBe(2);
  });
});
