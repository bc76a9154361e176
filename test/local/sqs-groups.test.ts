import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  ReceiveMessageCommand,
  SQSClient,
  SendMessageBatchCommand,
  SendMessageCommand,
} from '@aws-sdk/client-sqs';
import fc from 'fast-check';
import { FairOrder } from '../../local/aws/sqs/fair-order';
import { SqsStandIn } from '../../local/aws/sqs/sqs-stand-in';
import { Clock } from '../../local/clock/clock';
import { Pollers } from '../../local/lambda/pollers';
import type { QueueSpec } from '../../local/template/deployment';
import { serveStandIn } from './support/serve-stand-in';

process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';

const arnOf = (name: string) => `arn:aws:sqs:us-east-1:000000000000:${name}`;
const urlOf = (name: string) => `https://sqs.us-east-1.amazonaws.com/000000000000/${name}`;
const [hooks, guarded, dead] = [arnOf('hooks'), arnOf('guarded'), arnOf('dead')];

const aQueue = (name: string, overrides: Partial<QueueSpec> = {}): QueueSpec => ({
  name,
  arn: arnOf(name),
  url: urlOf(name),
  visibilityTimeoutMs: 30_000,
  delayMs: 0,
  retentionMs: 345_600_000,
  ...overrides,
});

const specs = [
  aQueue('hooks'),
  aQueue('guarded', { redrive: { deadLetterArn: dead, receivesMax: 1 } }),
  aQueue('dead'),
];

let dataDir: string;
let clock: Clock;
let sqs: SqsStandIn;
let client: SQSClient;
let stopServer: () => Promise<void>;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'sqs-groups-'));
  await open();
});

afterEach(async () => {
  await close();
  rmSync(dataDir, { recursive: true });
});

async function open(): Promise<void> {
  clock = new Clock(clock?.offsetMs());
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

async function close(): Promise<void> {
  client.destroy();
  sqs.close();
  await stopServer();
  clock.stop();
}

const pass = (ms: number) => clock.jumpTo(clock.now() + ms);

/** Sends messages written as `group:body`; a body alone has no group. */
async function send(queue: string, ...messages: string[]): Promise<void> {
  for (const message of messages) {
    const [group, body] = message.includes(':') ? message.split(':') : [undefined, message];
    const input = { QueueUrl: urlOf(queue), MessageBody: body, MessageGroupId: group };
    await client.send(new SendMessageCommand(input));
  }
}

const take = (queueArn: string, max = 1) => sqs.receive(queueArn, max);
const bodiesOf = (records: { body: string }[]) => records.map(({ body }) => body);

test('a message is received with its group', async () => {
  await send('hooks', 'acme:a', 'b');

  const wanted = { QueueUrl: urlOf('hooks'), MaxNumberOfMessages: 10 };
  const { Messages } = await client.send(
    new ReceiveMessageCommand({ ...wanted, MessageSystemAttributeNames: ['MessageGroupId'] }),
  );

  expect(Messages).toMatchObject([{ Body: 'a', Attributes: { MessageGroupId: 'acme' } }, { Body: 'b' }]);
  expect(Messages?.[1]?.Attributes).toBeUndefined();
});

test("the record of a function's event names the group, and that of a message without one does not", async () => {
  await send('hooks', 'acme:a', 'b');
  const records: { body: string; attributes: Record<string, string> }[] = [];
  const mapping = {
    queueArn: hooks,
    functionName: 'deliver',
    batchSize: 10,
    batchWindowMs: 0,
    reportsItemFailures: true,
    concurrencyMax: 2,
  };
  const invoke = (_name: string, payload: string) => {
    records.push(...JSON.parse(payload).Records);
    return Promise.resolve({ kind: 'answer' as const, requestId: 'r', payload: 'null' });
  };

  const pollers = new Pollers([mapping], sqs, { invoke });
  pollers.start();
  while (pollers.busy() > 0) await new Promise((resolve) => setImmediate(resolve));

  expect(records.map(({ body, attributes }) => [body, attributes['MessageGroupId']])).toEqual([
    ['a', 'acme'],
    ['b', undefined],
  ]);
  expect(Object.keys(records[1]?.attributes ?? {})).not.toContain('MessageGroupId');
});

test('a group with much to do lets others go first, from the second message on', async () => {
  await send('hooks', 'loud:1', 'loud:2', 'loud:3', 'quiet:a', 'still:b');

  expect(bodiesOf(take(hooks, 10))).toEqual(['1', 'a', 'b', '2', '3']);
});

test('a message that comes while its group has none in flight overtakes those of a busy group', async () => {
  await send('hooks', 'loud:1', 'loud:2', 'loud:3');
  expect(bodiesOf(take(hooks, 2))).toEqual(['1', '2']);

  await send('hooks', 'quiet:a');

  expect(bodiesOf(take(hooks, 2))).toEqual(['a', '3']);
});

test('messages without a group are never held back, and keep their order among all', async () => {
  await send('hooks', 'loud:1', 'x', 'loud:2', 'y', 'z');

  expect(bodiesOf(take(hooks, 10))).toEqual(['1', 'x', 'y', 'z', '2']);
});

test.each<[string, (receiptHandle: string) => void, string]>([
  ['deleted', (handle) => sqs.remove(hooks, handle), '2'],
  ['handed back', (handle) => sqs.release(hooks, handle), '2'],
  ['kept for longer', (handle) => sqs.release(hooks, handle, 60_000), 'a'],
])('a message that is %s counts for its group accordingly', async (_, act, next) => {
  await send('hooks', 'loud:1', 'loud:2', 'quiet:a');
  const [first] = take(hooks);

  act(first?.receiptHandle ?? '');

  expect(bodiesOf(take(hooks))).toEqual([next]);
});

test('messages whose visibility timeout has ended no longer count', async () => {
  await send('hooks', 'loud:1', 'loud:2', 'loud:3');
  take(hooks, 2);
  pass(30_000);
  await send('hooks', 'quiet:a');

  expect(bodiesOf(take(hooks, 2))).toEqual(['3', 'a']);
});

test('the groups of messages and what each has in flight survive a restart', async () => {
  await send('hooks', 'loud:1', 'loud:2', 'quiet:a');
  expect(bodiesOf(take(hooks))).toEqual(['1']);

  await close();
  await open();

  expect(bodiesOf(take(hooks, 10))).toEqual(['a', '2']);
});

test('a dead letter keeps its group', async () => {
  await send('guarded', 'acme:poison');
  take(guarded);
  pass(30_000);
  expect(take(guarded)).toEqual([]);

  expect(take(dead)).toMatchObject([{ body: 'poison', attributes: { MessageGroupId: 'acme' } }]);
});

test('a delayed message joins its group when it becomes visible', async () => {
  const later = { QueueUrl: urlOf('hooks'), MessageBody: 'late', MessageGroupId: 'quiet', DelaySeconds: 60 };
  await client.send(new SendMessageCommand(later));
  await send('hooks', 'loud:1', 'loud:2');
  expect(bodiesOf(take(hooks))).toEqual(['1']);
  sqs.release(hooks, take(hooks)[0]?.receiptHandle ?? '', 120_000);

  pass(60_000);
  await send('hooks', 'loud:3');

  // The first of the loud ones is visible again since 30 s, but another one is in flight.
  expect(bodiesOf(take(hooks, 10))).toEqual(['late', '1', '3']);
});

test.each([
  ['an empty one', ''],
  ['one of 129 characters', 'g'.repeat(129)],
  ['one with a space', 'a b'],
  ['one beyond ASCII', 'grün'],
])('%s is not the name of a group', async (_, MessageGroupId) => {
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

async function fill(queue: string, messages: number): Promise<void> {
  for (let sent = 0; sent < messages; sent += 10) {
    const Entries = Array.from({ length: 10 }, (_, index) => ({
      Id: `e${index}`,
      MessageBody: `message ${sent + index}`,
      MessageGroupId: `group-${(sent + index) % (messages / 2)}`,
    }));
    await client.send(new SendMessageBatchCommand({ QueueUrl: urlOf(queue), Entries }));
  }
}

test('receiving from 10,000 messages in 5,000 groups costs about what it costs from 500', async () => {
  await fill('dead', 500);
  await fill('hooks', 10_000);
  const times: { few: number[]; many: number[] } = { few: [], many: [] };

  // In turns, so that what else the machine does falls on both.
  for (let round = 0; round < 200; round += 1) {
    times.few.push(timeToReceive(dead));
    times.many.push(timeToReceive(hooks));
  }

  expect(median(times.many)).toBeLessThan(5 * median(times.few));
});

function timeToReceive(queueArn: string): number {
  const startedAt = performance.now();
  take(queueArn);
  return performance.now() - startedAt;
}

function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? NaN;
}

describe('the order', () => {
  interface Waiting {
    id: string;
    group: string | undefined;
    visibleAt: number;
  }

  /** The rule, word for word: slow, and plainly right. */
  class PlainOrder {
    readonly waiting: Waiting[] = [];
    readonly inFlight = new Map<string, number>();

    next(): Waiting | undefined {
      const load = ({ group }: Waiting) => (group === undefined ? 0 : (this.inFlight.get(group) ?? 0));
      return this.waiting.toSorted((a, b) => load(a) - load(b) || a.visibleAt - b.visibleAt)[0];
    }

    drop(id: string): void {
      const index = this.waiting.findIndex((message) => message.id === id);
      if (index >= 0) this.waiting.splice(index, 1);
    }

    count(group: string | undefined, change: 1 | -1): void {
      if (group !== undefined) this.inFlight.set(group, (this.inFlight.get(group) ?? 0) + change);
    }
  }

  const step = fc.oneof(
    fc.record({
      kind: fc.constant('put' as const),
      group: fc.option(fc.constantFrom('a', 'b', 'c'), { nil: undefined }),
      visibleAt: fc.nat(5),
    }),
    fc.record({ kind: fc.constantFrom('take' as const, 'end' as const, 'remove' as const) }),
  );

  test('is that of the rule, whatever comes, goes and is removed', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const [order, plain] = [new FairOrder(), new PlainOrder()];
        const taken: Waiting[] = [];
        for (const [index, each] of steps.entries()) {
          if (each.kind === 'put') {
            const message = { id: `m${index}`, group: each.group, visibleAt: each.visibleAt };
            order.put(message.id, message.group, message.visibleAt);
            plain.waiting.push(message);
          } else if (each.kind === 'take') {
            const next = plain.next();
            expect(order.take()).toBe(next?.id);
            if (!next) continue;
            plain.drop(next.id);
            order.countInFlight(next.group, 1);
            plain.count(next.group, 1);
            taken.push(next);
          } else if (each.kind === 'end') {
            const ended = taken.shift();
            if (!ended) continue;
            order.countInFlight(ended.group, -1);
            plain.count(ended.group, -1);
          } else {
            const removed = plain.waiting[0];
            if (!removed) continue;
            order.remove(removed.id, removed.group);
            plain.drop(removed.id);
          }
          expect(order.size).toBe(plain.waiting.length);
        }
        const oldestFirst = plain.waiting.toSorted((a, b) => a.visibleAt - b.visibleAt);
        expect(order.ids()).toEqual(oldestFirst.map(({ id }) => id));
      }),
    );
  });
});
