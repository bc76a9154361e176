import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { join } from 'node:path';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { LambdaApi } from '../../packages/local/src/aws/lambda/lambda-api';
import { type AwsAnswer, AwsError, type AwsRequest } from '../../packages/local/src/aws/service';
import { AsyncInvocations } from '../../packages/local/src/lambda/async-invocations';
import { aFunction, aWorld, until, type World } from './support/lambda-world';

const source = `
  exports.handler = async (event) => {
    console.log('ran', event.n);
    if (event.fail) throw new Error('refused');
    return event.length ? 'x'.repeat(event.length) : { got: event };
  };`;

let world: World;
let events: AsyncInvocations;
let api: LambdaApi;
let server: Server;
let client: LambdaClient;

beforeEach(async () => {
  const spec = aFunction(source);
  world = await aWorld([spec]);
  events = new AsyncInvocations(join(world.folder, 'events.jsonl'), world.clock, world.pool);
  api = new LambdaApi({ functions: [spec], runner: world.pool, events });
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
  events.stop();
  await world.stop();
});

async function serve(incoming: IncomingMessage): Promise<AwsAnswer> {
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
    if (error instanceof AwsError) return api.refuse(error);
    throw error;
  }
}

const invoke = (event: unknown, more: Partial<InvokeCommand['input']> = {}) =>
  client.send(new InvokeCommand({ FunctionName: 'probe', Payload: JSON.stringify(event), ...more }));

test.each([
  'probe',
  'probe:$LATEST',
  '111122223333:function:probe',
  'arn:aws:lambda:eu-west-1:111122223333:function:probe',
])('a function called %s answers its caller', async (FunctionName) => {
  const answer = await invoke({ n: 1 }, { FunctionName });

  expect(answer).toMatchObject({ StatusCode: 200, ExecutedVersion: '$LATEST' });
  expect(answer.FunctionError).toBeUndefined();
  expect(JSON.parse(answer.Payload?.transformToString() ?? '')).toEqual({ got: { n: 1 } });
});

test('the caller needs lambda:InvokeFunction on the function', () => {
  const request = { method: 'POST', query: new URLSearchParams(), headers: {}, body: Buffer.from('{}') };

  const call = api.read({ ...request, path: '/2015-03-31/functions/probe/invocations' });

  expect(call.target).toBe('probe');
  expect(call.needs).toEqual([
    { action: 'lambda:InvokeFunction', resource: 'arn:aws:lambda:eu-west-1:111122223333:function:probe' },
  ]);
});

test('an error of the function is an answer that says so', async () => {
  const answer = await invoke({ fail: true });

  expect(answer).toMatchObject({ StatusCode: 200, FunctionError: 'Unhandled' });
  expect(JSON.parse(answer.Payload?.transformToString() ?? '')).toMatchObject({ errorMessage: 'refused' });
});

test('an answer above the limit is an error of the function', async () => {
  const answer = await invoke({ length: 6_300_000 });

  expect(answer.FunctionError).toBe('Unhandled');
  expect(JSON.parse(answer.Payload?.transformToString() ?? '')).toMatchObject({
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

test('what is not there, not JSON or not known is refused in the terms of AWS', async () => {
  await expect(invoke({}, { FunctionName: 'nobody' })).rejects.toMatchObject({
    name: 'ResourceNotFoundException',
  });
  await expect(invoke({}, { Payload: '{' })).rejects.toMatchObject({
    name: 'InvalidRequestContentException',
  });
  await expect(invoke({}, { InvocationType: 'DryRun' })).rejects.toMatchObject({ name: 'UnknownOperation' });
});

const runs = (): number => world.logs.filter((line) => line.startsWith('probe: ran')).length;

/** So many runs have left their line, and none is under way. */
const ran = (times: number): Promise<void> => until(() => runs() === times && events.busy() === 0);

test('an event is accepted at once and runs later', async () => {
  const answer = await invoke({ n: 7 }, { InvocationType: 'Event' });
  await ran(1);

  expect(answer.StatusCode).toBe(202);
  expect(world.logs).toContain('probe: ran 7');
  expect(events.waiting()).toBe(0);
});

test('an event that fails is tried again after one and two minutes, then dropped', async () => {
  await invoke({ fail: true }, { InvocationType: 'Event' });
  await ran(1);
  expect(events.waiting()).toBe(1);

  world.clock.jumpTo(world.clock.now() + 60_000);
  await ran(2);
  expect(events.waiting()).toBe(1);

  world.clock.jumpTo(world.clock.now() + 120_000);
  await ran(3);
  expect(events.waiting()).toBe(0);
});

test('an accepted event survives the end of the runtime', async () => {
  await invoke({ n: 1, fail: true }, { InvocationType: 'Event' });
  await ran(1);
  const again = new AsyncInvocations(join(world.folder, 'events.jsonl'), world.clock, world.pool);

  again.start();

  expect(again.waiting()).toBe(1);
  again.stop();
});
