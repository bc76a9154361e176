import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  answers,
  answersAfter,
  floods,
  floodsHeaders,
  hangs,
  hangsUp,
  Receiver,
  resets,
  says,
  trickles,
  type Reaction,
} from '../../support/receiver';
import { Subscriber, type Delivery, type Endpoint } from '../../support/subscriber';
import { theService } from '../../support/the-service';
import { aFolder } from '../../support/run/run-folder';

interface Outcome {
  status: 'success' | 'failed';
  code: number | null;
  error: unknown;
}

interface Case {
  name: string;
  reaction?: Reaction;
  /** What DNS says of the host once the endpoint is there. */
  dns?: Record<string, unknown>;
  scheme?: 'http' | 'https';
  isSecure?: boolean;
  /** Nobody listens. */
  isOff?: boolean;
  /** Nobody may even connect. */
  isBlocked?: boolean;
  outcome: Outcome;
}

const succeeded = (code: number): Outcome => ({ status: 'success', code, error: null });
const failed = (error: unknown, code: number | null = null): Outcome => ({ status: 'failed', code, error });

const timedOut = failed('timed out after 10 seconds');
const notHttp = failed('the answer was not HTTP');
const wasReset = failed('connection reset before an answer');
const unresolved = failed('could not resolve the host');
const notPublic = failed('destination resolves to a non-public address');
const redirected = (code: number) =>
  failed('redirect not followed: webhook endpoints must answer directly', code);

const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';

/** Where redirects and private addresses lead: nobody may come here. */
let inside: Receiver;

/** Where an alias leads. */
let aliased: Receiver;

const redirects =
  (status: number): Reaction =>
  (response, request) =>
    answers(status, { location: `http://127.0.0.1:${inside.port}/` })(response, request);

const answered: Case[] = [
  ...[200, 202, 204, 299].map((code) => ({
    name: `status ${code}`,
    reaction: answers(code),
    outcome: succeeded(code),
  })),
  ...[400, 401, 404, 410, 429, 500, 503, 599].map((code) => ({
    name: `status ${code}`,
    reaction: answers(code),
    outcome: failed(null, code),
  })),
  ...[300, 301, 302, 303, 304, 307, 308].map((code) => ({
    name: `status ${code}, which leads inside`,
    reaction: redirects(code),
    outcome: redirected(code),
  })),
  { name: 'status 200 after three seconds', reaction: answersAfter(3_000, 200), outcome: succeeded(200) },
  {
    name: 'a status that nobody knows',
    reaction: says('HTTP/1.1 999 What\r\n\r\n'),
    outcome: failed(null, 999),
  },
  {
    name: '100, then 200',
    reaction: says(`HTTP/1.1 100 Continue\r\n\r\n${ok}`),
    outcome: succeeded(200),
  },
  {
    name: '103, then 200',
    reaction: says(`HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n${ok}`),
    outcome: succeeded(200),
  },
];

const broken: Case[] = [
  { name: '100, and nothing more', reaction: says('HTTP/1.1 100 Continue\r\n\r\n'), outcome: timedOut },
  {
    name: 'ten times that it goes on, and then 200',
    reaction: says(`${'HTTP/1.1 102 Processing\r\n\r\n'.repeat(10)}${ok}`),
    outcome: succeeded(200),
  },
  {
    name: 'once more that it goes on',
    reaction: says(`${'HTTP/1.1 102 Processing\r\n\r\n'.repeat(11)}${ok}`),
    outcome: failed('more interim answers (1xx) than anybody needs'),
  },
  {
    name: 'another protocol',
    reaction: says('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'),
    outcome: failed(null, 101),
  },
  {
    name: 'another protocol that nobody named',
    reaction: says('HTTP/1.1 101 Switching Protocols\r\n\r\n'),
    outcome: failed(null, 101),
  },
  { name: 'nothing', reaction: hangs, outcome: timedOut },
  { name: 'half a status line, and then slowly', reaction: trickles('HTTP/1.1 200 '), outcome: timedOut },
  {
    name: 'half of its headers, and then slowly',
    reaction: trickles('HTTP/1.1 200 OK\r\nX-Slow: '),
    outcome: timedOut,
  },
  {
    name: 'a status, and the rest slowly',
    reaction: trickles('HTTP/1.1 200 OK\r\nContent-Length: 9000\r\n\r\n'),
    outcome: succeeded(200),
  },
  { name: 'an endless body to 200', reaction: floods(200), outcome: succeeded(200) },
  { name: 'an endless body to 500', reaction: floods(500), outcome: failed(null, 500) },
  { name: 'endless headers', reaction: floodsHeaders, outcome: notHttp },
  { name: 'the end of the connection', reaction: hangsUp, outcome: wasReset },
  { name: 'a reset', reaction: resets, outcome: wasReset },
  { name: 'what is not HTTP', reaction: says('SSH-2.0-OpenSSH_9.6\r\n'), outcome: notHttp },
  {
    name: 'a length that is none',
    reaction: says('HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n'),
    outcome: notHttp,
  },
];

const unreachable: Case[] = [
  { name: 'refuses the connection', isOff: true, outcome: failed('connection refused') },
  { name: 'speaks no TLS', scheme: 'https', outcome: failed(expect.stringMatching(/./)) },
  {
    name: 'shows a certificate of its own making',
    isSecure: true,
    outcome: failed(expect.stringMatching(/self-signed certificate/)),
  },
  { name: 'has no name any more', dns: { error: 'NXDOMAIN' }, isBlocked: true, outcome: unresolved },
  { name: 'has no addresses any more', dns: { A: [] }, isBlocked: true, outcome: unresolved },
  { name: 'has a name server in trouble', dns: { error: 'SERVFAIL' }, isBlocked: true, outcome: unresolved },
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
    name: `leads to ${JSON.stringify(dns)} by now`,
    dns,
    isBlocked: true,
    outcome: notPublic,
  })),
  { name: 'has only an IPv6 address', dns: { AAAA: ['2600:1f18::44'] }, outcome: succeeded(200) },
  { name: 'is an alias', dns: { A: [], CNAME: ['alias-target.example'] }, outcome: succeeded(200) },
];

const cases = [...answered, ...broken, ...unreachable];

const service = theService();
const receivers = new Map<string, Receiver>();
const deliveries = new Map<string, Delivery>();
const requests = new Map<string, number>();

/** A certificate that nobody vouches for. */
function selfSigned(host: string): { key: Buffer; cert: Buffer } {
  const folder = aFolder();
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const made = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', cert];
  execFileSync('openssl', ['req', ...made, '-subj', `/CN=${host}`, '-days', '1'], { stdio: 'ignore' });
  return { key: readFileSync(key), cert: readFileSync(cert) };
}

async function arrange(subscriber: Subscriber, one: Case, index: number): Promise<Endpoint> {
  const host = `case-${index}.example`;
  const { reaction, scheme, isSecure } = one;
  const tls = isSecure ? selfSigned(host) : undefined;
  const receiver = await Receiver.start(service, host, {
    ...(reaction && { reaction }),
    ...(tls && { tls }),
  });
  receivers.set(one.name, receiver);
  const url = scheme ? receiver.url.replace('http:', `${scheme}:`) : receiver.url;
  // To its own port: should a private address be tried, somebody is there.
  const endpoint = await subscriber.endpoint(one.isBlocked ? `http://${host}:${receiver.port}/` : url);
  if (one.dns) await service.control('PUT', `/dns/${host}`, one.dns);
  if (one.isOff) await receiver.stop();
  return endpoint;
}

/** A few at a time: each takes a function of its own, and many functions that start at once hold each other up. */
const atOnce = 8;

async function attemptAll(part: readonly Case[], offset: number): Promise<void> {
  const subscriber = await Subscriber.create(service);
  const endpoints = new Map<string, Endpoint>();
  for (const [index, one] of part.entries())
    endpoints.set(one.name, await arrange(subscriber, one, offset + index));
  await subscriber.happens();
  while (endpoints.size > 0) {
    for (const [name, endpoint] of endpoints)
      if (await noteFirst(subscriber, name, endpoint)) endpoints.delete(name);
  }
}

/** How the first attempt went, once it is over: the next one is a minute away. */
async function noteFirst(subscriber: Subscriber, name: string, endpoint: Endpoint): Promise<boolean> {
  const [delivery] = await subscriber.deliveries(endpoint);
  if (!delivery || delivery.status === 'pending') return false;
  deliveries.set(name, delivery);
  requests.set(name, receivers.get(name)?.received.length ?? 0);
  return true;
}

beforeAll(async () => {
  await service.control('PATCH', '/settings', { auto_delivery: false });
  inside = await Receiver.start(service, 'elsewhere.example');
  aliased = await Receiver.start(service, 'alias-target.example');
  await service.control('PUT', '/dns/inside.example', { A: ['10.1.2.3'] });
  for (let at = 0; at < cases.length; at += atOnce) await attemptAll(cases.slice(at, at + atOnce), at);
});

afterAll(() => Promise.all([inside, aliased, ...receivers.values()].map((receiver) => receiver.stop())));

const shown = (name: string) => {
  const { status, last_status_code: code, last_error: error, attempts } = deliveries.get(name) ?? {};
  return { status, code, error, attempts };
};

test.each(answered)('an endpoint that answers with $name', ({ name, outcome }) => {
  expect(shown(name)).toEqual({ ...outcome, attempts: 1 });
  expect(requests.get(name)).toBe(1);
});

test.each(broken)('an endpoint that answers with $name', ({ name, outcome }) => {
  expect(shown(name)).toEqual({ ...outcome, attempts: 1 });
});

test.each(unreachable)('a host that $name', ({ name, outcome, isBlocked }) => {
  expect(shown(name)).toEqual({ ...outcome, attempts: 1 });
  if (isBlocked) expect(receivers.get(name)?.connections).toBe(0);
});

test('no redirect was followed to where only the service itself gets', () => {
  expect(inside.connections).toBe(0);
});

test('every error is of at most 500 characters', () => {
  const errors = [...deliveries.values()].flatMap(({ last_error }) => last_error ?? []);
  expect(errors.filter((error) => error.length > 500)).toEqual([]);
});
