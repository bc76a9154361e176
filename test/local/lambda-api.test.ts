import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { join } from 'node:path';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { LambdaApi } from '../../packages/local/src/aws/lambda/lambda-api';
import { type AwsResponse, AwsError, type AwsRequest } from '../../packages/local/src/aws/stand-in';
import { AsyncInvocations } from '../../packages/local/src/lambda/async-invocations';
import {
  createFunction,
  createLambdaEnvironment,
  waitUntil,
  type LambdaEnvironment,
} from './support/lambda-environment';

const source = `
  exports.handler = async (event) => {
    console.log('ran', event.n);
    if (event.fail) throw new Error('refused');
    return event.length ? 'x'.repeat(event.length) : { got: event };
  };`;

let lambda: LambdaEnvironment;
let asyncInvocations: AsyncInvocations;
let api: LambdaApi;
let server: Server;
let client: LambdaClient;

beforeEach(async () => {
  const spec = createFunction(source);
  lambda = await createLambdaEnvironment([spec]);
  asyncInvocations = new AsyncInvocations(join(lambda.folder, 'events.jsonl'), lambda.clock, lambda.pool);
  api = new LambdaApi({ functions: [spec], runner: lambda.pool, events: asyncInvocations });
  server = createServer((request, response) => {
    void serve(request).then(({ status, headers, body }) => response.writeHead(status, headers).end(body));
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  client = new LambdaClient({
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    region: 'eu-west-1',
    credentials: { accessKeyId: 'AKIALOCAL', secretAccessKey: 'x' },
    maxAttempts: 1,
  });
});

afterEach(async () => {
  client.destroy();
  server.close();
  asyncInvocations.stop();
  await lambda.stop();
});

async function serve(incoming: IncomingMessage): Promise<AwsResponse> {
  const [path = '', query] = (incoming.url ?? '').split('?');
  const request: AwsRequest = {
    method: incoming.method ?? '',
    path,
    query: new URLSearchParams(query),
    headers: Object.fromEntries(
      Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]),
    ),
    body: await buffer(incoming),
  };
  try {
    return await api.run(api.read(request), request);
  } catch (error) {
    if (error instanceof AwsError) return api.renderError(error);
    throw error;
  }
}

const invoke = (event: unknown, overrides: Partial<InvokeCommand['input']> = {}) =>
  client.send(new InvokeCommand({ FunctionName: 'probe', Payload: JSON.stringify(event), ...overrides }));

test.each([
  'probe',
  'probe:$LATEST',
  '111122223333:function:probe',
  'arn:aws:lambda:eu-west-1:111122223333:function:probe',
])('a function invoked as %s responds to its caller', async (FunctionName) => {
  const response = await invoke({ n: 1 }, { FunctionName });

  expect(response).toMatchObject({ StatusCode: 200, ExecutedVersion: '$LATEST' });
  expect(response.FunctionError).toBeUndefined();
  expect(JSON.parse(response.Payload?.transformToString() ?? '')).toEqual({ got: { n: 1 } });
});

test('the caller needs lambda:InvokeFunction on the function', () => {
  const request = { method: 'POST', query: new URLSearchParams(), headers: {}, body: Buffer.from('{}') };

  const call = api.read({ ...request, path: '/2015-03-31/functions/probe/invocations' });

  expect(call.target).toBe('probe');
  expect(call.needs).toEqual([
    { action: 'lambda:InvokeFunction', resource: 'arn:aws:lambda:eu-west-1:111122223333:function:probe' },
  ]);
});

test('an error of the function is returned as a response with FunctionError', async () => {
  const response = await invoke({ fail: true });

  expect(response).toMatchObject({ StatusCode: 200, FunctionError: 'Unhandled' });
  expect(JSON.parse(response.Payload?.transformToString() ?? '')).toMatchObject({ errorMessage: 'refused' });
});

test('a response above the size limit is returned as a function error', async () => {
  const response = await invoke({ length: 6_300_000 });

  expect(response.FunctionError).toBe('Unhandled');
  expect(JSON.parse(response.Payload?.transformToString() ?? '')).toMatchObject({
    errorType: 'Function.ResponseSizeTooLarge',
  });
});

test('an event above the limit is refused', async () => {
  const event = { text: 'x'.repeat(6_291_456) };

  await expect(invoke(event)).rejects.toMatchObject({
    name: 'RequestTooLargeException',
    $metadata: { httpStatusCode: 413 },
  });
  await expect(invoke({ text: 'x'.repeat(1_048_576) }, { InvocationType: 'Event' })).rejects.toMatchObject({
    name: 'RequestTooLargeException',
  });
});

test('an unknown function, invalid JSON and an unknown invocation type get AWS’s errors', async () => {
  await expect(invoke({}, { FunctionName: 'nobody' })).rejects.toMatchObject({
    name: 'ResourceNotFoundException',
  });
  await expect(invoke({}, { Payload: '{' })).rejects.toMatchObject({
    name: 'InvalidRequestContentException',
  });
  await expect(invoke({}, { InvocationType: 'DryRun' })).rejects.toMatchObject({ name: 'UnknownOperation' });
});

const countRuns = (): number => lambda.logs.filter((line) => line.startsWith('probe: ran')).length;

/** Waits until this many runs have been logged and no run is active. */
const waitForRuns = (count: number): Promise<void> =>
  waitUntil(() => countRuns() === count && asyncInvocations.runningCount() === 0);

test('an asynchronous event is accepted immediately and runs later', async () => {
  const response = await invoke({ n: 7 }, { InvocationType: 'Event' });
  await waitForRuns(1);

  expect(response.StatusCode).toBe(202);
  expect(lambda.logs).toContain('probe: ran 7');
  expect(asyncInvocations.waitingCount()).toBe(0);
});

test('a failing event is retried after one minute and again after two more minutes, then dropped', async () => {
  await invoke({ fail: true }, { InvocationType: 'Event' });
  await waitForRuns(1);
  expect(asyncInvocations.waitingCount()).toBe(1);

  lambda.clock.jumpTo(lambda.clock.now() + 60_000);
  await waitForRuns(2);
  expect(asyncInvocations.waitingCount()).toBe(1);

  lambda.clock.jumpTo(lambda.clock.now() + 120_000);
  await waitForRuns(3);
  expect(asyncInvocations.waitingCount()).toBe(0);
});

test('an accepted event survives a restart', async () => {
  await invoke({ n: 1, fail: true }, { InvocationType: 'Event' });
  await waitForRuns(1);
  const restarted = new AsyncInvocations(join(lambda.folder, 'events.jsonl'), lambda.clock, lambda.pool);

  restarted.start();

  expect(restarted.waitingCount()).toBe(1);
  restarted.stop();
});
