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
import { aFolder } from '../support/run/run-folder';
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
  dataDir = aFolder();
  await open();
});

afterEach(() => close());

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

/** Takes the next message, for a second, and deletes it. */
function work(queueArn: string): void {
  const [message] = take(queueArn);
  pass(1_000);
  sqs.remove(queueArn, message?.receiptHandle ?? '');
}

const many = (group: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${group}:${index}`);

test('while no group is noisy, the oldest message is next, whichever group it is of', async () => {
  await send('hooks', 'one:1', 'one:2', 'one:3', 'two:a', 'b');

  expect(bodiesOf(take(hooks, 10))).toEqual(['1', '2', '3', 'a', 'b']);
});

test('a group that has taken a tenth of the time lets others go first', async () => {
  await send('hooks', 'loud:1', 'loud:2', 'loud:3', 'quiet:a', 'still:b');

  work(hooks);

  expect(bodiesOf(take(hooks, 10))).toEqual(['a', 'b', '2', '3']);
});

test.each([
  ['has thirty in flight lets others go first', 30, 'a'],
  ['has fewer does not', 29, '29'],
])('a group that %s', async (_, inFlight, next) => {
  await send('hooks', ...many('loud', 31), 'quiet:a');

  for (let taken = 0; taken < inFlight; taken += 10) take(hooks, Math.min(10, inFlight - taken));

  expect(bodiesOf(take(hooks))).toEqual([next]);
});

test('of two noisy groups the one with fewer in flight is next', async () => {
  await send('hooks', 'loud:1', 'wild:a', 'loud:2', 'loud:3', 'wild:b');
  work(hooks);
  work(hooks);
  expect(bodiesOf(take(hooks))).toEqual(['2']);

  expect(bodiesOf(take(hooks, 2))).toEqual(['b', '3']);
});

test('a group whose messages are all done is noisy no more', async () => {
  await send('hooks', 'loud:1');
  work(hooks);
  await send('hooks', 'loud:2', 'quiet:a');

  expect(bodiesOf(take(hooks, 2))).toEqual(['2', 'a']);
});

test('messages without a group are never held back, and keep their order among all', async () => {
  await send('hooks', 'loud:1', 'x', 'loud:2', 'y', 'z');
  work(hooks);

  expect(bodiesOf(take(hooks, 10))).toEqual(['x', 'y', 'z', '2']);
});

test.each<[string, (receiptHandle: string) => void, string]>([
  ['deleted', (handle) => sqs.remove(hooks, handle), 'a'],
  ['handed back', (handle) => sqs.release(hooks, handle), 'a'],
  ['kept for longer', (handle) => sqs.release(hooks, handle, 60_000), '2'],
])('a message that is %s counts for its group accordingly', async (_, act, next) => {
  await send('hooks', 'loud:1', 'loud:2', 'quiet:a');
  const [first] = take(hooks);
  pass(1_000);

  act(first?.receiptHandle ?? '');

  expect(bodiesOf(take(hooks))).toEqual([next]);
});

test('messages whose visibility timeout has ended are in flight no more, and took that time', async () => {
  await send('hooks', 'loud:1', 'loud:2', 'loud:3');
  take(hooks, 2);
  pass(30_000);
  await send('hooks', 'quiet:a');

  expect(bodiesOf(take(hooks, 4))).toEqual(['a', '3', '1', '2']);
});

test('the groups of messages and what each has in flight survive a restart', async () => {
  await send('hooks', ...many('loud', 31), 'quiet:a');
  for (let taken = 0; taken < 30; taken += 10) take(hooks, 10);

  await close();
  await open();

  expect(bodiesOf(take(hooks, 10))).toEqual(['a', '30']);
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
  await send('hooks', 'loud:1', 'loud:2', 'loud:3');
  work(hooks);
  expect(bodiesOf(take(hooks))).toEqual(['2']);

  pass(60_000);

  expect(bodiesOf(take(hooks, 10))).toEqual(['late', '3', '2']);
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
    waiting: Waiting[] = [];
    inFlight: (Waiting & { since: number })[] = [];
    spent: { group: string; ms: number }[] = [];

    next(): Waiting | undefined {
      const oldest = this.waiting.toSorted((a, b) => a.visibleAt - b.visibleAt);
      const quiet = oldest.find(({ group }) => group === undefined || !this.isNoisy(group));
      return quiet ?? oldest.toSorted((a, b) => this.load(a.group) - this.load(b.group))[0];
    }

    private isNoisy(name: string): boolean {
      const ms = (rows: readonly { ms: number }[]) => rows.reduce((sum, row) => sum + row.ms, 0);
      const own = this.spent.filter(({ group }) => group === name);
      const isBusy = this.load(name) >= 30 && this.load(name) > this.inFlight.length / 10;
      return isBusy || ms(own) > ms(this.spent) / 10;
    }

    private load(name: string | undefined): number {
      return this.inFlight.filter(({ group }) => group === name).length;
    }

    drop(id: string): void {
      this.waiting = this.waiting.filter((message) => message.id !== id);
      this.forgetIdle();
    }

    end(id: string, now: number): void {
      const ended = this.inFlight.find((message) => message.id === id);
      if (!ended) return;
      this.spent.push({ group: nameOf(ended), ms: now - ended.since });
      this.inFlight = this.inFlight.filter((message) => message !== ended);
      this.forgetIdle();
    }

    private forgetIdle(): void {
      const present = new Set([...this.waiting, ...this.inFlight].map(nameOf));
      this.spent = this.spent.filter(({ group }) => present.has(group));
    }
  }

  const nameOf = ({ group = 'none' }: Waiting): string => group;

  const step = fc.oneof(
    fc.record({
      kind: fc.constant('put' as const),
      group: fc.option(fc.constantFrom('a', 'b', 'c'), { nil: undefined }),
      visibleAt: fc.nat(5),
    }),
    fc.record({ kind: fc.constant('pass' as const), ms: fc.nat(20) }),
    fc.record({ kind: fc.constantFrom('take' as const, 'end' as const, 'remove' as const) }),
  );

  test('is that of the rule, whatever comes, goes and is removed', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
        const [order, plain] = [new FairOrder(), new PlainOrder()];
        let now = 0;
        for (const [index, each] of steps.entries()) {
          if (each.kind === 'put') {
            const message = { id: `m${index}`, group: each.group, visibleAt: each.visibleAt };
            order.put(message.id, message.group, message.visibleAt);
            plain.waiting.push(message);
          } else if (each.kind === 'pass') {
            now += each.ms;
          } else if (each.kind === 'take') {
            const next = plain.next();
            expect(order.take()).toBe(next?.id);
            if (!next) continue;
            // It is in flight before it waits no more: its group is present all the time.
            plain.inFlight.push({ ...next, since: now });
            plain.drop(next.id);
            order.begin(next.id, next.group, now);
          } else if (each.kind === 'end') {
            const [ended] = plain.inFlight;
            if (!ended) continue;
            order.end(ended.id, ended.group, now);
            plain.end(ended.id, now);
          } else {
            const [removed] = plain.waiting;
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
