import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { json } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';
import { aDomain, anEmail, aWorkspace } from '../support/factories';
import { Service } from '../support/service';
import { sesEvents } from '../support/ses-events';
import { waitUntil } from '../support/wait-until';

let service: Service;

beforeAll(async () => {
  service = await Service.start();
});

afterEach(async () => {
  await service.control('DELETE', '/faults');
  await service.control('PATCH', '/settings', { auto_delivery: true });
});

afterAll(() => service.stop());

/** Calls the control API and returns the response, including error responses. */
async function callControl(method: string, path: string, body?: unknown) {
  const response = await fetch(`${service.metadata.console}/control${path}`, {
    method,
    headers: { 'Content-Type': path.startsWith('/inbound') ? 'message/rfc822' : 'application/json' },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type') === 'application/json';
  return { status: response.status, body: isJson ? JSON.parse(text) : text };
}

const refusal = { error: { message: expect.stringMatching(/./) } };

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

async function send(overrides: Record<string, unknown> = {}, key = service.metadata.key) {
  const { body } = await service.api('POST', '/v1/emails', { key, body: anEmail(overrides) });
  await service.settle();
  return body;
}

const eventTypes = async (id: string): Promise<string[]> =>
  (await service.api('GET', `/v1/emails/${id}`)).body.events.map(({ type }: { type: string }) => type);

describe('a refused request', () => {
  test.each([
    ['GET', '/nothing', undefined, 404],
    ['POST', '/workspaces', {}, 400],
    ['POST', '/workspaces', 'not JSON', 400],
    ['POST', '/workspaces', { name: 'Acme', plan: 'golden' }, 400],
    ['PATCH', '/workspaces/01900000-0000-7000-8000-000000000000', { plan: 'free' }, 404],
    [
      'POST',
      '/workspaces/01900000-0000-7000-8000-000000000000/domains',
      { domain: 'a.example', risk_class: 'marketing' },
      404,
    ],
    ['POST', '/workspaces/x/tokens', {}, 400],
    ['GET', '/outbox/unknown/raw', undefined, 404],
    ['POST', '/outbox/unknown/events', { type: 'delivery' }, 404],
    ['POST', '/clock', { advance_ms: -1 }, 400],
    ['POST', '/clock', { advance_ms: 1, set: '2040-01-01T00:00:00Z' }, 400],
    ['PUT', '/dns/a.example', { A: 'not a list' }, 400],
    ['PUT', '/dns/a.example', { error: 'BROKEN' }, 400],
    ['PUT', '/hosts/a.example', { to: 'example.com:80' }, 400],
    ['POST', '/faults', { service: 'dynamodb', operation: 'GetItem' }, 400],
    ['POST', '/faults', { service: 'ec2', operation: 'RunInstances', error: 'X' }, 400],
    ['PATCH', '/settings', { auto_delivery: 'no' }, 400],
  ])('%s %s %j gets the reason in the standard shape', async (method, path, body, status) => {
    expect(await callControl(method, path, body)).toEqual({ status, body: refusal });
  });
});

describe('a web page open in a browser', () => {
  /** Sends the headers that a browser sends. `fetch` cannot set these headers. */
  async function requestAsBrowser(url: string, headers: Record<string, string>, method = 'GET') {
    const clientRequest = request(url, { method, headers }).end();
    const [response] = await once(clientRequest, 'response');
    return { status: response.statusCode, body: await json(response) };
  }

  const ports = [
    ['the API', () => `${service.metadata.api}/v1/emails`],
    ['the control API', () => `${service.metadata.console}/control/clock`],
  ] as const;

  describe.each(ports)('%s', (_name, url) => {
    const ownHeaders = () => ({ authorization: `Bearer ${service.metadata.key}` });

    test.each([
      ['a foreign host name that resolves to this machine', { host: 'evil.example' }],
      [
        'a foreign host name that resolves to this machine, with an origin of this machine',
        { host: 'evil.example', origin: 'http://localhost:3000' },
      ],
      ['the origin of another site', { origin: 'https://evil.example' }],
      ['an opaque origin', { origin: 'null' }],
      ['an image on another site', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }],
    ])('refuses %s, even with the right key', async (_what, headers) => {
      for (const method of ['GET', 'POST', 'DELETE'])
        expect(await requestAsBrowser(url(), { ...ownHeaders(), ...headers }, method)).toEqual({
          status: 403,
          body: { error: expect.objectContaining({ message: expect.stringMatching(/this machine/) }) },
        });
    });

    test.each([
      ['a request without browser headers', {}],
      ['the name localhost', { host: 'localhost' }],
      ['its own origin', { 'sec-fetch-site': 'same-origin' }],
    ])('accepts %s', async (_what, headers) => {
      expect((await requestAsBrowser(url(), { ...ownHeaders(), ...headers })).status).toBe(200);
    });
  });

  // L-4
  test.each([
    ['the API', () => `${service.metadata.api}/v1/emails`, 200],
    ['the control API', () => `${service.metadata.console}/control/clock`, 403],
    ['the API on the port of the console', () => `${service.metadata.console}/v1/emails`, 403],
  ])('%s answers a page on another port of this machine with its status', async (_name, url, status) => {
    const headers = { origin: 'http://localhost:5173', 'sec-fetch-site': 'cross-site' };

    expect(
      await requestAsBrowser(url(), { ...headers, authorization: `Bearer ${service.metadata.key}` }),
    ).toMatchObject({ status });
  });
});

describe('workspaces', () => {
  test('a new workspace has every setting and a key with every scope, but no domain', async () => {
    const { status, body } = await callControl('POST', '/workspaces', { name: 'Acme' });

    expect({ status, body }).toEqual({
      status: 201,
      body: {
        id: expect.any(String),
        name: 'Acme',
        key: expect.stringMatching(/^sk_live_/),
        plan: 'unmetered',
        payment_method_verified: true,
        billing_past_due: false,
        budget_cents: null,
        budget_applies_to: 'marketing',
        emails_used: 0,
        postal_address: null,
        suspended_reason: null,
        requests_per_minute: expect.any(Number),
        created_at: expect.stringMatching(isoTime),
      },
    });
    const domains = await service.api('GET', '/v1/domains', { key: body.key });
    const [key] = (await service.api('GET', '/v1/api-keys', { key: body.key })).body.data;
    expect(domains).toMatchObject({ status: 200, body: { data: [] } });
    expect(key).toMatchObject({ daily_send_limit: null, allowed_recipients: [], requires_approval: false });
  });

  // L-9
  test('one call can set or change every setting, and omitted settings keep their values', async () => {
    const settings = {
      plan: 'paid',
      payment_method_verified: false,
      billing_past_due: true,
      budget_cents: 1_200,
      budget_applies_to: 'all',
      emails_used: 7,
      postal_address: '1 Main St',
      suspended_reason: 'spam',
      requests_per_minute: 90,
      created_at: '2020-01-02T03:04:05.000Z',
    };
    const { id, key, ...created } = (await callControl('POST', '/workspaces', { name: 'Acme', ...settings }))
      .body;

    const changed = await callControl('PATCH', `/workspaces/${id}`, {
      suspended_reason: null,
      budget_cents: null,
    });

    expect(key).toMatch(/^sk_live_/);
    expect(created).toEqual({ name: 'Acme', ...settings });
    expect(changed).toEqual({
      status: 200,
      body: { id, name: 'Acme', ...settings, suspended_reason: null, budget_cents: null },
    });
  });

  test('a suspension and a rate limit take effect on the next request', async () => {
    const { id, key } = await aWorkspace(service);
    const { domain } = await aDomain(service, id);
    const post = () => service.api('POST', '/v1/emails', { key, body: anEmail({ from: `a@${domain}` }) });

    await callControl('PATCH', `/workspaces/${id}`, { suspended_reason: 'spam' });
    const suspended = await post();
    await callControl('PATCH', `/workspaces/${id}`, { suspended_reason: null, requests_per_minute: 1 });
    const limited = await post();

    expect(suspended.body.error.type).toBe('workspace_suspended');
    expect(limited).toMatchObject({ status: 429, body: { error: { type: 'rate_limited' } } });
  });

  test('a token works only for its workspace and with its scopes', async () => {
    const { id } = await aWorkspace(service);

    const { status, body } = await callControl('POST', `/workspaces/${id}/tokens`, {
      scopes: ['emails:read'],
    });

    expect({ status, body }).toEqual({
      status: 201,
      body: { access_token: expect.stringMatching(/^ey.*\..*\./) },
    });
    const key = body.access_token;
    expect(await service.api('GET', '/v1/emails', { key })).toMatchObject({
      status: 200,
      body: { data: [] },
    });
    expect(await service.api('GET', '/v1/domains', { key })).toMatchObject({ status: 403 });
  });
});

describe('domains', () => {
  const recordStatus = (identity: { dns_records: { kind: string; status: string }[] }, kind: string) =>
    identity.dns_records.find((dnsRecord) => dnsRecord.kind === kind)?.status;

  // L-9
  test('a new domain is verified with active tracking by default, and its workspace may send', async () => {
    const { id, key } = await aWorkspace(service);

    const { status, body } = await callControl('POST', `/workspaces/${id}/domains`, {
      domain: 'ready.example',
      risk_class: 'transactional',
    });

    expect(status).toBe(201);
    expect(body).toMatchObject({
      domain: 'ready.example',
      risk_class: 'transactional',
      status: 'verified',
      click_tracking: { hostname: 'link.ready.example', status: 'active' },
      mail_from: { status: 'active' },
    });
    expect(new Set(body.dns_records.map((dnsRecord: { status: string }) => dnsRecord.status))).toEqual(
      new Set(['ok']),
    );
    expect(await service.api('GET', `/v1/domains/${body.id}`, { key })).toMatchObject({ status: 200, body });
    expect((await send({ from: 'a@ready.example' }, key)).status).toBe('sent');
  });

  test('an unverified domain has no published records and may not send', async () => {
    const { id, key } = await aWorkspace(service);

    const { body } = await callControl('POST', `/workspaces/${id}/domains`, {
      domain: 'unready.example',
      risk_class: 'transactional',
      verified: false,
      tracking: false,
    });

    expect(body.status).toBe('pending');
    expect(recordStatus(body, 'dkim')).toBe('missing');
    expect((await send({ from: 'a@unready.example' }, key)).error.type).toBe('no_verified_identity');
  });

  test('tracking can be disabled, and a marketing domain can warm up', async () => {
    const { id } = await aWorkspace(service);

    const { status, body } = await callControl('POST', `/workspaces/${id}/domains`, {
      domain: 'warming.example',
      risk_class: 'marketing',
      tracking: false,
      warmup: true,
    });

    expect(status).toBe(201);
    expect(body).toMatchObject({
      status: 'verified',
      risk_class: 'marketing',
      click_tracking: { status: 'pending' },
    });
    expect(recordStatus(body, 'click_tracking')).toBe('missing');
  });
});

describe('outbox', () => {
  test('lists every accepted email with all fields, newest first', async () => {
    const first = await send({
      to: 'First <first@example.com>',
      cc: ['cc@example.com'],
      bcc: ['bcc@example.com'],
    });
    const second = await send({ tags: [{ name: 'kind', value: 'test' }] });

    const { status, body } = await callControl('GET', '/outbox?limit=2');

    expect(status).toBe(200);
    expect(body.data.map(({ message_id }: { message_id: string }) => message_id)).toEqual([
      second.id,
      first.id,
    ]);
    expect(body.data[1]).toEqual({
      provider_message_id: expect.stringMatching(/^0100/),
      message_id: first.id,
      workspace_id: service.metadata.workspace.id,
      from: expect.stringContaining('desk@mail.local.test'),
      to: ['first@example.com'],
      cc: ['cc@example.com'],
      bcc: ['bcc@example.com'],
      configuration_set: expect.any(String),
      tags: { message_id: first.id, workspace_id: service.metadata.workspace.id },
      size: expect.any(Number),
      at: expect.stringMatching(isoTime),
    });
    expect(body.data[0].tags).toMatchObject({ kind: 'test' });
  });

  test('can be filtered by recipient (to, cc or bcc), by message and by workspace', async () => {
    const { id } = await send({ to: 'a@found.example', cc: ['b@found.example'], bcc: ['c@found.example'] });
    const found = async (query: string) =>
      (await callControl('GET', `/outbox?${query}`)).body.data.map(
        (mail: { message_id: string }) => mail.message_id,
      );

    for (const to of ['a', 'b', 'c']) expect(await found(`to=${to}@found.example`)).toEqual([id]);
    expect(await found(`message_id=${id}`)).toEqual([id]);
    expect(await found(`workspace_id=${service.metadata.workspace.id}&message_id=${id}`)).toEqual([id]);
    expect(await found('workspace_id=other')).toEqual([]);
    expect(await found('to=d@found.example')).toEqual([]);
  });

  // L-10
  test('returns the message as delivered, with the Message-ID of SES', async () => {
    const { id } = await send({ bcc: ['hidden@example.com'] });
    const [mail] = await service.outbox(`?message_id=${id}`);

    const response = await fetch(
      `${service.metadata.console}/control/outbox/${String(mail?.provider_message_id)}/raw`,
    );
    const raw = await response.text();

    expect(response.headers.get('content-type')).toBe('message/rfc822');
    expect(raw).toContain(`Message-ID: <${String(mail?.provider_message_id)}@email.amazonses.com>`);
    expect(raw).not.toContain('hidden@example.com');
    expect(Buffer.byteLength(raw)).toBe(mail?.size);
  });

  // L-10
  test.each([
    'send',
    'delivery',
    'bounce',
    'complaint',
    'reject',
    'open',
    'click',
    'rendering_failure',
    'delivery_delay',
  ])('can simulate an SES event: %s', async (type) => {
    const { id } = await send({ to: `${type}@events.example` });
    const [mail] = await service.outbox(`?message_id=${id}`);

    const response = await callControl('POST', `/outbox/${String(mail?.provider_message_id)}/events`, {
      type,
    });
    await service.settle();

    expect(response).toEqual({ status: 202, body: {} });
    // SES publishes opens and clicks only with tracking, which this configuration set does not have.
    if (!['open', 'click'].includes(type)) expect(await eventTypes(id)).toContain(type);
  });

  test('refuses an unknown event type and an invalid time', async () => {
    const { id } = await send();
    const [mail] = await service.outbox(`?message_id=${id}`);
    const path = `/outbox/${String(mail?.provider_message_id)}/events`;

    expect(await callControl('POST', path, { type: 'sneeze' })).toEqual({ status: 400, body: refusal });
    expect(await callControl('POST', path, { type: 'delivery', at: 'soon' })).toEqual({
      status: 400,
      body: refusal,
    });
  });

  test('accepts an event in the format of SES', async () => {
    const { id } = await send({ to: 'raw@events.example' });
    const [mail] = await service.outbox(`?message_id=${id}`);
    const email = { id, workspaceId: service.metadata.workspace.id, acceptedAt: String(mail?.at) };

    const response = await callControl(
      'POST',
      '/provider-events',
      sesEvents.complaint(email, 5, 'raw@events.example'),
    );
    await service.settle();

    expect(response).toEqual({ status: 202, body: {} });
    expect(await eventTypes(id)).toEqual(['send', 'delivery', 'complaint']);
  });

  test('can disable and re-enable the automatic Delivery event', async () => {
    const off = await callControl('PATCH', '/settings', { auto_delivery: false });
    const silentEmail = await send();
    await callControl('PATCH', '/settings', { auto_delivery: true });
    const delivered = await send();

    expect(off).toEqual({ status: 200, body: { auto_delivery: false } });
    expect(await eventTypes(silentEmail.id)).toEqual(['send']);
    expect(await eventTypes(delivered.id)).toEqual(['send', 'delivery']);
  });
});

describe('clock', () => {
  test('moves forward for all components, and never back', async () => {
    const before = (await callControl('GET', '/clock')).body.now;

    const advanced = await callControl('POST', '/clock', { advance_ms: 90_000 });
    const target = new Date(Date.parse(advanced.body.now) + 3_600_000).toISOString();
    const set = await callControl('POST', '/clock', { set: target });
    const moveBack = await callControl('POST', '/clock', { set: before });

    expect(before).toMatch(isoTime);
    expect(advanced.status).toBe(200);
    expect(Date.parse(advanced.body.now) - Date.parse(before)).toBeGreaterThanOrEqual(90_000);
    expect(Date.parse(set.body.now)).toBeGreaterThanOrEqual(Date.parse(target));
    expect(moveBack).toEqual({ status: 400, body: refusal });
    const { created_at: createdAt } = (await callControl('POST', '/workspaces', { name: 'Later' })).body;
    expect(Date.parse(createdAt)).toBeGreaterThanOrEqual(Date.parse(target));
  });

  // L-11
  test('runs due work before it responds', async () => {
    const { id, key } = await aWorkspace(service);
    const domain = await aDomain(service, id, { verified: false });
    const { now } = (await callControl('GET', '/clock')).body;

    await callControl('POST', '/clock', { advance_ms: 5 * 60_000 });

    const { body } = await service.api('GET', `/v1/domains/${domain.id}`, { key });
    expect(Date.parse(body.last_checked_at)).toBeGreaterThan(Date.parse(now) + 3 * 60_000);
  });
});

describe('settle', () => {
  // L-12
  test('waits until due work is done, and returns the number of delayed messages', async () => {
    await service.api('POST', '/v1/emails', { body: anEmail() });

    const firstSettle = await callControl('POST', '/settle', {});
    await callControl('POST', '/provider-events', { unreadable: true });
    const secondSettle = await callControl('POST', '/settle', { timeout_ms: 20_000 });

    expect(firstSettle).toEqual({
      status: 200,
      body: { waited_ms: expect.any(Number), delayed: expect.any(Number), waiting: expect.any(Array) },
    });
    expect(secondSettle.body.delayed).toBe(Number(firstSettle.body.delayed) + 1);
  });

  // L-12
  test('lists the work that is left for later', async () => {
    const findScheduled = async () =>
      (await callControl('POST', '/settle', {})).body.waiting.find(
        ({ what }: { what: string }) => what === 'scheduled emails',
      ) ?? { count: 0 };
    const before = await findScheduled();
    const first = new Date(
      Date.parse((await callControl('GET', '/clock')).body.now) + 3_600_000,
    ).toISOString();
    for (const scheduled_at of ['in 30 days', first])
      await service.api('POST', '/v1/emails', { body: { ...anEmail(), scheduled_at } });

    expect(await findScheduled()).toEqual({
      what: 'scheduled emails',
      count: Number(before.count) + 2,
      next_at: expect.any(String),
    });
    expect((await findScheduled()).next_at <= first).toBe(true);
  });

  // L-12
  test('returns 504 when the work takes longer than the timeout', async () => {
    await callControl('POST', '/faults', {
      service: 'sesv2',
      operation: 'SendEmail',
      delay_ms: 5_000,
      times: 1,
    });
    const { now } = (await callControl('GET', '/clock')).body;
    const sending = service.api('POST', '/v1/emails', { body: anEmail() });
    const hasStarted = async () =>
      (await service.calls(now)).some(({ operation }) => operation === 'BatchWriteItem');
    await waitUntil(hasStarted, () => 'The send did not start');

    const response = await callControl('POST', '/settle', { timeout_ms: 50 });

    expect(response).toEqual({ status: 504, body: refusal });
    expect((await sending).status).toBe(202);
  });
});

describe('dns and hosts', () => {
  /** Returns the resolver's result, as shown in the DNS records of a domain. */
  async function resolveThroughVerify(domain: string, kind: string) {
    const { id, key } = await aWorkspace(service);
    const { id: domainId } = await aDomain(service, id, { domain, verified: false, tracking: false });
    const { body } = await service.api('POST', `/v1/domains/${domainId}/verify`, { key });
    const { status, found } = body.dns_records.find((dnsRecord: { kind: string }) => dnsRecord.kind === kind);
    return { status, found };
  }

  // L-14
  test('a name resolves to the configured records until they are deleted', async () => {
    const records = {
      TXT: ['v=spf1 include:elsewhere.example ~all'],
      MX: [{ exchange: 'mx.set.example', priority: 5 }],
      A: ['44.1.2.3'],
      AAAA: ['2600::1'],
    };
    const put = await callControl('PUT', '/dns/set.example', records);
    const spf = await resolveThroughVerify('set.example', 'spf');

    expect(put).toEqual({ status: 200, body: { name: 'set.example', ...records } });
    expect(spf).toEqual({ status: 'mismatch', found: records.TXT });
    expect(await callControl('DELETE', '/dns/set.example')).toEqual({
      status: 200,
      body: { name: 'set.example', deleted: true },
    });
    expect((await callControl('DELETE', '/dns/set.example')).body.deleted).toBe(false);
  });

  // L-14
  test('an unconfigured name has an MX, except below .invalid', async () => {
    const inbound = await resolveThroughVerify('unset.example', 'inbound_mx');

    expect(inbound).toMatchObject({ status: 'mismatch', found: [expect.stringMatching(/^\d+ /)] });
    expect(await resolveThroughVerify('unset.invalid', 'inbound_mx')).toEqual({
      status: 'missing',
      found: [],
    });
  });

  test.each([
    ['NXDOMAIN', { status: 'missing', found: [] }],
    ['SERVFAIL', { status: 'unchecked', found: [] }],
    ['TIMEOUT', { status: 'unchecked', found: [] }],
  ])('the resolver applies a configured error: %s', async (error, expected) => {
    const domain = `${error.toLowerCase()}.example`;

    const put = await callControl('PUT', `/dns/${domain}`, { error });

    expect(put).toEqual({ status: 200, body: { name: domain, error } });
    expect(await resolveThroughVerify(domain, 'spf')).toEqual(expected);
    // Without this deletion, every later check of the domain monitor would wait for the DNS timeout.
    await callControl('DELETE', `/dns/${domain}`);
  });

  test('a host has a public address, which is generated unless the call specifies an address', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const to = `127.0.0.1:${(server.address() as AddressInfo).port}`;

    const ownAddress = await callControl('PUT', '/hosts/hook.example', { to });
    const given = await callControl('PUT', '/hosts/given.example', { to, address: '44.9.9.9' });
    server.close();

    expect(ownAddress).toEqual({
      status: 200,
      body: { name: 'hook.example', to, address: expect.stringMatching(/^44\./) },
    });
    expect(given).toEqual({ status: 200, body: { name: 'given.example', to, address: '44.9.9.9' } });
  });
});

describe('faults and calls', () => {
  const injectFault = (fault: Record<string, unknown>) =>
    callControl('POST', '/faults', { service: 'dynamodb', operation: 'BatchWriteItem', ...fault });
  const status = async () => (await service.api('POST', '/v1/emails', { body: anEmail() })).status;

  // L-13
  test('an injected error affects the given number of calls after the skipped calls', async () => {
    const ordered = await injectFault({ error: 'ValidationException', skip: 1, times: 2 });

    const statuses = [await status(), await status(), await status(), await status()];

    expect(ordered).toEqual({ status: 201, body: { id: expect.any(String) } });
    expect(statuses).toEqual([202, 500, 500, 202]);
  });

  test('after a clock move, the AWS SDK does not retry an injected error as clock skew', async () => {
    await service.control('POST', '/restart');
    await service.advance(10 * 60_000);
    const { now } = (await callControl('GET', '/clock')).body;
    await injectFault({ error: 'ValidationException' });

    await status();

    const rows = (await service.calls(now)).filter(({ operation }) => operation === 'BatchWriteItem');
    expect(rows.map(({ error }) => error)).toEqual(['ValidationException']);
  });

  test('a fault without `times` stays until it is deleted', async () => {
    await injectFault({ error: 'ValidationException' });
    const during = [await status(), await status()];
    const deleted = await callControl('DELETE', '/faults');

    expect(during).toEqual([500, 500]);
    expect(deleted.status).toBe(200);
    expect(await status()).toBe(202);
  });

  test('a fault for one function does not affect other functions', async () => {
    await injectFault({ operation: 'GetItem', error: 'ValidationException', function: 'listEmails' });

    expect((await service.api('GET', '/v1/emails')).status).toBe(500);
    expect(await status()).toBe(202);
  });

  test('a fault with a delay delays the call', async () => {
    await injectFault({ delay_ms: 400, times: 1 });

    const before = performance.now();
    await status();

    expect(performance.now() - before).toBeGreaterThan(390);
  });

  test('every call is listed with its function, cost and result', async () => {
    await service.advance(60_000);
    const { now } = (await callControl('GET', '/clock')).body;
    await injectFault({ error: 'ValidationException', times: 1 });
    await status();

    const { data } = (await callControl('GET', `/calls?since=${now}`)).body;

    const failed = data.find(({ operation }: { operation: string }) => operation === 'BatchWriteItem');
    const counted = data.find(({ operation }: { operation: string }) => operation === 'UpdateItem');
    expect(failed).toEqual({
      at: expect.stringMatching(isoTime),
      function: 'carrier-nest-local-sendEmail',
      request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      service: 'dynamodb',
      operation: 'BatchWriteItem',
      target: expect.any(String),
      read_units: 0,
      write_units: 0,
      duration_ms: expect.any(Number),
      error: 'ValidationException',
    });
    expect(counted).toMatchObject({ write_units: 1, error: null });
    expect(data.every(({ at }: { at: string }) => at >= now)).toBe(true);
    expect((await callControl('GET', '/calls')).body.data.length).toBeGreaterThan(data.length);
  });
});

test('a restart stops every function, and the next request starts a new instance', async () => {
  const before = (await service.calls()).length;

  const response = await callControl('POST', '/restart');
  const sent = await send();

  expect(response).toEqual({ status: 200, body: {} });
  expect(sent.status).toBe('sent');
  expect((await service.calls()).length).toBeGreaterThan(before);
});
