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
  TimeoutError,
  type SendRequest,
  type Settings,
} from '../../packages/sdk/src';
import { mailOf } from '../support/arrange';
import { ownDomains } from '../support/own-domains';
import { theService } from '../support/the-service';
import { until } from '../support/until';

const service = theService();

/** From this file's own domain. */
const aMail = (fields: Partial<SendRequest> = {}): SendRequest => ({
  from: `desk@${ownDomains().transactional}`,
  to: 'kim@example.com',
  subject: 'Hello',
  text: 'It works.',
  ...fields,
});

const clientOf = (settings: Settings = {}): CarrierNest =>
  new CarrierNest({ url: service.at.api, key: service.at.key, ...settings });

/** What the client threw, when it is of this kind. */
async function thrownBy<T extends Error>(
  kind: abstract new (...args: never[]) => T,
  work: PromiseLike<unknown>,
): Promise<T> {
  const error: unknown = await Promise.resolve(work).then(
    () => new Error('Nothing was thrown'),
    (thrown: unknown) => thrown,
  );
  if (error instanceof kind) return error;
  throw error;
}

describe('lists', () => {
  test('a loop reads as many pages as it needs', async () => {
    let requests = 0;
    const counting: typeof fetch = (...request) => {
      requests += 1;
      return fetch(...request);
    };
    const nest = clientOf({ fetch: counting });
    const subjects = ['First', 'Second', 'Third', 'Fourth', 'Fifth'];
    for (const subject of subjects) await nest.sendEmail(aMail({ subject, to: 'pages@example.com' }));
    const list = nest.listEmails({ to: 'pages@example.com', limit: 2 });

    requests = 0;
    const first = await list;
    expect(requests).toBe(1);
    const all = await list.toArray();
    expect(requests).toBe(4);
    const three = await list.toArray(3);

    expect(first.data.map(({ subject }) => subject)).toEqual(['Fifth', 'Fourth']);
    expect(all.map(({ subject }) => subject)).toEqual(subjects.toReversed());
    expect(three.map(({ subject }) => subject)).toEqual(['Fifth', 'Fourth', 'Third']);
    expect(requests).toBe(6);
    expect(await list.toArray(0)).toEqual([]);
  });

  test('one without pages is read in the same way', async () => {
    const nest = clientOf();
    await nest.saveTopic({ key: 'news', name: 'News' });

    const keys: string[] = [];
    for await (const { key } of nest.listTopics()) keys.push(key);

    expect(keys).toEqual(['news']);
  });
});

describe('what the service refuses', () => {
  test('is an error with its type, and the fields that break a rule', async () => {
    const refusal = await thrownBy(ApiError, clientOf().sendEmail(aMail({ to: [] })));

    expect(refusal).toMatchObject({
      name: 'ApiError',
      status: 422,
      type: 'invalid_request',
      message: 'Validation failed',
      details: [{ path: ['to'], message: expect.any(String) }],
      missing: [],
      retryAfterSeconds: null,
      isTransient: false,
    });
    expect(refusal.body).toMatchObject({ error: { type: 'invalid_request' } });
  });

  test.each(['', '.', '..'])('the id %j is refused before it leads elsewhere', async (id) => {
    await expect(clientOf().getEmail(id)).rejects.toThrow(TypeError);
  });

  test('an id with slashes and question marks stays one part of the path', async () => {
    network = await Network.with();

    await network.client().getEmail('metrics/../x?limit=1#');

    expect(network.requests[0]?.url).toBe('/stage/v1/emails/metrics%2F..%2Fx%3Flimit%3D1%23');
  });

  test('a wrong key is named nowhere', async () => {
    const refusal = await thrownBy(ApiError, clientOf({ key: 'sk_live_not-this-one' }).getUsage());

    expect(refusal).toMatchObject({ status: 401, type: 'unauthorized' });
    expect(JSON.stringify({ ...refusal, stack: refusal.stack })).not.toContain('not-this-one');
  });
});

test('a file is sent and read again as it is', async () => {
  const bytes = Uint8Array.from({ length: 100_000 }, (_, index) => index % 256);
  const file = await attachment('Überblick.bin', bytes, 'application/x-any');

  const { id } = await clientOf().sendEmail(aMail({ attachments: [file] }));

  const { parsed } = await mailOf(service, id);
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
    process.env['CARRIER_NEST_URL'] = `${service.at.api}/`;
    process.env['CARRIER_NEST_KEY'] = service.at.key;

    expect(await new CarrierNest().getUsage()).toMatchObject({ plan: expect.any(String) });
  });

  test.each([
    [{ key: 'sk_live_x' }, 'Give the url of the service, or set CARRIER_NEST_URL'],
    [{ url: 'http://127.0.0.1' }, 'Give the key of the service, or set CARRIER_NEST_KEY'],
    [{ url: 'mail.example.com', key: 'x' }, 'The url of the service is none: mail.example.com'],
    [{ url: 'localhost:3000', key: 'x' }, 'The url of the service is none: localhost:3000'],
    [{ url: 'https://me:secret@example.com', key: 'x' }, 'The url of the service has a password'],
  ])('without one that is needed: %j', (settings, message) => {
    expect(() => new CarrierNest(settings)).toThrow(message);
  });
});

interface Request {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Something between the client and the service that answers as it is told, one request after the other. */
class Network {
  readonly requests: Request[] = [];

  url = '';

  private constructor(private readonly server: Server) {}

  static async with(...answers: ((response: ServerResponse) => void)[]): Promise<Network> {
    const server = createServer();
    const network = new Network(server);
    server.on('request', (request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const { method = '', url = '', headers } = request;
        network.requests.push({ method, url, headers, body: Buffer.concat(parts).toString() });
        (answers[network.requests.length - 1] ?? succeeds)(response);
      });
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    network.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/stage`;
    return network;
  }

  client(settings: Settings = {}): CarrierNest {
    return new CarrierNest({ url: this.url, key: 'sk_live_x', ...settings });
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

const answers =
  (status: number, type: string, headers: Record<string, string> = {}) =>
  (response: ServerResponse): void => {
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
    response.end(JSON.stringify({ error: { type, message: type } }));
  };
const succeeds = (response: ServerResponse): void => void response.writeHead(202).end('{"id":"1"}');
const breaks = (response: ServerResponse): void => void response.socket?.destroy();
const breaksMidway = (response: ServerResponse): void => {
  response.writeHead(202, { 'Content-Length': '1000' }).write('{"id":');
  setTimeout(() => response.socket?.destroy(), 50);
};
const hangs = (): void => undefined;
const isHtml = (response: ServerResponse): void =>
  void response.writeHead(504, { 'Content-Type': 'text/html' }).end('<h1>Gateway</h1>');
const leadsTo =
  (other: Network) =>
  (response: ServerResponse): void =>
    void response.writeHead(307, { Location: other.url }).end();

const mail: SendRequest = aMail({ from: 'desk@example.com' });

let network: Network | undefined;

afterEach(() => network?.stop());

describe('what is repeated', () => {
  test.each([
    ['a connection that breaks', breaks],
    ['one that breaks in the answer', breaksMidway],
    ['500', answers(500, 'internal_error')],
    ['a provider that throttles', answers(502, 'provider_error', { 'Retry-After': '1' })],
    ['502 of something in front', answers(502, 'unknown')],
    ['503', answers(503, 'service_unavailable', { 'Retry-After': '1' })],
    ['504 of something in front', isHtml],
    ['too many requests', answers(429, 'rate_limited', { 'Retry-After': '1' })],
    ['a key in use', answers(409, 'idempotency_in_progress')],
    ['an approval in progress', answers(409, 'approval_in_progress')],
  ])('%s: the same bytes, under the same key', async (_what, fault) => {
    network = await Network.with(fault, fault);

    expect(await network.client().sendEmail(mail)).toEqual({ id: '1' });

    const [first, ...others] = network.requests;
    expect(others).toHaveLength(2);
    expect(first?.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);
    expect(first).toMatchObject({ method: 'POST', url: '/stage/v1/emails', body: JSON.stringify(mail) });
    for (const { headers, body } of others)
      expect([headers['idempotency-key'], body]).toEqual([first?.headers['idempotency-key'], first?.body]);
  });

  test('each call has a key of its own, unless it is given one', async () => {
    network = await Network.with();
    const nest = network.client();

    for (let call = 0; call < 2; call += 1) await nest.sendEmail(mail);
    await nest.sendEmail(mail, { idempotencyKey: 'order-77' });

    const keys = network.requests.map(({ headers }) => headers['idempotency-key']);
    expect(new Set(keys).size).toBe(3);
    expect(keys[2]).toBe('order-77');
  });

  test.each([
    ['a daily limit', 429, 'daily_limit', { 'Retry-After': '3600' }],
    ['a mail that the provider refuses', 502, 'provider_error', {}],
    ['a key that was used for something else', 422, 'idempotency_key_reused', {}],
    ['a state that forbids it', 409, 'invalid_state', {}],
    ['a scope that is missing', 403, 'forbidden', {}],
  ])('%s is not', async (_what, status, type, headers) => {
    network = await Network.with(answers(status, type, headers));

    const refusal = await thrownBy(ApiError, network.client().sendEmail(mail));

    expect(refusal).toMatchObject({ status, type, isTransient: false });
    expect(network.requests).toHaveLength(1);
  });

  test('a page of something in front, in place of the answer, is not', async () => {
    network = await Network.with((response) => void response.writeHead(200).end('<h1>Sign in</h1>'));

    const error = await thrownBy(ApiError, network.client().getUsage());

    expect(error).toMatchObject({ status: 200, type: 'unknown', message: '200 <h1>Sign in</h1>' });
    expect(network.requests).toHaveLength(1);
  });

  test('a new endpoint is not made twice: only what was surely not done is repeated', async () => {
    network = await Network.with(answers(429, 'rate_limited', { 'Retry-After': '0' }), breaks);

    const make = network.client().createWebhookEndpoint({ url: 'https://acme.example/', events: ['send'] });

    await thrownBy(ConnectionError, make);
    expect(network.requests).toHaveLength(2);
  });

  test.each([
    ['never', 0, 1],
    ['twice', 2, 3],
  ])('as often as it is told: %s', async (_what, retries, requests) => {
    network = await Network.with(breaks, breaks, breaks, breaks, breaks);

    await thrownBy(ConnectionError, network.client({ retries }).getUsage());

    expect(network.requests).toHaveLength(requests);
  });
});

describe('how long it takes', () => {
  test('as long as it is told, where nobody answers', async () => {
    network = await Network.with(hangs);
    const begunAt = performance.now();

    const error = await thrownBy(TimeoutError, network.client({ timeoutMs: 300 }).getUsage());

    expect(error.message).toBe(`No answer from ${network.url} to GET /v1/usage within 300 ms`);
    expect(performance.now() - begunAt).toBeGreaterThanOrEqual(290);
    expect(network.requests).toHaveLength(1);
  });

  test('a pause that is longer than what is left is no pause', async () => {
    network = await Network.with(answers(503, 'service_unavailable', { 'Retry-After': '60' }));

    const begunAt = performance.now();
    const refusal = await thrownBy(ApiError, network.client({ timeoutMs: 30_000 }).sendEmail(mail));

    expect(refusal).toMatchObject({ status: 503, retryAfterSeconds: 60, isTransient: true });
    expect(network.requests).toHaveLength(1);
    expect(performance.now() - begunAt).toBeLessThan(20_000);
  });

  test('the pause is as long as the service says', async () => {
    network = await Network.with(answers(429, 'rate_limited', { 'Retry-After': '2' }));
    const begunAt = performance.now();

    await network.client().sendEmail(mail);

    expect(performance.now() - begunAt).toBeGreaterThanOrEqual(1_990);
  });

  test.each([
    ['in a request', hangs],
    ['in a pause', answers(503, 'service_unavailable', { 'Retry-After': '30' })],
  ])('a signal ends it %s', async (_what, fault) => {
    network = await Network.with(fault);
    const controller = new AbortController();
    const reason = new Error('Enough');

    const { requests } = network;
    const call = network.client().sendEmail(mail, { signal: controller.signal });
    const thrown = thrownBy(Error, call);
    await until(
      () => requests.length > 0,
      () => 'Nothing was asked',
    );
    await sleep(100);
    controller.abort(reason);

    expect(await thrown).toBe(reason);
    expect(network.requests).toHaveLength(1);
  });
});

test('an address in a path is in no error', async () => {
  network = await Network.with(breaks);

  const error = await thrownBy(
    ConnectionError,
    network.client({ retries: 0 }).deleteSuppression('kim@example.com'),
  );

  expect(error.message).toContain('to DELETE /v1/suppressions/…: ');
});

test.each([
  ['breaks', (response: ServerResponse) => response.socket?.destroy(), ConnectionError],
  [
    'is ended by a signal',
    (_response: ServerResponse, stop: AbortController) => stop.abort(),
    ConnectionError,
  ],
])('a file whose reading %s is an error', async (_how, ends, kind) => {
  const stop = new AbortController();
  network = await Network.with((response) => {
    response.writeHead(200, { 'Content-Length': '1000' }).write('%PDF');
    setTimeout(() => ends(response, stop), 100);
  });

  const file = await network.client().downloadAttachment('1', 0, { signal: stop.signal });

  expect(file).toMatchObject({ size: 1_000, filename: null });
  await thrownBy(kind, file.bytes());
});

test('a credential follows no redirect', async () => {
  const elsewhere = await Network.with();
  network = await Network.with(leadsTo(elsewhere));

  const refusal = await thrownBy(ApiError, network.client().getUsage());

  expect(refusal).toMatchObject({ status: 307, isTransient: false });
  expect([network.requests.length, elsewhere.requests.length]).toEqual([1, 0]);
  elsewhere.stop();
});

test('several values of one name are several', async () => {
  network = await Network.with();

  await network.client().listContacts({ tag: ['vip', 'a,b'], q: undefined });

  expect(network.requests[0]?.url).toBe('/stage/v1/contacts?tag=vip&tag=a%2Cb');
});

test('a setting that is undefined is one that was not given', async () => {
  network = await Network.with(breaks);
  const nest = network.client({ retries: undefined, timeoutMs: undefined, fetch: undefined });

  expect(await nest.sendEmail(mail, { retries: undefined, timeoutMs: undefined })).toEqual({ id: '1' });
});

test('fetch is called as a function: a method of something else is refused by browsers and workers', async () => {
  network = await Network.with();
  const calledOn: unknown[] = [];
  async function fetching(this: unknown, ...request: Parameters<typeof fetch>): Promise<Response> {
    calledOn.push(this);
    return fetch(...request);
  }

  await network.client({ fetch: fetching }).getUsage();

  expect(calledOn).toHaveLength(1);
  expect(calledOn).not.toContainEqual(expect.objectContaining({ key: 'sk_live_x' }));
});

test('a key with a line break is refused, and not shown', () => {
  const making = () => new CarrierNest({ url: 'http://127.0.0.1', key: 'sk_live_secret\n' });

  expect(making).toThrow(TypeError);
  expect(making).toThrow(/^(?!.*secret)/);
});

test.each([
  ['a refusal', answers(503, 'service_unavailable')],
  ['a broken connection', breaks],
])('%s names the key under which the same can be asked for again', async (_what, fault) => {
  network = await Network.with(fault);

  const error = await thrownBy(CarrierNestError, network.client({ retries: 0 }).sendEmail(mail));

  expect(error.idempotencyKey).toBe(network.requests[0]?.headers['idempotency-key']);
});

test('an address where nobody listens is named in the error', async () => {
  network = await Network.with();
  const nest = network.client({ retries: 0 });
  network.stop();

  const error = await thrownBy(ConnectionError, nest.getUsage());

  const { host } = new URL(network.url);
  expect(error.message).toBe(`No answer from ${network.url} to GET /v1/usage: connect ECONNREFUSED ${host}`);
  expect(error.cause).toMatchObject({ message: 'fetch failed' });
});
