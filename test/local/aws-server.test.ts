import { CallLog } from '../../packages/local/src/aws/front/call-log';
import { Faults } from '../../packages/local/src/aws/front/faults';
import { startAwsServer, type AwsServer } from '../../packages/local/src/aws/front/aws-server';
import { Iam } from '../../packages/local/src/aws/iam/iam';
import {
  AwsError,
  type AwsResponse,
  type AwsCall,
  type StandIn,
} from '../../packages/local/src/aws/stand-in';
import type { Caller } from '../../packages/local/src/lambda/runner';

const roleArn = 'arn:aws:iam::123456789012:role/sender';
const queueArn = 'arn:aws:sqs:us-east-1:123456789012:jobs';

// The service of these tests is not in the models of AWS.
delete process.env['AWS_MODELS'];

/** A service whose only operation, `Send`, can be made to fail. */
class FakeQueue implements StandIn {
  readonly service = 'sqs';
  readonly operations = ['Send'];
  receivedMessages: string[] = [];

  read(request: { headers: Record<string, string>; body: Buffer }): AwsCall {
    const operation = request.headers['x-amz-target'] ?? '';
    if (operation !== 'Send') throw new AwsError('UnknownOperation', `There is no ${operation}`);
    const resource = request.body.toString() === 'elsewhere' ? `${queueArn}2` : queueArn;
    const needs = [{ action: 'sqs:SendMessage', resource }];
    return { service: 'sqs', operation, target: 'jobs', needs, input: {} };
  }

  run(_call: AwsCall, request: { body: Buffer }): Promise<AwsResponse> {
    const text = request.body.toString();
    if (text === 'bug') return Promise.reject(new Error('a bug'));
    this.receivedMessages.push(text);
    return Promise.resolve({ status: 200, body: 'taken', capacity: { read: 1, write: 2.5 } });
  }

  renderError(error: AwsError): AwsResponse {
    return { status: error.status, body: JSON.stringify({ __type: error.code, message: error.message }) };
  }
}

let queue: FakeQueue;
let front: AwsServer;
let calls: CallLog;
let faults: Faults;
let killedKeys: string[];
let unexpectedErrors: unknown[];

beforeEach(async () => {
  [queue, calls, killedKeys, unexpectedErrors] = [new FakeQueue(), new CallLog(), [], []];
  faults = new Faults([queue]);
  const caller: Caller = { functionName: 'App-sendEmail', roleArn, requestId: 'r1' };
  const statement = { Effect: 'Allow', Action: 'sqs:SendMessage', Resource: queueArn };
  const policies = [{ name: 'p', document: { Version: '2012-10-17', Statement: [statement] } }];
  front = await startAwsServer({
    standIns: [queue],
    runner: {
      caller: (key) => (key === 'FN' ? caller : undefined),
      kill: (key) => killedKeys.push(key),
    },
    iam: new Iam([{ arn: roleArn, policies }]),
    faults,
    calls,
    clock: { now: () => Date.parse('2030-01-01T00:00:00Z') },
    trustedKeys: new Map([
      ['OPERATOR', null],
      ['INGRESS', roleArn],
    ]),
    onError: (error) => unexpectedErrors.push(error),
  });
});

afterEach(() => front.stop());

const post = (body: string, { key = 'FN', service = 'sqs', operation = 'Send' } = {}) =>
  fetch(front.origin, {
    method: 'POST',
    body,
    headers: {
      'x-amz-target': operation,
      authorization: `AWS4-HMAC-SHA256 Credential=${key}/20300101/us-east-1/${service}/aws4_request, SignedHeaders=host, Signature=0`,
    },
  });

test('an allowed call is executed and recorded with its consumed capacity', async () => {
  const response = await post('hello');

  expect([response.status, await response.text()]).toEqual([200, 'taken']);
  expect(calls.since()).toEqual([
    {
      at: '2030-01-01T00:00:00.000Z',
      function: 'App-sendEmail',
      request_id: 'r1',
      service: 'sqs',
      operation: 'Send',
      target: 'jobs',
      read_units: 1,
      write_units: 2.5,
      duration_ms: expect.any(Number),
      error: null,
    },
  ]);
});

// L-2
test('a call that the role does not allow is refused with the action name, and has no effect', async () => {
  const response = await post('elsewhere');

  expect(response.status).toBe(403);
  expect(await response.json()).toEqual({
    __type: 'AccessDenied',
    message: `User: ${roleArn} is not authorized to perform: sqs:SendMessage on resource: ${queueArn}2 in function App-sendEmail`,
  });
  expect(queue.receivedMessages).toEqual([]);
  expect(calls.since()).toMatchObject([
    { operation: 'Send', function: 'App-sendEmail', error: 'AccessDenied' },
  ]);
});

test('calls by the operator are neither checked nor recorded', async () => {
  expect((await post('elsewhere', { key: 'OPERATOR' })).status).toBe(200);
  expect(calls.since()).toEqual([]);
});

test('a trusted program with a role is checked against that role', async () => {
  expect((await post('hello', { key: 'INGRESS' })).status).toBe(200);
  expect((await post('elsewhere', { key: 'INGRESS' })).status).toBe(403);
  expect(calls.since()).toMatchObject([{ function: 'sender' }, { function: 'sender' }]);
});

// L-3
test.each([
  ['an unknown key', { key: 'STRANGER' }, 'InvalidClientTokenId', 403],
  ['an unsupported service', { service: 'ec2' }, 'UnknownOperation', 403],
  ['an unsupported operation', { operation: 'Juggle' }, 'UnknownOperation', 400],
])('%s is refused with an error', async (_, overrides, name, status) => {
  const response = await post('hello', overrides);

  expect(response.status).toBe(status);
  expect(await response.json()).toMatchObject({ __type: name });
  expect(queue.receivedMessages).toEqual([]);
});

test('an unsigned request is refused', async () => {
  const response = await fetch(front.origin, { method: 'POST' });

  expect(await response.json()).toMatchObject({ __type: 'MissingAuthenticationToken' });
});

test('if a stand-in throws, the call returns an internal failure, and the error is reported', async () => {
  const response = await post('bug');

  expect([response.status, await response.json()]).toEqual([
    500,
    { __type: 'InternalFailure', message: 'a bug' },
  ]);
  expect(unexpectedErrors).toEqual([new Error('a bug')]);
});

test('a fault with an error makes the call return that error without an effect', async () => {
  faults.add({ service: 'sqs', operation: 'Send', error: 'ServiceUnavailable', times: 1 });

  expect((await post('first')).status).toBe(503);
  expect((await post('second')).status).toBe(200);
  expect(queue.receivedMessages).toEqual(['second']);
  expect(calls.since()).toMatchObject([{ error: 'ServiceUnavailable' }, { error: null }]);
});

test('a fault with a delay delays the call', async () => {
  faults.add({ service: 'sqs', operation: 'Send', delay_ms: 80, function: 'sendEmail' });

  const startedAt = performance.now();
  await post('slow');

  expect(performance.now() - startedAt).toBeGreaterThan(75);
  expect(queue.receivedMessages).toEqual(['slow']);
});

// L-13
test.each<['before' | 'after', string[]]>([
  ['before', []],
  ['after', ['crashing']],
])('a crash %s the call kills the caller, which gets no response', async (crash, receivedMessages) => {
  faults.add({ service: 'sqs', operation: 'Send', crash });

  await expect(post('crashing')).rejects.toThrow();

  expect(killedKeys).toEqual(['FN']);
  expect(queue.receivedMessages).toEqual(receivedMessages);
  expect(calls.since()).toMatchObject([{ operation: 'Send', error: 'Crash' }]);
});
