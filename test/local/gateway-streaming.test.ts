import { startGateway, type Gateway } from '../../packages/local/src/gateway/gateway';
import type { ApiSpec } from '../../packages/local/src/template/deployment';
import {
  createFunction,
  createLambdaEnvironment,
  type LambdaEnvironment,
} from './support/lambda-environment';

const functionArn = (name: string): string => `arn:aws:lambda:us-east-1:123456789012:function:${name}`;

const integrationUris = {
  BUFFERED: (name: string) =>
    `arn:aws:apigateway:us-east-1:lambda:path/2015-03-31/functions/${functionArn(name)}/invocations`,
  STREAM: (name: string) =>
    `arn:aws:apigateway:us-east-1:lambda:path/2021-11-15/functions/${functionArn(name)}/response-streaming-invocations`,
};

type Mode = keyof typeof integrationUris;

const buildMethod = (
  name: string,
  { uri = 'BUFFERED', mode = uri }: { uri?: Mode; mode?: Mode | 'none' },
) => ({
  get: {
    'x-amazon-apigateway-integration': {
      type: 'aws_proxy',
      uri: integrationUris[uri](name),
      ...(mode !== 'none' && { responseTransferMode: mode }),
    },
  },
});

const api = (paths: Record<string, unknown>): ApiSpec => ({
  id: 'abc',
  arn: 'arn:aws:execute-api:us-east-1:123456789012:abc',
  stageName: 'live',
  body: { paths },
  gatewayResponses: {
    DEFAULT_5XX: { status: undefined, template: '{"error":{"code":"internal_error"}}', headers: {} },
  },
});

/** Responds with three bytes, followed by as many bytes as the request specifies. */
const streamingFunction = createFunction(
  `exports.handler = awslambda.streamifyResponse(async (event, stream) => {
    const query = event.queryStringParameters ?? {};
    if (query.fail) throw new Error('refused');
    const head = { statusCode: Number(query.status ?? 200), headers: { 'Content-Type': 'image/png', 'X-Own': 'own' } };
    const answer = awslambda.HttpResponseStream.from(stream, head);
    answer.write(Buffer.from([0, 1, 255]));
    answer.write(Buffer.alloc(Number(query.bytes ?? 0), 7));
    answer.end();
  });`,
  { name: 'streaming', memoryMb: 512 },
);

const bufferedFunction = createFunction(
  `exports.handler = async () => ({ statusCode: 200, body: 'whole' });`,
  {
    name: 'buffered',
  },
);

let lambda: LambdaEnvironment;
let gateway: Gateway;

const startGatewayWith = async (paths: Record<string, unknown>): Promise<void> => {
  gateway = await startGateway({
    api: api(paths),
    clock: lambda.clock,
    port: 0,
    ingressOrigin: () => 'http://127.0.0.1:1',
    onError: () => undefined,
    runner: lambda.pool,
  });
};

beforeAll(async () => {
  lambda = await createLambdaEnvironment([streamingFunction, bufferedFunction]);
  await startGatewayWith({
    '/streams': buildMethod('streaming', { uri: 'STREAM' }),
    '/mute': buildMethod('buffered', { uri: 'STREAM' }),
    '/whole': buildMethod('buffered', {}),
    '/unsaid': buildMethod('buffered', { mode: 'none' }),
    '/broken': buildMethod('streaming', {}),
  });
});

afterAll(async () => {
  await gateway.stop();
  await lambda.stop();
});

test('a streamed response arrives with its status, headers and every byte', async () => {
  const response = await fetch(`${gateway.origin}/streams?status=206`);

  expect(response.status).toBe(206);
  expect(response.headers.get('content-type')).toBe('image/png');
  expect(response.headers.get('x-own')).toBe('own');
  expect([...new Uint8Array(await response.arrayBuffer())]).toEqual([0, 1, 255]);
});

test('a stream may exceed the limit of a buffered response', async () => {
  const response = await fetch(`${gateway.origin}/streams?bytes=30000000`);

  const bytes = Buffer.from(await response.arrayBuffer());
  expect(bytes.length).toBe(30_000_003);
  expect(bytes.subarray(3).equals(Buffer.alloc(30_000_000, 7))).toBe(true);
});

test('a function that fails before it responds causes a gateway error', async () => {
  const response = await fetch(`${gateway.origin}/streams?fail=1`);

  expect(response.status).toBe(502);
  expect(await response.json()).toEqual({ error: { code: 'internal_error' } });
});

test('a streaming function causes an error if the gateway expects a buffered response', async () => {
  expect((await fetch(`${gateway.origin}/broken`)).status).toBe(502);
});

test('a buffered function causes an error if the gateway expects a stream', async () => {
  expect((await fetch(`${gateway.origin}/mute`)).status).toBe(502);
});

test('without a transfer mode, the gateway expects a buffered response', async () => {
  for (const path of ['/whole', '/unsaid']) {
    expect(await (await fetch(gateway.origin + path)).text()).toBe('whole');
  }
});

test.each<{ uri: Mode; mode: Mode | 'none' }>([
  { uri: 'STREAM', mode: 'BUFFERED' },
  { uri: 'STREAM', mode: 'none' },
  { uri: 'BUFFERED', mode: 'STREAM' },
])('a template whose URI says $uri and whose transfer mode says $mode is refused', async (integration) => {
  const startup = startGateway({
    api: api({ '/files/{id}': buildMethod('streaming', integration) }),
    clock: lambda.clock,
    port: 0,
    ingressOrigin: () => 'http://127.0.0.1:1',
    runner: lambda.pool,
  });

  await expect(startup).rejects.toThrow('get /files/{id} of the API: its URI and its responseTransferMode');
});
