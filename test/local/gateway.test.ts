import { createServer, request as httpRequest } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { startGateway, type Gateway, type GatewayOptions } from '../../packages/local/src/gateway/gateway';
import type { InvokeOutcome } from '../../packages/local/src/lambda/runner';
import type { ApiSpec } from '../../packages/local/src/template/deployment';
import { waitUntil } from './support/lambda-environment';

const uri = (name: string) =>
  `arn:aws:apigateway:us-east-1:lambda:path/2015-03-31/functions/arn:aws:lambda:us-east-1:123456789012:function:${name}/invocations`;
const method = (name: string, extra = {}) => ({
  'x-amazon-apigateway-integration': { type: 'aws_proxy', httpMethod: 'POST', uri: uri(name), ...extra },
});

const mockIntegration = (text: string) => ({
  'x-amazon-apigateway-integration': {
    type: 'mock',
    requestTemplates: { 'application/json': '{"statusCode":200}' },
    responses: {
      default: {
        statusCode: '200',
        responseTemplates: { 'application/json': text },
        responseParameters: { 'method.response.header.Cache-Control': "'no-store'" },
      },
    },
  },
});

const api: ApiSpec = {
  id: 'abc',
  arn: 'arn:aws:execute-api:us-east-1:123456789012:abc',
  stageName: 'live',
  body: {
    paths: {
      '/v1/emails': { post: method('sendEmail'), get: method('listEmails') },
      '/v1/emails/{id}': { get: method('getEmail') },
      '/v1/emails/batch': { post: method('sendBatch') },
      '/mcp': {
        post: {
          ...method('callTools'),
          'x-amazon-apigateway-request-validator': 'parameters',
          parameters: [
            { name: 'Authorization', in: 'header', required: true },
            { name: 'Accept', in: 'header' },
          ],
        },
        get: {
          ...method('callTools'),
          parameters: [{ name: 'Authorization', in: 'header', required: true }],
        },
      },
      '/v1/slow': { get: method('slow', { timeoutInMillis: 60 }) },
      '/errors/late': { get: mockIntegration('{"error":{"type":"service_unavailable"}}') },
      '/{proxy+}': { 'x-amazon-apigateway-any-method': method('fallback') },
    },
    'x-amazon-apigateway-request-validators': {
      parameters: { validateRequestParameters: true, validateRequestBody: false },
    },
  },
  gatewayResponses: {
    MISSING_AUTHENTICATION_TOKEN: {
      status: '404',
      template: '{"error":{"message":$context.error.messageString,"id":"$context.requestId"}}',
      headers: {},
    },
    DEFAULT_5XX: {
      status: undefined,
      template: '{"error":{"code":"internal_error"}}',
      headers: { 'Retry-After': '1' },
    },
    BAD_REQUEST_PARAMETERS: {
      status: '401',
      template: '{"error":{"code":"unauthorized"}}',
      headers: { 'WWW-Authenticate': 'Bearer resource_metadata="https://api.test/metadata"' },
    },
    REQUEST_TOO_LARGE: { status: undefined, template: '{"error":{"code":"too_large"}}', headers: {} },
  },
};

let gateway: Gateway;
let instanceReady: Promise<unknown>;
let invocations: { name: string; event: Record<string, unknown> }[];
let invokeOutcome: (name: string) => InvokeOutcome | Promise<InvokeOutcome>;

const buildResponse = (value: unknown): InvokeOutcome => ({
  kind: 'response',
  requestId: 'r',
  payload: JSON.stringify(value),
});

async function start(overrides: Partial<GatewayOptions> = {}): Promise<void> {
  gateway = await startGateway({
    api,
    clock: { now: () => Date.parse('2030-04-09T12:34:56Z') },
    port: 0,
    ingressOrigin: () => 'http://127.0.0.1:1',
    onError: () => undefined,
    runner: {
      invoke: async (name, payload, { onStarted } = {}) => {
        invocations.push({ name, event: JSON.parse(payload) as Record<string, unknown> });
        await instanceReady;
        onStarted?.();
        return invokeOutcome(name);
      },
    },
    ...overrides,
  });
}

beforeEach(async () => {
  invocations = [];
  instanceReady = Promise.resolve();
  invokeOutcome = (name) => buildResponse({ statusCode: 200, body: name });
  await start();
});

afterEach(() => gateway.stop());

const invokedFunctionOf = async (path: string, init?: RequestInit) =>
  (await fetch(gateway.origin + path, init)).text();

//
test('a static segment takes precedence over a parameter, and a parameter over the greedy proxy', async () => {
  expect(await invokedFunctionOf('/v1/emails/batch', { method: 'POST' })).toBe('sendBatch');
  expect(await invokedFunctionOf('/v1/emails/e1')).toBe('getEmail');
  expect(await invokedFunctionOf('/v1/emails/')).toBe('listEmails');
  expect(await invokedFunctionOf('/v1/emails/e1/more', { method: 'PUT' })).toBe('fallback');
  expect(await invokedFunctionOf('/v2')).toBe('fallback');
});

test('a path without a route, or without the method, gets the gateway response of the template', async () => {
  const noMethod = await fetch(`${gateway.origin}/v1/emails/batch`);
  const noPath = await fetch(`${gateway.origin}/`);

  expect([noMethod.status, noPath.status]).toEqual([404, 404]);
  expect(await noPath.json()).toEqual({
    error: { message: 'Missing Authentication Token', id: noPath.headers.get('x-amzn-requestid') },
  });
  expect(invocations).toEqual([]);
});

test('the function gets a REST API event', async () => {
  const message = httpRequest(`${gateway.origin}/v1/emails/a%2Bb@c?x=1&x=a+b&y=%C3%A9`, {
    headers: [
      'Host',
      'api.test',
      'X-Custom',
      'one',
      'x-twice',
      '1',
      'x-twice',
      '2',
      'User-Agent',
      'me/1',
      'X-Forwarded-For',
      '9.9.9.9',
    ],
  });
  message.end();
  await once(message, 'response');

  const event = invocations[0]?.event as {
    headers: Record<string, string>;
    multiValueHeaders: Record<string, string[]>;
    requestContext: Record<string, unknown>;
  };
  expect(event).toMatchObject({
    resource: '/v1/emails/{id}',
    path: '/v1/emails/a%2Bb@c',
    httpMethod: 'GET',
    queryStringParameters: { x: 'a b', y: 'é' },
    multiValueQueryStringParameters: { x: ['1', 'a b'], y: ['é'] },
    pathParameters: { id: 'a%2Bb@c' },
    stageVariables: null,
    body: null,
    isBase64Encoded: false,
  });
  expect(event.headers).toEqual({
    Host: 'api.test',
    'X-Custom': 'one',
    'x-twice': '2',
    'User-Agent': 'me/1',
    'X-Amzn-Trace-Id': expect.stringMatching(/^Root=1-/),
    'X-Forwarded-For': '9.9.9.9, 127.0.0.1',
    'X-Forwarded-Port': expect.any(String),
    'X-Forwarded-Proto': 'http',
  });
  expect(event.multiValueHeaders['x-twice']).toEqual(['1', '2']);
  expect(event.requestContext).toMatchObject({
    accountId: '123456789012',
    apiId: 'abc',
    stage: 'live',
    domainName: 'api.test',
    resourcePath: '/v1/emails/{id}',
    requestTime: '09/Apr/2030:12:34:56 +0000',
    requestTimeEpoch: 1_901_968_496_000,
    identity: { sourceIp: '127.0.0.1', userAgent: 'me/1' },
  });
});

test('a body arrives as text, and bytes that are not UTF-8 are replaced', async () => {
  await fetch(`${gateway.origin}/v1/emails`, { method: 'POST', body: '{"a":"ü"}' });
  await fetch(`${gateway.origin}/v1/emails`, { method: 'POST', body: Buffer.from([0x7b, 0xff, 0x7d]) });

  expect(invocations.map(({ event }) => event['body'])).toEqual(['{"a":"ü"}', '{\uFFFD}']);
});

test('status, headers, repeated headers and base64 bodies of the function reach the client', async () => {
  invokeOutcome = () =>
    buildResponse({
      statusCode: 201,
      headers: { 'content-type': 'image/png', 'X-Number': 5 },
      multiValueHeaders: { 'Set-Cookie': ['a=1', 'b=2'] },
      body: Buffer.from([1, 2, 255]).toString('base64'),
      isBase64Encoded: true,
    });

  const response = await fetch(`${gateway.origin}/v1/emails`);

  expect(response.status).toBe(201);
  expect(response.headers.get('content-type')).toBe('image/png');
  expect(response.headers.get('x-number')).toBe('5');
  expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  expect([...new Uint8Array(await response.arrayBuffer())]).toEqual([1, 2, 255]);
});

test.each(['WWW-Authenticate', 'www-authenticate', 'Server', 'Date'])(
  'the header %s of a function reaches the client only under another name',
  async (name) => {
    invokeOutcome = () => buildResponse({ statusCode: 401, headers: { [name]: 'from the function' } });

    const response = await fetch(`${gateway.origin}/v1/emails`);

    expect(response.headers.get(name)).not.toBe('from the function');
    expect(response.headers.get(`x-amzn-remapped-${name}`)).toBe('from the function');
  },
);

test('a request validator requires a header that is not empty, on its method only', async () => {
  const call = (httpMethod: string, headers: Record<string, string>) =>
    fetch(`${gateway.origin}/mcp`, { method: httpMethod, headers });

  const missing = await call('POST', {});
  const empty = await call('POST', { Authorization: '' });
  const given = await call('POST', { authorization: 'x' });
  const otherMethod = await call('GET', {});

  for (const response of [missing, empty]) {
    expect([response.status, await response.json()]).toEqual([401, { error: { code: 'unauthorized' } }]);
    expect(response.headers.get('www-authenticate')).toBe(
      'Bearer resource_metadata="https://api.test/metadata"',
    );
  }
  expect([given.status, otherMethod.status]).toEqual([200, 200]);
  expect(invocations).toHaveLength(2);
});

test.each<[string, InvokeOutcome, number]>([
  ['fails', { kind: 'error', requestId: 'r', payload: '{}' }, 502],
  ['responds without a status', buildResponse({ body: 'x' }), 502],
  [
    'responds with a header that HTTP forbids',
    buildResponse({ statusCode: 200, headers: { a: 'b\nc' } }),
    502,
  ],
  ['responds with more than the payload limit', { kind: 'too-large', requestId: 'r', direction: 'out' }, 502],
  ['receives more than the payload limit', { kind: 'too-large', requestId: 'r', direction: 'in' }, 413],
])('if a function %s, the client gets an error in the shape of the API', async (_, invokeResult, status) => {
  invokeOutcome = () => invokeResult;

  const response = await fetch(`${gateway.origin}/v1/emails`);

  expect(response.status).toBe(status);
  expect(await response.json()).toEqual({ error: { code: status === 413 ? 'too_large' : 'internal_error' } });
});

test('a function that exceeds the integration timeout causes a 504', async () => {
  invokeOutcome = () => new Promise<InvokeOutcome>(() => undefined);

  const response = await fetch(`${gateway.origin}/v1/slow`);

  expect(response.status).toBe(504);
  expect(response.headers.get('retry-after')).toBe('1');
});

test('the integration timeout starts only when an instance is available', async () => {
  // Longer than the integration timeout of /v1/slow.
  instanceReady = sleep(200);

  const response = await fetch(`${gateway.origin}/v1/slow`);

  expect(response.status).toBe(200);
});

test('a function without a permission for API Gateway is not invoked', async () => {
  await gateway.stop();
  const permission = { action: 'lambda:InvokeFunction', principal: 'apigateway.amazonaws.com' };
  await start({
    permissions: [
      { ...permission, functionName: 'listEmails', sourceArn: `${api.arn}/*/GET/v1/emails` },
      { ...permission, functionName: 'sendEmail', sourceArn: `${api.arn}/*/GET/v1/emails` },
    ],
  });

  expect(await invokedFunctionOf('/v1/emails')).toBe('listEmails');
  expect((await fetch(`${gateway.origin}/v1/emails`, { method: 'POST' })).status).toBe(500);
});

test('a request that the client aborts during the body never reaches a function', async () => {
  const socket = connect(Number(new URL(gateway.origin).port), '127.0.0.1');
  socket.write('POST /v1/emails HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"half":');
  await new Promise((resolve) => setTimeout(resolve, 50));
  socket.destroy();
  await new Promise((resolve) => setTimeout(resolve, 50));

  expect(invocations).toEqual([]);
  expect(await invokedFunctionOf('/v1/emails')).toBe('listEmails');
});

/** Sends raw bytes and returns all responses. */
async function sendRawBytes(bytes: string): Promise<string[]> {
  const socket = connect(Number(new URL(gateway.origin).port), '127.0.0.1');
  let received = '';
  socket.on('data', (chunk: Buffer) => (received += chunk.toString()));
  socket.end(bytes);
  await once(socket, 'close');
  return received.split(/(?=HTTP\/1\.1 )/);
}

const post = (length: number, body: string): string =>
  `POST /v1/emails HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n${body}`;

test.each([
  ['a body shorter than its Content-Length', post(100, '{"half":'), 'Invalid request body'],
  ['text that is not an HTTP request', 'Hello!\r\n\r\n', 'Bad Request'],
])('%s is refused with API Gateway’s own error shape', async (_what, bytes, message) => {
  const responses = await sendRawBytes(bytes);

  expect(responses).toEqual([
    expect.stringMatching(/^HTTP\/1\.1 400 Bad Request\r\nContent-Type: application\/json/),
  ]);
  expect(JSON.parse(responses[0]?.split('\r\n\r\n')[1] ?? '')).toEqual({ message });
  expect(invocations).toEqual([]);
});

test('invalid bytes after a completed request are refused', async () => {
  const socket = connect(Number(new URL(gateway.origin).port), '127.0.0.1');
  let received = '';
  socket.on('data', (chunk: Buffer) => (received += chunk.toString()));
  socket.write(post(2, '{}'));
  await waitUntil(() => received.includes('HTTP/1.1 200 '));
  socket.end('Hello!\r\n\r\n');
  await once(socket, 'close');

  expect(received).toMatch(/HTTP\/1\.1 400 Bad Request\r\n/);
});

test('bytes beyond the Content-Length of a request are ignored', async () => {
  const responses = await sendRawBytes(post(2, '{}{"more":1}'));

  expect(responses).toEqual([expect.stringMatching(/^HTTP\/1\.1 200 /)]);
});

describe('bodies for the ingress', () => {
  let ingressRequests: { url: string | undefined; headers: string[]; bytes: number }[];
  /** The number of requests that reached the ingress, complete or not. */
  let requestsStarted: number;
  const ingress = createServer((message, response) => {
    if (message.url === '/refuse') return response.writeHead(413, { 'x-early': '1' }).end('no');

    requestsStarted += 1;
    let bytes = 0;
    message.on('data', (chunk: Buffer) => (bytes += chunk.length));
    message.on('error', () =>
      ingressRequests.push({ url: message.url, headers: message.rawHeaders, bytes: -1 }),
    );
    message.on('end', () => {
      ingressRequests.push({ url: message.url, headers: message.rawHeaders, bytes });
      response.writeHead(202, { 'X-From': 'ingress' }).end('parked');
    });
    return undefined;
  });

  beforeEach(async () => {
    [ingressRequests, requestsStarted] = [[], 0];
    await gateway.stop();
    ingress.listen(0, '127.0.0.1');
    await once(ingress, 'listening');
    const { port } = ingress.address() as AddressInfo;
    await start({ ingressOrigin: () => `http://127.0.0.1:${port}` });
  });

  afterEach(async () => {
    ingress.closeAllConnections();
    ingress.close();
    await once(ingress, 'close');
  });

  test('a body of 3,000,000 bytes goes to the ingress unchanged, and a smaller body goes to the function', async () => {
    const large = await fetch(`${gateway.origin}/v1/emails?a=1`, {
      method: 'POST',
      body: 'x'.repeat(3_000_000),
      headers: { 'X-Key': 'k' },
    });
    const small = await invokedFunctionOf('/v1/emails', { method: 'POST', body: 'x'.repeat(2_999_999) });

    expect([large.status, large.headers.get('x-from'), await large.text()]).toEqual([
      202,
      'ingress',
      'parked',
    ]);
    expect(ingressRequests).toMatchObject([{ url: '/v1/emails?a=1', bytes: 3_000_000 }]);
    expect(ingressRequests[0]?.headers).toEqual(
      expect.arrayContaining(['X-Key', 'k', 'X-Forwarded-For', '127.0.0.1']),
    );
    expect(small).toBe('sendEmail');
  });

  test('a body of unknown length goes to the ingress', async () => {
    const message = httpRequest(`${gateway.origin}/v1/emails`, { method: 'POST' });
    message.write('{');
    message.end('}');
    await once(message, 'response');

    expect(ingressRequests).toMatchObject([{ bytes: 2 }]);
    expect(invocations).toEqual([]);
  });

  test('an early refusal of the ingress reaches a client that is still sending', async () => {
    const response = await fetch(`${gateway.origin}/refuse`, { method: 'POST', body: 'x'.repeat(9_000_000) });

    expect([response.status, await response.text()]).toEqual([413, 'no']);
  });

  test('if the client aborts a large body, the gateway aborts the request to the ingress', async () => {
    const socket = connect(Number(new URL(gateway.origin).port), '127.0.0.1');
    socket.write('POST /v1/emails HTTP/1.1\r\nHost: x\r\nContent-Length: 4000000\r\n\r\nhalf');
    await waitUntil(() => requestsStarted === 1);
    socket.destroy();
    await waitUntil(() => ingressRequests.length > 0);

    expect(ingressRequests).toMatchObject([{ bytes: -1 }]);
  });
});

test('a mock integration returns its template without running a function', async () => {
  const response = await fetch(`${gateway.origin}/errors/late`);

  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ error: { type: 'service_unavailable' } });
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(invocations).toEqual([]);
});
