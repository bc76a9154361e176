import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  ApiError,
  attachment,
  CarrierNest,
  CarrierNestError,
  ConnectionError,
  IgnoredCursorError,
  TimeoutError,
  type SendRequest,
  type Settings,
} from '../../packages/sdk/src';
import { readOutboxMail } from '../support/api-helpers';
import { fileDomains } from '../support/file-domains';
import { useService } from '../support/use-service';
import { waitUntil } from '../support/wait-until';

const service = useService();

/** Returns an email from the domain of this test file. */
const aMail = (fields: Partial<SendRequest> = {}): SendRequest => ({
  from: `desk@${fileDomains().transactional}`,
  to: 'kim@example.com',
  subject: 'Hello',
  text: 'It works.',
  ...fields,
});

const createClient = (settings: Settings = {}): CarrierNest =>
  new CarrierNest({ url: service.metadata.api, key: service.metadata.key, ...settings });

/** Returns the thrown error, which must be an instance of this class. */
async function expectThrown<T extends Error>(
  errorClass: abstract new (...args: never[]) => T,
  operation: PromiseLike<unknown>,
): Promise<T> {
  const error: unknown = await Promise.resolve(operation).then(
    () => new Error('Nothing was thrown'),
    (thrown: unknown) => thrown,
  );
  if (error instanceof errorClass) return error;
  throw error;
}

describe('lists', () => {
  test('only the required pages are read', async () => {
    let requests = 0;
    const countingFetch: typeof fetch = (...request) => {
      requests += 1;
      return fetch(...request);
    };
    const client = createClient({ fetch: countingFetch });
    const subjects = ['First', 'Second', 'Third', 'Fourth', 'Fifth'];
    for (const subject of subjects) await client.sendEmail(aMail({ subject, to: 'pages@example.com' }));
    const list = client.listEmails({ to: 'pages@example.com', limit: 2 });

    requests = 0;
    const first = await list;
    expect(requests).toBe(1);
    const allEmails = await list.toArray();
    expect(requests).toBe(4);
    const threeEmails = await list.toArray(3);

    expect(first.data.map(({ subject }) => subject)).toEqual(['Fifth', 'Fourth']);
    expect(allEmails.map(({ subject }) => subject)).toEqual(subjects.toReversed());
    expect(threeEmails.map(({ subject }) => subject)).toEqual(['Fifth', 'Fourth', 'Third']);
    expect(requests).toBe(6);
    expect(await list.toArray(0)).toEqual([]);
  });

  test('a list with a single page is read with the same methods', async () => {
    const client = createClient();
    await client.saveTopic({ key: 'news', name: 'News' });

    const keys: string[] = [];
    for await (const { key } of client.listTopics()) keys.push(key);

    expect(keys).toEqual(['news']);
  });
});

describe('ignored fields and parameters', () => {
  const misspelled = { key: 'tips', name: 'Tips', défaut: true };

  test('are passed to the listener of the client, or of the call', async () => {
    const heard: unknown[] = [];
    const client = createClient({ onIgnoredFields: (...report) => heard.push(report) });

    await client.saveTopic(misspelled);
    await client.saveTopic(misspelled, { onIgnoredFields: (names) => heard.push(names) });
    await client.saveTopic({ key: 'tips', name: 'Tips' });

    expect(heard).toEqual([[['défaut'], 'POST /v1/topics'], ['défaut']]);
  });

  test('are written to the console without a listener', async () => {
    const warn = jest.spyOn(console, 'warn').mockImplementation();
    await createClient().saveTopic(misspelled);

    expect(warn.mock.calls).toEqual([['Carrier Nest: POST /v1/topics ignored défaut. Check the spelling']]);
    warn.mockRestore();
  });

  //
  test('end the iteration if the cursor is among them, because the pages would repeat forever', async () => {
    stubServer = await StubServer.start(respondWithFirstPage(), respondWithFirstPage('cursor'));
    const seen: unknown[] = [];
    const iterate = async () => {
      for await (const item of stubServer?.client().listEmails() ?? []) seen.push(item);
    };

    await expectThrown(IgnoredCursorError, iterate());

    expect(seen).toEqual([1]);
    expect(stubServer.requests.map(({ url }) => url)).toEqual([
      '/stage/v1/emails',
      '/stage/v1/emails?cursor=next',
    ]);
  });

  //
  test('do not end a call that has a cursor in its body, because the call took effect', async () => {
    const heard: unknown[] = [];
    const client = createClient({ onIgnoredFields: (names) => heard.push(names) });

    const topic = await client.saveTopic({ key: 'hints', name: 'Hints', ...{ cursor: 'garbage' } });

    expect(topic).toMatchObject({ key: 'hints' });
    expect(heard).toEqual([['cursor']]);
  });

  test('end a call if the cursor is among them', async () => {
    const error = await expectThrown(IgnoredCursorError, createClient().listContacts({ cursor: 'garbage' }));

    expect(error.message).toBe(
      'GET /v1/contacts cannot read the cursor, and returned the first page. Pass the next_cursor of the page before unchanged, or no cursor',
    );
  });
});

describe('a refusal', () => {
  test('is an error with the error type and the invalid fields', async () => {
    const refusal = await expectThrown(ApiError, createClient().sendEmail(aMail({ to: [] })));

    expect(refusal).toMatchObject({
      name: 'ApiError',
      status: 422,
      type: 'invalid_request',
      message: 'Validation failed: to: name at least one recipient',
      summary: 'Validation failed',
      details: [{ path: ['to'], message: 'name at least one recipient' }],
      missing: [],
      retryAfterSeconds: null,
      isTransient: false,
    });
    expect(refusal.body).toMatchObject({ error: { type: 'invalid_request' } });
  });

  test('names the first invalid field in its message, once, and counts the others', async () => {
    const mail = { to: [], text: '' } as unknown as SendRequest;
    const refusal = await expectThrown(ApiError, createClient().sendEmail(mail));

    expect(refusal.message).toBe('Validation failed: `from` is required (and 1 more)');
  });

  test.each(['', '.', '..'])(
    'of the id %j occurs in the client, before the id can change the path',
    async (id) => {
      await expect(createClient().getEmail(id)).rejects.toThrow(TypeError);
    },
  );

  test('does not apply to an id with slashes and question marks, which remains one path segment', async () => {
    stubServer = await StubServer.start();

    await stubServer.client().getEmail('metrics/../x?limit=1#');

    expect(stubServer.requests[0]?.url).toBe('/stage/v1/emails/metrics%2F..%2Fx%3Flimit%3D1%23');
  });

  test('of an invalid key does not contain the key', async () => {
    const refusal = await expectThrown(ApiError, createClient({ key: 'sk_live_not-this-one' }).getUsage());

    expect(refusal).toMatchObject({ status: 401, type: 'unauthorized' });
    expect(JSON.stringify(Object.assign({}, refusal, { stack: refusal.stack }))).not.toContain(
      'not-this-one',
    );
  });
});

test('a file is sent and read unchanged', async () => {
  const bytes = Uint8Array.from({ length: 100_000 }, (_, index) => index % 256);
  const file = await attachment('Überblick.bin', bytes, 'application/x-any');

  const { id } = await createClient().sendEmail(aMail({ attachments: [file] }));

  const { parsed } = await readOutboxMail(service, id);
  const [sent] = parsed.attachments;
  expect(sent).toMatchObject({ filename: 'Überblick.bin', contentType: 'application/x-any' });
  expect(sent?.content.equals(bytes)).toBe(true);
});

describe('settings', () => {
  afterEach(() => {
    delete process.env['CARRIER_NEST_URL'];
    delete process.env['CARRIER_NEST_KEY'];
  });

  test('come from the environment', async () => {
    process.env['CARRIER_NEST_URL'] = `${service.metadata.api}/`;
    process.env['CARRIER_NEST_KEY'] = service.metadata.key;

    expect(await new CarrierNest().getUsage()).toMatchObject({ plan: expect.any(String) });
  });

  test.each([
    [{ key: 'sk_live_x' }, 'Give the url of the service, or set CARRIER_NEST_URL'],
    [{ url: 'http://127.0.0.1' }, 'Give the key of the service, or set CARRIER_NEST_KEY'],
    [
      { url: 'mail.example.com', key: 'x' },
      'The url of the service must be an http or https URL: mail.example.com',
    ],
    [
      { url: 'localhost:3000', key: 'x' },
      'The url of the service must be an http or https URL: localhost:3000',
    ],
    [{ url: 'https://me:secret@example.com', key: 'x' }, 'The url of the service has a password'],
  ])('that are incomplete or invalid are refused: %j', (settings, message) => {
    expect(() => new CarrierNest(settings)).toThrow(message);
  });
});

interface StubRequest {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/**
 * A stub that the client calls instead of the service. The stub handles each request with the next configured
 * behavior.
 */
class StubServer {
  readonly requests: StubRequest[] = [];

  url = '';

  private constructor(private readonly server: Server) {}

  static async start(...responders: ((response: ServerResponse) => void)[]): Promise<StubServer> {
    const server = createServer();
    const stubServer = new StubServer(server);
    server.on('request', (request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const { method = '', url = '', headers } = request;
        stubServer.requests.push({ method, url, headers, body: Buffer.concat(parts).toString() });
        (responders[stubServer.requests.length - 1] ?? respondOk)(response);
      });
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    stubServer.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/stage`;
    return stubServer;
  }

  client(settings: Settings = {}): CarrierNest {
    return new CarrierNest({ url: this.url, key: 'sk_live_x', ...settings });
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

const respondWith =
  (status: number, type: string, headers: Record<string, string> = {}) =>
  (response: ServerResponse): void => {
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
    response.end(JSON.stringify({ error: { type, message: type } }));
  };
const respondWithFirstPage = (ignoredFields?: string) => (response: ServerResponse) => {
  response.writeHead(200, ignoredFields === undefined ? {} : { 'CN-Ignored-Fields': ignoredFields });
  response.end('{"data": [1], "has_more": true, "next_cursor": "next"}');
};
const respondOk = (response: ServerResponse): void => void response.writeHead(202).end('{"id":"1"}');
const resetConnection = (response: ServerResponse): void => void response.socket?.destroy();
const resetMidResponse = (response: ServerResponse): void => {
  response.writeHead(202, { 'Content-Length': '1000' }).write('{"id":');
  setTimeout(() => response.socket?.destroy(), 50);
};
const neverRespond = (): void => undefined;
const respondHtml = (response: ServerResponse): void =>
  void response.writeHead(504, { 'Content-Type': 'text/html' }).end('<h1>Gateway</h1>');
const redirectTo =
  (other: StubServer) =>
  (response: ServerResponse): void =>
    void response.writeHead(307, { Location: other.url }).end();

const mail: SendRequest = aMail({ from: 'desk@example.com' });

let stubServer: StubServer | undefined;

afterEach(() => stubServer?.stop());

describe('retries', () => {
  test.each([
    ['a broken connection', resetConnection],
    ['a connection that breaks during the response', resetMidResponse],
    ['a 500 response', respondWith(500, 'internal_error')],
    ['SES throttling', respondWith(502, 'provider_error', { 'Retry-After': '1' })],
    ['a 502 response from a proxy', respondWith(502, 'unknown')],
    ['a 503 response', respondWith(503, 'service_unavailable', { 'Retry-After': '1' })],
    ['a 504 response from a proxy', respondHtml],
    ['too many requests', respondWith(429, 'rate_limited', { 'Retry-After': '1' })],
    ['an Idempotency-Key in use', respondWith(409, 'idempotency_in_progress')],
    ['an approval in progress', respondWith(409, 'approval_in_progress')],
  ])('%s is retried with the same body and idempotency key', async (_description, fault) => {
    stubServer = await StubServer.start(fault, fault);

    expect(await stubServer.client().sendEmail(mail)).toEqual({ id: '1' });

    const [first, ...rest] = stubServer.requests;
    expect(rest).toHaveLength(2);
    expect(first?.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);
    expect(first).toMatchObject({ method: 'POST', url: '/stage/v1/emails', body: JSON.stringify(mail) });
    for (const { headers, body } of rest)
      expect([headers['idempotency-key'], body]).toEqual([first?.headers['idempotency-key'], first?.body]);
  });

  test('each call has a different idempotency key unless the caller gives one', async () => {
    stubServer = await StubServer.start();
    const client = stubServer.client();

    for (let call = 0; call < 2; call += 1) await client.sendEmail(mail);
    await client.sendEmail(mail, { idempotencyKey: 'order-77' });

    const keys = stubServer.requests.map(({ headers }) => headers['idempotency-key']);
    expect(new Set(keys).size).toBe(3);
    expect(keys[2]).toBe('order-77');
  });

  test.each([
    ['a daily limit', 429, 'daily_limit', { 'Retry-After': '3600' }],
    ['an email that SES rejects', 502, 'provider_error', {}],
    ['an Idempotency-Key of another request', 422, 'idempotency_key_reused', {}],
    ['a state that forbids the action', 409, 'invalid_state', {}],
    ['a missing scope', 403, 'forbidden', {}],
  ])('%s is not retried', async (_description, status, type, headers) => {
    stubServer = await StubServer.start(respondWith(status, type, headers));

    const refusal = await expectThrown(ApiError, stubServer.client().sendEmail(mail));

    expect(refusal).toMatchObject({ status, type, isTransient: false });
    expect(stubServer.requests).toHaveLength(1);
  });

  test('a call that receives an HTML page from a proxy is not retried', async () => {
    stubServer = await StubServer.start((response) => void response.writeHead(200).end('<h1>Sign in</h1>'));

    const error = await expectThrown(ApiError, stubServer.client().getUsage());

    expect(error).toMatchObject({ status: 200, type: 'unknown', message: '200 <h1>Sign in</h1>' });
    expect(stubServer.requests).toHaveLength(1);
  });

  test('creating a webhook endpoint is retried only if the endpoint was certainly not created', async () => {
    stubServer = await StubServer.start(
      respondWith(429, 'rate_limited', { 'Retry-After': '0' }),
      resetConnection,
    );

    const creation = stubServer
      .client()
      .createWebhookEndpoint({ url: 'https://acme.example/', events: ['send'] });

    await expectThrown(ConnectionError, creation);
    expect(stubServer.requests).toHaveLength(2);
  });

  test.each([
    ['never', 0, 1],
    ['twice', 2, 3],
  ])('are limited to the configured maximum: %s', async (_description, retries, requests) => {
    stubServer = await StubServer.start(
      resetConnection,
      resetConnection,
      resetConnection,
      resetConnection,
      resetConnection,
    );

    await expectThrown(ConnectionError, stubServer.client({ retries }).getUsage());

    expect(stubServer.requests).toHaveLength(requests);
  });
});

describe('timeouts', () => {
  test('end the call when the server does not respond', async () => {
    stubServer = await StubServer.start(neverRespond);
    const startedAt = performance.now();

    const error = await expectThrown(TimeoutError, stubServer.client({ timeoutMs: 300 }).getUsage());

    expect(error.message).toBe(`No response from ${stubServer.url} to GET /v1/usage within 300 ms`);
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(290);
    expect(stubServer.requests).toHaveLength(1);
  });

  test('skip a pause that is longer than the remaining time', async () => {
    stubServer = await StubServer.start(respondWith(503, 'service_unavailable', { 'Retry-After': '60' }));

    const startedAt = performance.now();
    const refusal = await expectThrown(ApiError, stubServer.client({ timeoutMs: 30_000 }).sendEmail(mail));

    expect(refusal).toMatchObject({ status: 503, retryAfterSeconds: 60, isTransient: true });
    expect(stubServer.requests).toHaveLength(1);
    expect(performance.now() - startedAt).toBeLessThan(20_000);
  });

  test('a pause before a retry has the duration of Retry-After', async () => {
    stubServer = await StubServer.start(respondWith(429, 'rate_limited', { 'Retry-After': '2' }));
    const startedAt = performance.now();

    await stubServer.client().sendEmail(mail);

    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(1_990);
  });

  test.each([
    ['during a request', neverRespond],
    ['during a pause', respondWith(503, 'service_unavailable', { 'Retry-After': '30' })],
  ])('an abort signal ends the call %s', async (_description, fault) => {
    stubServer = await StubServer.start(fault);
    const controller = new AbortController();
    const reason = new Error('Enough');

    const { requests } = stubServer;
    const call = stubServer.client().sendEmail(mail, { signal: controller.signal });
    const thrown = expectThrown(Error, call);
    await waitUntil(
      () => requests.length > 0,
      () => 'The client has sent no request',
    );
    await sleep(100);
    controller.abort(reason);

    expect(await thrown).toBe(reason);
    expect(stubServer.requests).toHaveLength(1);
  });
});

test('an address in the path does not appear in errors', async () => {
  stubServer = await StubServer.start(resetConnection);

  const error = await expectThrown(
    ConnectionError,
    stubServer.client({ retries: 0 }).deleteSuppression('kim@example.com'),
  );

  expect(error.message).toContain('to DELETE /v1/suppressions/…: ');
});

test.each([
  ['breaks', (response: ServerResponse) => response.socket?.destroy(), ConnectionError],
  [
    'is aborted by a signal',
    (_response: ServerResponse, abortController: AbortController) => abortController.abort(),
    ConnectionError,
  ],
])('a download whose body %s throws an error', async (_description, endDownload, errorClass) => {
  const abortController = new AbortController();
  stubServer = await StubServer.start((response) => {
    response.writeHead(200, { 'Content-Length': '1000' }).write('%PDF');
    setTimeout(() => endDownload(response, abortController), 100);
  });

  const file = await stubServer.client().downloadAttachment('1', 0, { signal: abortController.signal });

  expect(file).toMatchObject({ size: 1_000, filename: null });
  await expectThrown(errorClass, file.bytes());
});

test('a request with a credential does not follow redirects', async () => {
  const otherServer = await StubServer.start();
  stubServer = await StubServer.start(redirectTo(otherServer));

  const refusal = await expectThrown(ApiError, stubServer.client().getUsage());

  expect(refusal).toMatchObject({ status: 307, isTransient: false });
  expect([stubServer.requests.length, otherServer.requests.length]).toEqual([1, 0]);
  otherServer.stop();
});

test('several values of the same query parameter are sent separately', async () => {
  stubServer = await StubServer.start();

  await stubServer.client().listContacts({ tag: ['vip', 'a,b'], q: undefined });

  expect(stubServer.requests[0]?.url).toBe('/stage/v1/contacts?tag=vip&tag=a%2Cb');
});

test('an undefined setting is treated as omitted', async () => {
  stubServer = await StubServer.start(resetConnection);
  const client = stubServer.client({ retries: undefined, timeoutMs: undefined, fetch: undefined });

  expect(await client.sendEmail(mail, { retries: undefined, timeoutMs: undefined })).toEqual({ id: '1' });
});

test('fetch is called as a plain function, as browsers and workers require', async () => {
  stubServer = await StubServer.start();
  const receivers: unknown[] = [];
  async function recordingFetch(this: unknown, ...request: Parameters<typeof fetch>): Promise<Response> {
    receivers.push(this);
    return fetch(...request);
  }

  await stubServer.client({ fetch: recordingFetch }).getUsage();

  expect(receivers).toHaveLength(1);
  expect(receivers).not.toContainEqual(expect.objectContaining({ key: 'sk_live_x' }));
});

test('a key with a line break is refused, and the error does not contain the key', () => {
  const createWithKey = () => new CarrierNest({ url: 'http://127.0.0.1', key: 'sk_live_secret\n' });

  expect(createWithKey).toThrow(TypeError);
  expect(createWithKey).toThrow(/^(?!.*secret)/);
});

test.each([
  ['a refusal', respondWith(503, 'service_unavailable')],
  ['a broken connection', resetConnection],
])('%s reports the idempotency key for a manual retry', async (_description, fault) => {
  stubServer = await StubServer.start(fault);

  const error = await expectThrown(CarrierNestError, stubServer.client({ retries: 0 }).sendEmail(mail));

  expect(error.idempotencyKey).toBe(stubServer.requests[0]?.headers['idempotency-key']);
});

test.each(['/', '//'])('a base URL that ends in "%s" leads to the same path', async (end) => {
  stubServer = await StubServer.start();

  await new CarrierNest({ url: `${stubServer.url}${end}`, key: 'sk_live_x' }).getUsage();

  expect(stubServer.requests[0]?.url).toBe('/stage/v1/usage');
});

test('a refused connection is reported with its address', async () => {
  stubServer = await StubServer.start();
  const client = stubServer.client({ retries: 0 });
  stubServer.stop();

  const error = await expectThrown(ConnectionError, client.getUsage());

  const { host } = new URL(stubServer.url);
  expect(error.message).toBe(
    `No response from ${stubServer.url} to GET /v1/usage: connect ECONNREFUSED ${host}`,
  );
  expect(error.cause).toMatchObject({ message: 'fetch failed' });
});
