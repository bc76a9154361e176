import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { startIngress } from '../../packages/local/src/gateway/ingress';
import { synthesize } from '../../packages/local/src/template/synthesize';
import { uploadHalf } from '../support/half-upload';
import { startInProcess, type InProcess } from '../support/runtime-in-process';
import { until } from '../support/until';

/** The program of the container, where a task has little memory and bodies little time. */
const taskMemoryMb = 128;
/** Half of its four places. */
const shareOfWorkspace = 2;
const bodySecondsMax = 10;
/** As many forms of the pages that mails link to. */
const strangersAtOnce = 8;

let running: InProcess;
let ingress: Awaited<ReturnType<typeof startIngress>>;
let key: string;
let neighbour: string;
let third: string;

beforeAll(async () => {
  running = await startInProcess();
  const { runtime, deployment } = running;
  ingress = await startIngress({
    program: (await synthesize()).ingressProgram,
    spec: {
      ...deployment.ingress,
      environment: {
        ...deployment.ingress.environment,
        TASK_MEMORY_MB: `${taskMemoryMb}`,
        BODY_SECONDS_MAX: `${bodySecondsMax}`,
      },
    },
    region: 'us-east-1',
    awsEndpoint: runtime.awsEndpoint,
  });
  const keyOf = async (name: string) =>
    String((await runtime.operator.administer('createWorkspace', { name }))['key']);
  [key, neighbour, third] = [await keyOf('Acme'), await keyOf('Neighbour'), await keyOf('Third')];
});

afterAll(async () => {
  await ingress.stop();
  await running.stop();
});

/** A client whose body does not come. Resolves when the ingress has taken its request in. */
async function holdPlace(as = key): Promise<Socket> {
  const { hostname, port } = new URL(ingress.origin);
  const socket = connect(Number(port), hostname);
  const head = [
    'POST /v1/emails HTTP/1.1',
    `Host: ${hostname}`,
    `Authorization: Bearer ${as}`,
    'Content-Length: 4000000',
    'Expect: 100-continue',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  await once(socket, 'data');
  return socket;
}

const post = (body: string) =>
  fetch(`${ingress.origin}/v1/nothing`, {
    method: 'POST',
    body,
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
  });

test('one body more than there is room for is answered 503, until one of the others ends', async () => {
  const sockets = [];
  for (const as of [key, neighbour])
    for (let held = 0; held < shareOfWorkspace; held += 1) sockets.push(await holdPlace(as));

  const refused = await uploadHalf(`${ingress.origin}/v1/emails`, {
    key: third,
    bytes: 4_000_000,
    written: 1000,
  });
  const health = await fetch(`${ingress.origin}/health`);
  for (const socket of sockets) socket.destroy();
  while ((await post('{}')).status === 503) await sleep(50);
  const admitted = await post('{}');

  expect(refused).toMatchObject({ status: 503, type: 'service_unavailable' });
  expect(refused.headers['retry-after']).toBe('5');
  expect(health.status).toBe(200);
  expect(admitted.status).toBe(404);
});

test('one key that leaves bodies unfinished takes its share of the places, and no other workspace feels it', async () => {
  const { hostname, port } = new URL(ingress.origin);
  const uploads = Array.from({ length: shareOfWorkspace + 1 }, () => {
    const socket = connect(Number(port), hostname);
    const head = ['POST /v1/emails HTTP/1.1', `Host: ${hostname}`, `Authorization: Bearer ${key}`];
    socket.write(`${[...head, 'Content-Length: 4000000'].join('\r\n')}\r\n\r\n `);
    return { socket, answered: once(socket, 'data').then(([data]) => String(data)) };
  });

  const refused = await Promise.race(uploads.map(({ answered }) => answered));
  const beside = await uploadHalf(`${ingress.origin}/v1/nothing`, { key: neighbour, bytes: 10, written: 10 });
  for (const { socket } of uploads) socket.destroy();

  expect(refused).toMatch(/^HTTP\/1\.1 429 /);
  expect(refused).toMatch(/^Retry-After: 5\r$/m);
  expect(refused).toContain('"rate_limited"');
  expect(beside.status).toBe(404);
});

test('a body that does not come in time is answered 400, and makes room', async () => {
  const seen = await uploadHalf(`${ingress.origin}/v1/emails`, { key, bytes: 4_000_000, written: 1000 });

  expect(seen).toMatchObject({ status: 400, type: 'invalid_request' });
  expect((await post('{}')).status).toBe(404);
});

test('strangers who hold every place of the pages keep out nobody with a key, and not for long', async () => {
  const { hostname, port } = new URL(ingress.origin);
  const inTheirOrder: (string | undefined)[] = [];
  const forms = Array.from({ length: strangersAtOnce + 2 }, () => {
    const socket = connect(Number(port), hostname);
    const head = ['POST /unsubscribe/nothing HTTP/1.1', `Host: ${hostname}`, 'Transfer-Encoding: chunked'];
    socket.write(`${head.join('\r\n')}\r\n\r\n1\r\nx\r\n`);
    const answered = once(socket, 'data').then(([data]) => inTheirOrder.push(String(data).split(' ')[1]));
    return { socket, answered };
  });

  await until(
    () => inTheirOrder.length >= 2,
    () => 'Nobody was refused',
  );
  const refused = [...inTheirOrder];
  const beside = await Promise.all(Array.from({ length: shareOfWorkspace }, () => post('{}')));
  await Promise.all(forms.map(({ answered }) => answered));
  for (const { socket } of forms) socket.destroy();

  expect(refused).toEqual(['503', '503']);
  expect(beside.map(({ status }) => status)).toEqual([404, 404]);
  expect(inTheirOrder.slice(2)).toEqual(forms.slice(2).map(() => '400'));
});

test('strangers hold no place of the tools: whose a body is, is asked before it comes', async () => {
  const { hostname, port } = new URL(ingress.origin);
  const places = 2 * shareOfWorkspace;
  const uploads = Array.from({ length: places }, () => {
    const socket = connect(Number(port), hostname);
    const head = ['POST /mcp HTTP/1.1', `Host: ${hostname}`, 'Transfer-Encoding: chunked'];
    socket.write(`${head.join('\r\n')}\r\n\r\n1\r\n{\r\n`);
    return { socket, answered: once(socket, 'data').then(([data]) => String(data).split(' ')[1]) };
  });

  const refused = await Promise.all(uploads.map(({ answered }) => answered));
  for (const { socket } of uploads) socket.destroy();
  const ping = await fetch(`${ingress.origin}/mcp`, {
    method: 'POST',
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
    headers: {
      Authorization: `Bearer ${key}`,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
    },
  });

  expect(refused).toEqual(refused.map(() => '401'));
  expect(ping.status).toBe(200);
});

test('a path that is no URL ends one request, and not the program', async () => {
  const { hostname, port } = new URL(ingress.origin);
  const socket = connect(Number(port), hostname);
  socket.write(`POST // HTTP/1.1\r\nHost: ${hostname}\r\nContent-Length: 0\r\n\r\n`);

  const [answer] = await once(socket, 'data');
  socket.destroy();

  expect(String(answer)).toMatch(/^HTTP\/1\.1 503 /);
  expect((await fetch(`${ingress.origin}/health`)).status).toBe(200);
});
