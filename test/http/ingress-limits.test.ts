import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { startIngress } from '../../packages/local/src/gateway/ingress';
import { synthesize } from '../../packages/local/src/template/synthesize';
import { uploadPartialBody } from '../support/partial-upload';
import { startInProcessRuntime, type InProcessRuntime } from '../support/in-process-runtime';
import { waitUntil } from '../support/wait-until';

/** The memory of the ingress container in these tests, which is less than in a deployment. */
const taskMemoryMb = 128;
/** One workspace may use half of the four body slots of the container. */
const slotsPerWorkspace = 2;
const bodySecondsMax = 10;
/** The maximum number of page forms that are read at the same time. */
const unauthenticatedMax = 8;

let runtimeProcess: InProcessRuntime;
let ingress: Awaited<ReturnType<typeof startIngress>>;
let key: string;
let neighborKey: string;
let thirdKey: string;

beforeAll(async () => {
  runtimeProcess = await startInProcessRuntime();
  const { runtime, deployment } = runtimeProcess;
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
  const createKeyFor = async (name: string) =>
    String((await runtime.admin.administer('createWorkspace', { name }))['key']);
  [key, neighborKey, thirdKey] = [
    await createKeyFor('Acme'),
    await createKeyFor('Neighbour'),
    await createKeyFor('Third'),
  ];
});

afterAll(async () => {
  await ingress.stop();
  await runtimeProcess.stop();
});

/** Opens a request whose body never arrives. Resolves when the ingress has accepted the request. */
async function holdBodySlot(credential = key): Promise<Socket> {
  const { hostname, port } = new URL(ingress.origin);
  const socket = connect(Number(port), hostname);
  const head = [
    'POST /v1/emails HTTP/1.1',
    `Host: ${hostname}`,
    `Authorization: Bearer ${credential}`,
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

//
test('a body beyond the available memory gets a 503 response until other bodies end', async () => {
  const sockets = [];
  for (const credential of [key, neighborKey])
    for (let heldCount = 0; heldCount < slotsPerWorkspace; heldCount += 1)
      sockets.push(await holdBodySlot(credential));

  const refused = await uploadPartialBody(`${ingress.origin}/v1/emails`, {
    key: thirdKey,
    declaredBytes: 4_000_000,
    writtenBytes: 1000,
  });
  const health = await fetch(`${ingress.origin}/health`);
  for (const socket of sockets) socket.destroy();
  while ((await post('{}')).status === 503) await sleep(50);
  const admitted = await post('{}');

  expect(refused).toMatchObject({ status: 503, errorType: 'service_unavailable' });
  expect(refused.headers['retry-after']).toBe('5');
  expect(health.status).toBe(200);
  expect(admitted.status).toBe(404);
});

test('a workspace with unfinished bodies uses only its share of the slots, and other workspaces are unaffected', async () => {
  const { hostname, port } = new URL(ingress.origin);
  const uploads = Array.from({ length: slotsPerWorkspace + 1 }, () => {
    const socket = connect(Number(port), hostname);
    const head = ['POST /v1/emails HTTP/1.1', `Host: ${hostname}`, `Authorization: Bearer ${key}`];
    socket.write(`${[...head, 'Content-Length: 4000000'].join('\r\n')}\r\n\r\n `);
    return { socket, responseArrived: once(socket, 'data').then(([data]) => String(data)) };
  });

  const refused = await Promise.race(uploads.map(({ responseArrived }) => responseArrived));
  const neighborResponse = await uploadPartialBody(`${ingress.origin}/v1/nothing`, {
    key: neighborKey,
    declaredBytes: 10,
    writtenBytes: 10,
  });
  for (const { socket } of uploads) socket.destroy();

  expect(refused).toMatch(/^HTTP\/1\.1 429 /);
  expect(refused).toMatch(/^Retry-After: 5\r$/m);
  expect(refused).toContain('"rate_limited"');
  expect(neighborResponse.status).toBe(404);
});

test('a body that does not arrive in time gets a 400 response and frees its slot', async () => {
  const uploadResponse = await uploadPartialBody(`${ingress.origin}/v1/emails`, {
    key,
    declaredBytes: 4_000_000,
    writtenBytes: 1000,
  });

  expect(uploadResponse).toMatchObject({ status: 400, errorType: 'invalid_request' });
  expect((await post('{}')).status).toBe(404);
});

test('unauthenticated clients that hold every page slot do not block clients with a key, and lose the slots at the timeout', async () => {
  const { hostname, port } = new URL(ingress.origin);
  const statusesInOrder: (string | undefined)[] = [];
  const forms = Array.from({ length: unauthenticatedMax + 2 }, () => {
    const socket = connect(Number(port), hostname);
    const head = ['POST /unsubscribe/nothing HTTP/1.1', `Host: ${hostname}`, 'Transfer-Encoding: chunked'];
    socket.write(`${head.join('\r\n')}\r\n\r\n1\r\nx\r\n`);
    const responseArrived = once(socket, 'data').then(([data]) =>
      statusesInOrder.push(String(data).split(' ')[1]),
    );
    return { socket, responseArrived };
  });

  await waitUntil(
    () => statusesInOrder.length >= 2,
    () => 'The ingress refused no client',
  );
  const refused = [...statusesInOrder];
  const neighborResponse = await Promise.all(Array.from({ length: slotsPerWorkspace }, () => post('{}')));
  await Promise.all(forms.map(({ responseArrived }) => responseArrived));
  for (const { socket } of forms) socket.destroy();

  expect(refused).toEqual(['503', '503']);
  expect(neighborResponse.map(({ status }) => status)).toEqual([404, 404]);
  expect(statusesInOrder.slice(2)).toEqual(forms.slice(2).map(() => '400'));
});

test('unauthenticated clients hold no MCP slot, because the ingress authenticates the caller before it reads the body', async () => {
  const { hostname, port } = new URL(ingress.origin);
  const slotCount = 2 * slotsPerWorkspace;
  const uploads = Array.from({ length: slotCount }, () => {
    const socket = connect(Number(port), hostname);
    const head = ['POST /mcp HTTP/1.1', `Host: ${hostname}`, 'Transfer-Encoding: chunked'];
    socket.write(`${head.join('\r\n')}\r\n\r\n1\r\n{\r\n`);
    return { socket, responseArrived: once(socket, 'data').then(([data]) => String(data).split(' ')[1]) };
  });

  const refused = await Promise.all(uploads.map(({ responseArrived }) => responseArrived));
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

test('a path that is not a URL makes its request fail, but does not end the process', async () => {
  const { hostname, port } = new URL(ingress.origin);
  const socket = connect(Number(port), hostname);
  socket.write(`POST // HTTP/1.1\r\nHost: ${hostname}\r\nContent-Length: 0\r\n\r\n`);

  const [response] = await once(socket, 'data');
  socket.destroy();

  expect(String(response)).toMatch(/^HTTP\/1\.1 503 /);
  expect((await fetch(`${ingress.origin}/health`)).status).toBe(200);
});
