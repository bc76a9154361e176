import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  respondWith,
  respondAfter,
  floodBody,
  floodHeaders,
  neverRespond,
  closeConnection,
  WebhookReceiver,
  resetConnection,
  writeRaw,
  trickleBody,
  type ResponseBehavior,
} from '../../support/webhook-receiver';
import { WebhookSubscriber, type Delivery, type Endpoint } from '../../support/webhook-subscriber';
import { useService } from '../../support/use-service';
import { makeTempDir } from '../../support/run/run-dir';

interface Outcome {
  status: 'success' | 'failed';
  code: number | null;
  error: unknown;
}

interface Case {
  name: string;
  behavior?: ResponseBehavior;
  /** DNS records that replace the records of the host after the endpoint is created. */
  dns?: Record<string, unknown>;
  scheme?: 'http' | 'https';
  isSecure?: boolean;
  /** Whether the receiver is stopped before the attempt. */
  isStopped?: boolean;
  /** Whether no request may reach the receiver. */
  isBlocked?: boolean;
  outcome: Outcome;
}

const succeeded = (code: number): Outcome => ({ status: 'success', code, error: null });
const failed = (error: unknown, code: number | null = null): Outcome => ({ status: 'failed', code, error });

const timedOut = failed('timed out after 10 seconds');
const notHttpError = failed('the response was not HTTP');
const connectionReset = failed('connection reset before a response');
const unresolved = failed('could not resolve the host');
const notPublic = failed('destination resolves to a non-public address');
const redirectNotFollowed = (code: number) =>
  failed('redirect not followed: webhook endpoints must answer directly', code);

const okResponse = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';

/** The receiver at an internal address to which some endpoints redirect. No request may reach this receiver. */
let internalReceiver: WebhookReceiver;

/** The target of the DNS alias. */
let aliasReceiver: WebhookReceiver;

const redirectInside =
  (status: number): ResponseBehavior =>
  (response, request) =>
    respondWith(status, { location: `http://127.0.0.1:${internalReceiver.port}/` })(response, request);

const respondingCases: Case[] = [
  ...[200, 202, 204, 299].map((code) => ({
    name: `status ${code}`,
    behavior: respondWith(code),
    outcome: succeeded(code),
  })),
  ...[400, 401, 404, 410, 429, 500, 503, 599].map((code) => ({
    name: `status ${code}`,
    behavior: respondWith(code),
    outcome: failed(null, code),
  })),
  ...[300, 301, 302, 303, 304, 307, 308].map((code) => ({
    name: `status ${code}, which redirects to an internal address`,
    behavior: redirectInside(code),
    outcome: redirectNotFollowed(code),
  })),
  { name: 'status 200 after three seconds', behavior: respondAfter(3_000, 200), outcome: succeeded(200) },
  {
    name: 'an unassigned status',
    behavior: writeRaw('HTTP/1.1 999 What\r\n\r\n'),
    outcome: failed(null, 999),
  },
  {
    name: '100, then 200',
    behavior: writeRaw(`HTTP/1.1 100 Continue\r\n\r\n${okResponse}`),
    outcome: succeeded(200),
  },
  {
    name: '103, then 200',
    behavior: writeRaw(`HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n${okResponse}`),
    outcome: succeeded(200),
  },
];

const brokenCases: Case[] = [
  { name: 'only status 100', behavior: writeRaw('HTTP/1.1 100 Continue\r\n\r\n'), outcome: timedOut },
  {
    name: '102 ten times, then 200',
    behavior: writeRaw(`${'HTTP/1.1 102 Processing\r\n\r\n'.repeat(10)}${okResponse}`),
    outcome: succeeded(200),
  },
  {
    name: '102 eleven times',
    behavior: writeRaw(`${'HTTP/1.1 102 Processing\r\n\r\n'.repeat(11)}${okResponse}`),
    outcome: failed('more than 10 interim responses (1xx)'),
  },
  {
    name: 'a protocol switch',
    behavior: writeRaw('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'),
    outcome: failed(null, 101),
  },
  {
    name: 'a protocol switch without an Upgrade header',
    behavior: writeRaw('HTTP/1.1 101 Switching Protocols\r\n\r\n'),
    outcome: failed(null, 101),
  },
  { name: 'nothing', behavior: neverRespond, outcome: timedOut },
  {
    name: 'half a status line, then single bytes slowly',
    behavior: trickleBody('HTTP/1.1 200 '),
    outcome: timedOut,
  },
  {
    name: 'half of its headers, then single bytes slowly',
    behavior: trickleBody('HTTP/1.1 200 OK\r\nX-Slow: '),
    outcome: timedOut,
  },
  {
    name: 'a status, then a slow body',
    behavior: trickleBody('HTTP/1.1 200 OK\r\nContent-Length: 9000\r\n\r\n'),
    outcome: succeeded(200),
  },
  { name: '200 and an endless body', behavior: floodBody(200), outcome: succeeded(200) },
  { name: '500 and an endless body', behavior: floodBody(500), outcome: failed(null, 500) },
  { name: 'endless headers', behavior: floodHeaders, outcome: notHttpError },
  { name: 'a closed connection', behavior: closeConnection, outcome: connectionReset },
  { name: 'a reset', behavior: resetConnection, outcome: connectionReset },
  { name: 'an SSH banner', behavior: writeRaw('SSH-2.0-OpenSSH_9.6\r\n'), outcome: notHttpError },
  {
    name: 'an invalid content length',
    behavior: writeRaw('HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n'),
    outcome: notHttpError,
  },
];

const unreachableCases: Case[] = [
  { name: 'refuses the connection', isStopped: true, outcome: failed('connection refused') },
  { name: 'does not support TLS', scheme: 'https', outcome: failed(expect.stringMatching(/./)) },
  {
    name: 'has a self-signed certificate',
    isSecure: true,
    outcome: failed(expect.stringMatching(/self-signed certificate/)),
  },
  { name: 'no longer exists in DNS', dns: { error: 'NXDOMAIN' }, isBlocked: true, outcome: unresolved },
  { name: 'no longer has addresses', dns: { A: [] }, isBlocked: true, outcome: unresolved },
  { name: 'has a failing name server', dns: { error: 'SERVFAIL' }, isBlocked: true, outcome: unresolved },
  { name: 'has a silent name server', dns: { error: 'TIMEOUT' }, isBlocked: true, outcome: unresolved },
  ...[
    { A: ['10.0.0.5'] },
    { A: ['127.0.0.1'] },
    { A: ['169.254.169.254'] },
    { A: ['100.64.0.1'] },
    { AAAA: ['::1'] },
    { AAAA: ['::ffff:127.0.0.1'] },
    { AAAA: ['fd00::1'] },
    { A: ['44.1.2.3', '192.168.0.1'] },
    { A: ['44.1.2.4'], AAAA: ['fe80::1'] },
    { A: [], CNAME: ['inside.example'] },
  ].map((dns) => ({
    name: `has changed to ${JSON.stringify(dns)}`,
    dns,
    isBlocked: true,
    outcome: notPublic,
  })),
  { name: 'has only an IPv6 address', dns: { AAAA: ['2600:1f18::44'] }, outcome: succeeded(200) },
  { name: 'is an alias', dns: { A: [], CNAME: ['alias-target.example'] }, outcome: succeeded(200) },
];

const cases = [...respondingCases, ...brokenCases, ...unreachableCases];

const service = useService();
const receivers = new Map<string, WebhookReceiver>();
const deliveries = new Map<string, Delivery>();
const requests = new Map<string, number>();

/** Creates a self-signed certificate. */
function createSelfSignedCertificate(host: string): { key: Buffer; cert: Buffer } {
  const folder = makeTempDir();
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const opensslArgs = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', cert];
  execFileSync('openssl', ['req', ...opensslArgs, '-subj', `/CN=${host}`, '-days', '1'], { stdio: 'ignore' });
  return { key: readFileSync(key), cert: readFileSync(cert) };
}

async function startCase(subscriber: WebhookSubscriber, testCase: Case, index: number): Promise<Endpoint> {
  const host = `case-${index}.example`;
  const { behavior, scheme, isSecure } = testCase;
  const tls = isSecure ? createSelfSignedCertificate(host) : undefined;
  const receiver = await WebhookReceiver.start(service, host, {
    ...(behavior && { behavior }),
    ...(tls && { tls }),
  });
  receivers.set(testCase.name, receiver);
  const url = scheme ? receiver.url.replace('http:', `${scheme}:`) : receiver.url;
  // The URL has the receiver's port, so that the receiver notices any request that the service wrongly sends to a
  // private address.
  const endpoint = await subscriber.createEndpoint(
    testCase.isBlocked ? `http://${host}:${receiver.port}/` : url,
  );
  if (testCase.dns) await service.control('PUT', `/dns/${host}`, testCase.dns);
  if (testCase.isStopped) await receiver.stop();
  return endpoint;
}

/** Each attempt occupies a function instance, and many simultaneous starts slow each other down. */
const concurrency = 8;

async function attemptAll(batch: readonly Case[], offset: number): Promise<void> {
  const subscriber = await WebhookSubscriber.create(service);
  const endpoints = new Map<string, Endpoint>();
  for (const [index, testCase] of batch.entries())
    endpoints.set(testCase.name, await startCase(subscriber, testCase, offset + index));
  await subscriber.reportDelay();
  while (endpoints.size > 0) {
    for (const [name, endpoint] of endpoints)
      if (await recordFirstAttempt(subscriber, name, endpoint)) endpoints.delete(name);
  }
}

/** Records the result of the first attempt if the attempt has ended. The next attempt follows a minute later. */
async function recordFirstAttempt(
  subscriber: WebhookSubscriber,
  name: string,
  endpoint: Endpoint,
): Promise<boolean> {
  const [delivery] = await subscriber.listDeliveries(endpoint);
  if (!delivery || delivery.status === 'pending') return false;
  deliveries.set(name, delivery);
  requests.set(name, receivers.get(name)?.received.length ?? 0);
  return true;
}

beforeAll(async () => {
  await service.control('PATCH', '/settings', { auto_delivery: false });
  internalReceiver = await WebhookReceiver.start(service, 'elsewhere.example');
  aliasReceiver = await WebhookReceiver.start(service, 'alias-target.example');
  await service.control('PUT', '/dns/inside.example', { A: ['10.1.2.3'] });
  for (let offset = 0; offset < cases.length; offset += concurrency)
    await attemptAll(cases.slice(offset, offset + concurrency), offset);
});

afterAll(() =>
  Promise.all([internalReceiver, aliasReceiver, ...receivers.values()].map((receiver) => receiver.stop())),
);

const deliveryResult = (name: string) => {
  const { status, last_status_code: code, last_error: error, attempts } = deliveries.get(name) ?? {};
  return { status, code, error, attempts };
};

// W-22, W-35, W-36
test.each(respondingCases)(
  'the delivery shows the outcome of an endpoint that responds with $name',
  ({ name, outcome }) => {
    expect(deliveryResult(name)).toEqual({ ...outcome, attempts: 1 });
    expect(requests.get(name)).toBe(1);
  },
);

test.each(brokenCases)(
  'the delivery shows the outcome of an unusual response: $name',
  ({ name, outcome }) => {
    expect(deliveryResult(name)).toEqual({ ...outcome, attempts: 1 });
  },
);

// W-35
test.each(unreachableCases)(
  'the delivery shows the outcome of a host that $name',
  ({ name, outcome, isBlocked }) => {
    expect(deliveryResult(name)).toEqual({ ...outcome, attempts: 1 });
    if (isBlocked) expect(receivers.get(name)?.connections).toBe(0);
  },
);

// W-25
test('no request follows a redirect to an internal address', () => {
  expect(internalReceiver.connections).toBe(0);
});

// W-35
test('every error has at most 500 characters', () => {
  const errors = [...deliveries.values()].flatMap(({ last_error }) => last_error ?? []);
  expect(errors.filter((error) => error.length > 500)).toEqual([]);
});
