import {
  ReceiveMessageCommand,
  SQSClient,
  SendMessageBatchCommand,
  SendMessageCommand,
} from '@aws-sdk/client-sqs';
import fc from 'fast-check';
import { FairOrder } from '../../packages/local/src/aws/sqs/fair-order';
import { SqsStandIn } from '../../packages/local/src/aws/sqs/sqs-stand-in';
import { Clock } from '../../packages/local/src/clock/clock';
import { Pollers } from '../../packages/local/src/lambda/pollers';
import type { QueueSpec } from '../../packages/local/src/template/deployment';
import { makeTempDir } from '../support/run/run-dir';
import { serveStandIn } from './support/serve-stand-in';

process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';

const arnOf = (name: string) => `arn:aws:sqs:us-east-1:000000000000:${name}`;
const urlOf = (name: string) => `https://sqs.us-east-1.amazonaws.com/000000000000/${name}`;
const [hooksArn, guardedArn, deadArn] = [arnOf('hooks'), arnOf('guarded'), arnOf('dead')];

const buildQueue = (name: string, overrides: Partial<QueueSpec> = {}): QueueSpec => ({
  name,
  arn: arnOf(name),
  url: urlOf(name),
  visibilityTimeoutMs: 30_000,
  delayMs: 0,
  retentionMs: 345_600_000,
  ...overrides,
});

const specs = [
  buildQueue('hooks'),
  buildQueue('guarded', { redrive: { deadLetterArn: deadArn, receivesMax: 1 } }),
  buildQueue('dead'),
];

let dataDir: string;
let clock = new Clock();
let sqs: SqsStandIn;
let client: SQSClient;
let stopServer: () => Promise<void>;

beforeEach(async () => {
  dataDir = makeTempDir();
  await startSqs();
});

afterEach(() => stopSqs());

async function startSqs(): Promise<void> {
  clock = new Clock(clock.offsetMs());
  sqs = new SqsStandIn(specs, clock, dataDir);
  const server = await serveStandIn(sqs);
  stopServer = server.stop;
  client = new SQSClient({
    endpoint: server.endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    maxAttempts: 1,
  });
}

async function stopSqs(): Promise<void> {
  client.destroy();
  sqs.close();
  await stopServer();
  clock.stop();
}

const advance = (ms: number) => clock.jumpTo(clock.now() + ms);

/** Sends messages written as `group:body`. A message without a colon has no group. */
async function send(queue: string, ...messages: string[]): Promise<void> {
  for (const message of messages) {
    const [group, body] = message.includes(':') ? message.split(':') : [undefined, message];
    const input = { QueueUrl: urlOf(queue), MessageBody: body, MessageGroupId: group };
    await client.send(new SendMessageCommand(input));
  }
}

const receive = (queueArn: string, max = 1) => sqs.receive(queueArn, max);
const bodiesOf = (records: { body: string }[]) => records.map(({ body }) => body);

test('a message is received with its group', async () => {
  await send('hooks', 'acme:a', 'b');

  const receiveInput = { QueueUrl: urlOf('hooks'), MaxNumberOfMessages: 10 };
  const { Messages } = await client.send(
    new ReceiveMessageCommand({ ...receiveInput, MessageSystemAttributeNames: ['MessageGroupId'] }),
  );

  expect(Messages).toMatchObject([{ Body: 'a', Attributes: { MessageGroupId: 'acme' } }, { Body: 'b' }]);
  expect(Messages?.[1]?.Attributes).toBeUndefined();
});

test('the event record of a message with a group contains the group', async () => {
  await send('hooks', 'acme:a', 'b');
  const records: { body: string; attributes: Record<string, string> }[] = [];
  const mapping = {
    queueArn: hooksArn,
    functionName: 'deliver',
    batchSize: 10,
    batchWindowMs: 0,
    reportsItemFailures: true,
    concurrencyMax: 2,
    allowsRecursion: false,
  };
  const invoke = (_name: string, payload: string) => {
    records.push(...JSON.parse(payload).Records);
    return Promise.resolve({ kind: 'response' as const, requestId: 'r', payload: 'null' });
  };

  const pollers = new Pollers([mapping], sqs, { invoke, isBusy: () => false });
  pollers.start();
  while (pollers.activeCount() > 0) await new Promise((resolve) => setImmediate(resolve));

  expect(records.map(({ body, attributes }) => [body, attributes['MessageGroupId']])).toEqual([
    ['a', 'acme'],
    ['b', undefined],
  ]);
  expect(Object.keys(records[1]?.attributes ?? {})).not.toContain('MessageGroupId');
});

/** Receives the next message, processes it for a second and deletes it. */
function processNext(queueArn: string): void {
  const [message] = receive(queueArn);
  advance(1_000);
  sqs.remove(queueArn, message?.receiptHandle ?? '');
}

const many = (group: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${group}:${index}`);

test('without noisy groups, the oldest message is next', async () => {
  await send('hooks', 'one:1', 'one:2', 'one:3', 'two:a', 'b');

  expect(bodiesOf(receive(hooksArn, 10))).toEqual(['1', '2', '3', 'a', 'b']);
});

test('a group that used more than a tenth of the processing time yields to other groups', async () => {
  await send('hooks', 'loud:1', 'loud:2', 'loud:3', 'quiet:a', 'still:b');

  processNext(hooksArn);

  expect(bodiesOf(receive(hooksArn, 10))).toEqual(['a', 'b', '2', '3']);
});

test.each([
  ['has thirty messages in flight yields to other groups', 30, 'a'],
  ['has fewer than thirty messages in flight does not yield', 29, '29'],
])('a group that %s', async (_, inFlight, next) => {
  await send('hooks', ...many('loud', 31), 'quiet:a');

  for (let received = 0; received < inFlight; received += 10)
    receive(hooksArn, Math.min(10, inFlight - received));

  expect(bodiesOf(receive(hooksArn))).toEqual([next]);
});

test('of two noisy groups, the group with fewer messages in flight is next', async () => {
  await send('hooks', 'loud:1', 'wild:a', 'loud:2', 'loud:3', 'wild:b');
  processNext(hooksArn);
  processNext(hooksArn);
  expect(bodiesOf(receive(hooksArn))).toEqual(['2']);

  expect(bodiesOf(receive(hooksArn, 2))).toEqual(['b', '3']);
});

test('a group without remaining messages is not noisy', async () => {
  await send('hooks', 'loud:1');
  processNext(hooksArn);
  await send('hooks', 'loud:2', 'quiet:a');

  expect(bodiesOf(receive(hooksArn, 2))).toEqual(['2', 'a']);
});

test('messages without a group are never delayed, and keep their order', async () => {
  await send('hooks', 'loud:1', 'x', 'loud:2', 'y', 'z');
  processNext(hooksArn);

  expect(bodiesOf(receive(hooksArn, 10))).toEqual(['x', 'y', 'z', '2']);
});

test.each<[string, (receiptHandle: string) => void, string]>([
  ['deleted message adds its time in flight to its group', (handle) => sqs.remove(hooksArn, handle), 'a'],
  ['released message adds its time in flight to its group', (handle) => sqs.release(hooksArn, handle), 'a'],
  [
    'message that is hidden for longer stays in flight',
    (handle) => sqs.release(hooksArn, handle, 60_000),
    '2',
  ],
])('a %s', async (_, act, next) => {
  await send('hooks', 'loud:1', 'loud:2', 'quiet:a');
  const [first] = receive(hooksArn);
  advance(1_000);

  act(first?.receiptHandle ?? '');

  expect(bodiesOf(receive(hooksArn))).toEqual([next]);
});

test('a message whose visibility timeout ended is not in flight, and the timeout counts as processing time of the group', async () => {
  await send('hooks', 'loud:1', 'loud:2', 'loud:3');
  receive(hooksArn, 2);
  advance(30_000);
  await send('hooks', 'quiet:a');

  expect(bodiesOf(receive(hooksArn, 4))).toEqual(['a', '3', '1', '2']);
});

test('message groups and their in-flight counts survive a restart', async () => {
  await send('hooks', ...many('loud', 31), 'quiet:a');
  for (let received = 0; received < 30; received += 10) receive(hooksArn, 10);

  await stopSqs();
  await startSqs();

  expect(bodiesOf(receive(hooksArn, 10))).toEqual(['a', '30']);
});

test('a dead letter keeps its group', async () => {
  await send('guarded', 'acme:poison');
  receive(guardedArn);
  advance(30_000);
  expect(receive(guardedArn)).toEqual([]);

  expect(receive(deadArn)).toMatchObject([{ body: 'poison', attributes: { MessageGroupId: 'acme' } }]);
});

test('a delayed message joins its group when it becomes visible', async () => {
  const delayedMessage = {
    QueueUrl: urlOf('hooks'),
    MessageBody: 'late',
    MessageGroupId: 'quiet',
    DelaySeconds: 60,
  };
  await client.send(new SendMessageCommand(delayedMessage));
  await send('hooks', 'loud:1', 'loud:2', 'loud:3');
  processNext(hooksArn);
  expect(bodiesOf(receive(hooksArn))).toEqual(['2']);

  advance(60_000);

  expect(bodiesOf(receive(hooksArn, 10))).toEqual(['late', '3', '2']);
});

test.each([
  ['an empty text', ''],
  ['a text of 129 characters', 'g'.repeat(129)],
  ['a text with a space', 'a b'],
  ['a text with a letter outside ASCII', 'grün'],
])('%s is not a valid group name', async (_, MessageGroupId) => {
  const message = { MessageBody: 'x', MessageGroupId };
  const QueueUrl = urlOf('hooks');

  await expect(client.send(new SendMessageCommand({ QueueUrl, ...message }))).rejects.toMatchObject({
    name: 'InvalidParameterValue',
    message: expect.stringContaining('MessageGroupId'),
  });
  const Entries = [
    { Id: 'bad', ...message },
    { Id: 'good', MessageBody: 'x', MessageGroupId: '!'.repeat(128) },
  ];
  expect(await client.send(new SendMessageBatchCommand({ QueueUrl, Entries }))).toMatchObject({
    Successful: [{ Id: 'good' }],
    Failed: [{ Id: 'bad', Code: 'InvalidParameterValue', SenderFault: true }],
  });
});

async function fillQueue(queue: string, messages: number): Promise<void> {
  for (let sent = 0; sent < messages; sent += 10) {
    const Entries = Array.from({ length: 10 }, (_, index) => ({
      Id: `e${index}`,
      MessageBody: `message ${sent + index}`,
      MessageGroupId: `group-${(sent + index) % (messages / 2)}`,
    }));
    await client.send(new SendMessageBatchCommand({ QueueUrl: urlOf(queue), Entries }));
  }
}

test('receiving from 10,000 messages in 5,000 groups takes about as long as from 500 messages', async () => {
  await fillQueue('dead', 500);
  await fillQueue('hooks', 10_000);
  const times: { few: number[]; many: number[] } = { few: [], many: [] };

  // Alternates between the queues, so that other load on the machine affects both queues.
  for (let round = 0; round < 200; round += 1) {
    times.few.push(measureReceiveMs(deadArn));
    times.many.push(measureReceiveMs(hooksArn));
  }

  expect(median(times.many)).toBeLessThan(5 * median(times.few));
});

function measureReceiveMs(queueArn: string): number {
  const startedAt = performance.now();
  receive(queueArn);
  return performance.now() - startedAt;
}

function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? NaN;
}

describe('the order', () => {
  interface WaitingMessage {
    id: string;
    group: string | undefined;
    visibleAt: number;
  }

  /** A slow and literal implementation of the ordering rule. */
  class ReferenceOrder {
    waiting: WaitingMessage[] = [];
    inFlight: (WaitingMessage & { startedAt: number })[] = [];
    timeSpent: { group: string; ms: number }[] = [];

    next(): WaitingMessage | undefined {
      const oldest = this.waiting.toSorted((a, b) => a.visibleAt - b.visibleAt);
      const quietMessage = oldest.find(({ group }) => group === undefined || !this.isNoisy(group));
      return (
        quietMessage ??
        oldest.toSorted((a, b) => this.countInFlight(a.group) - this.countInFlight(b.group))[0]
      );
    }

    private isNoisy(name: string): boolean {
      const ms = (rows: readonly { ms: number }[]) => rows.reduce((sum, row) => sum + row.ms, 0);
      const ownSpent = this.timeSpent.filter(({ group }) => group === name);
      const isBusy = this.countInFlight(name) >= 30 && this.countInFlight(name) > this.inFlight.length / 10;
      return isBusy || ms(ownSpent) > ms(this.timeSpent) / 10;
    }

    private countInFlight(name: string | undefined): number {
      return this.inFlight.filter(({ group }) => group === name).length;
    }

    removeWaiting(id: string): void {
      this.waiting = this.waiting.filter((message) => message.id !== id);
      this.removeIdleGroups();
    }

    finishMessage(id: string, now: number): void {
      const finished = this.inFlight.find((message) => message.id === id);
      if (!finished) return;
      this.timeSpent.push({ group: groupNameOf(finished), ms: now - finished.startedAt });
      this.inFlight = this.inFlight.filter((message) => message !== finished);
      this.removeIdleGroups();
    }

    private removeIdleGroups(): void {
      const present = new Set([...this.waiting, ...this.inFlight].map(groupNameOf));
      this.timeSpent = this.timeSpent.filter(({ group }) => present.has(group));
    }
  }

  const groupNameOf = ({ group = 'none' }: WaitingMessage): string => group;

  const stepArbitrary = fc.oneof(
    fc.record({
      kind: fc.constant('put' as const),
      group: fc.option(fc.constantFrom('a', 'b', 'c'), { nil: undefined }),
      visibleAt: fc.nat(5),
    }),
    fc.record({ kind: fc.constant('pass' as const), ms: fc.nat(20) }),
    fc.record({ kind: fc.constantFrom('take' as const, 'end' as const, 'remove' as const) }),
  );

  test('equals the reference order for any sequence of operations', () => {
    fc.assert(
      fc.property(fc.array(stepArbitrary, { maxLength: 120 }), (steps) => {
        const [order, reference] = [new FairOrder(), new ReferenceOrder()];
        let now = 0;
        for (const [index, step] of steps.entries()) {
          if (step.kind === 'put') {
            const message = { id: `m${index}`, group: step.group, visibleAt: step.visibleAt };
            order.put(message.id, message.group, message.visibleAt);
            reference.waiting.push(message);
          } else if (step.kind === 'pass') {
            now += step.ms;
          } else if (step.kind === 'take') {
            const next = reference.next();
            expect(order.take()).toBe(next?.id);
            if (!next) continue;
            // Adds the message to `inFlight` before removing it from `waiting`, so that its group never becomes empty.
            reference.inFlight.push({ ...next, startedAt: now });
            reference.removeWaiting(next.id);
            order.markInFlight(next.id, next.group, now);
          } else if (step.kind === 'end') {
            const [finished] = reference.inFlight;
            if (!finished) continue;
            order.markNotInFlight(finished.id, finished.group, now);
            reference.finishMessage(finished.id, now);
          } else {
            const [removed] = reference.waiting;
            if (!removed) continue;
            order.remove(removed.id, removed.group);
            reference.removeWaiting(removed.id);
          }
          expect(order.size).toBe(reference.waiting.length);
        }
        const oldestFirst = reference.waiting.toSorted((a, b) => a.visibleAt - b.visibleAt);
        expect(order.ids()).toEqual(oldestFirst.map(({ id }) => id));
      }),
    );
  });
});
