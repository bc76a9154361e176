import { setTimeout as passes } from 'node:timers/promises';
import { Pollers, type PolledQueues } from '../../packages/local/src/lambda/pollers';
import type { InvokeOutcome } from '../../packages/local/src/lambda/runner';
import type { PolledMessage } from '../../packages/local/src/lambda/sqs-event';
import type { EventSourceMapping } from '../../packages/local/src/template/deployment';

const queueArn = 'arn:aws:sqs:eu-west-1:111122223333:work';

function aMapping(overrides: Partial<EventSourceMapping> = {}): EventSourceMapping {
  return {
    queueArn,
    functionName: 'worker',
    batchSize: 10,
    batchWindowMs: 0,
    reportsItemFailures: true,
    concurrencyMax: undefined,
    ...overrides,
  };
}

function aMessage(id: string, overrides: Partial<PolledMessage> = {}): PolledMessage {
  return {
    messageId: id,
    receiptHandle: `receipt-${id}`,
    body: `{"n":"${id}"}`,
    md5OfBody: '0f343b0931126a20f133d67c2b018a3b',
    attributes: {
      ApproximateReceiveCount: '1',
      SentTimestamp: '1795250700091',
      SenderId: 'AKIALOCAL1',
      ApproximateFirstReceiveTimestamp: '1795250700099',
    },
    messageAttributes: {},
    ...overrides,
  };
}

/** A queue whose received messages never come back, so that what is left can be compared. */
class MemoryQueue implements PolledQueues {
  readonly removed: string[] = [];
  private readonly visible: PolledMessage[] = [];
  private listener: (queueArn: string) => void = () => undefined;

  add(...messages: PolledMessage[]): void {
    for (const message of messages) {
      this.visible.push(message);
      this.listener(queueArn);
    }
  }

  receive(_queueArn: string, max: number): PolledMessage[] {
    return this.visible.splice(0, max);
  }

  remove(_queueArn: string, receiptHandle: string): void {
    this.removed.push(receiptHandle);
  }

  onVisible(listener: (queueArn: string) => void): void {
    this.listener = listener;
  }
}

interface Run {
  functionName: string;
  event: { Records: { messageId: string }[] };
  answer: (payload: unknown) => void;
}

function given(mapping: Partial<EventSourceMapping> = {}, respond?: () => Partial<InvokeOutcome>) {
  const queue = new MemoryQueue();
  const runs: Run[] = [];
  const invoke = (functionName: string, payload: string): Promise<InvokeOutcome> =>
    new Promise((resolve) => {
      const done = (outcome: Partial<InvokeOutcome>): void =>
        resolve({ kind: 'answer', requestId: 'r', payload: 'null', ...outcome } as InvokeOutcome);
      const answer = (value: unknown): void => done({ payload: JSON.stringify(value) });
      runs.push({ functionName, event: JSON.parse(payload), answer });
      if (respond) done(respond());
    });
  const pollers = new Pollers([aMapping(mapping)], queue, { invoke });
  pollers.start();
  return { queue, runs, pollers, idsOf: (run: number) => runs[run]?.event.Records.map((r) => r.messageId) };
}

/** Longer than a poller takes to look, however busy the machine is: it counts turns, not time. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

async function idle(pollers: Pollers): Promise<void> {
  while (pollers.busy() > 0) await passes(1);
}

test('the event is that of Lambda, to the field', async () => {
  const { queue, runs, pollers } = given({}, () => ({}));
  const attribute = { dataType: 'String', stringValue: 'email.sent' };
  queue.add(
    aMessage('a', {
      messageAttributes: { type: attribute, raw: { dataType: 'Binary', binaryValue: 'AAE=' } },
    }),
  );

  await idle(pollers);

  expect(runs[0]?.functionName).toBe('worker');
  expect(runs[0]?.event).toEqual({
    Records: [
      {
        messageId: 'a',
        receiptHandle: 'receipt-a',
        body: '{"n":"a"}',
        attributes: {
          ApproximateReceiveCount: '1',
          SentTimestamp: '1795250700091',
          SenderId: 'AKIALOCAL1',
          ApproximateFirstReceiveTimestamp: '1795250700099',
        },
        messageAttributes: {
          type: { stringValue: 'email.sent', stringListValues: [], binaryListValues: [], dataType: 'String' },
          raw: { binaryValue: 'AAE=', stringListValues: [], binaryListValues: [], dataType: 'Binary' },
        },
        md5OfBody: '0f343b0931126a20f133d67c2b018a3b',
        eventSource: 'aws:sqs',
        eventSourceARN: queueArn,
        awsRegion: 'eu-west-1',
      },
    ],
  });
  expect(queue.removed).toEqual(['receipt-a']);
});

test('messages that arrive together are one batch, up to the batch size', async () => {
  const { queue, pollers, idsOf } = given({ batchSize: 3 }, () => ({}));

  queue.add(...['a', 'b', 'c', 'd'].map((id) => aMessage(id)));
  await idle(pollers);

  expect([idsOf(0), idsOf(1)]).toEqual([['a', 'b', 'c'], ['d']]);
});

test('a batch above ten messages takes several receives', async () => {
  const { queue, pollers, idsOf } = given({ batchSize: 25, batchWindowMs: 5_000 }, () => ({}));
  const ids = Array.from({ length: 25 }, (_, i) => `m${i}`);

  queue.add(...ids.map((id) => aMessage(id)));
  await idle(pollers);

  expect(idsOf(0)).toEqual(ids);
});

test('a batch whose event would be too large is two', async () => {
  const { queue, pollers, idsOf } = given({}, () => ({}));
  const body = 'x'.repeat(1_000_000);

  queue.add(...['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((id) => aMessage(id, { body })));
  await idle(pollers);

  expect([idsOf(0), idsOf(1)]).toEqual([['a', 'b', 'c', 'd', 'e', 'f'], ['g']]);
});

test('no more batches run at once than the mapping allows; the next starts when one ends', async () => {
  const { queue, runs, pollers } = given({ batchSize: 1, concurrencyMax: 2 });
  queue.add(aMessage('a'), aMessage('b'), aMessage('c'));
  await turns();
  expect(runs).toHaveLength(2);
  expect(pollers.busy()).toBe(2);

  runs[0]?.answer(null);
  await turns();

  expect(runs).toHaveLength(3);
  runs.slice(1).forEach((run) => run.answer(null));
  await idle(pollers);
  expect(queue.removed.sort()).toEqual(['receipt-a', 'receipt-b', 'receipt-c']);
});

describe('what an answer removes', () => {
  const all = ['receipt-a', 'receipt-b'];
  test.each([
    ['nothing reported', null, all],
    ['an empty answer', {}, all],
    ['an empty list', { batchItemFailures: [] }, all],
    ['no list', { batchItemFailures: null }, all],
    ['one failure', { batchItemFailures: [{ itemIdentifier: 'a' }] }, ['receipt-b']],
    ['an unknown message', { batchItemFailures: [{ itemIdentifier: 'z' }] }, []],
    ['an empty id', { batchItemFailures: [{ itemIdentifier: '' }] }, []],
    ['no id', { batchItemFailures: [{ itemIdentifier: null }] }, []],
    ['a misspelt key', { batchItemFailures: [{ id: 'a' }] }, []],
    ['no object at all', 'done', []],
  ])('%s', async (_name, answer, removed) => {
    const { queue, pollers } = given({}, () => ({ payload: JSON.stringify(answer) }));

    queue.add(aMessage('a'), aMessage('b'));
    await idle(pollers);

    expect(queue.removed).toEqual(removed);
  });

  test('a mapping without item failures reads no answer', async () => {
    const payload = JSON.stringify({ batchItemFailures: [{ itemIdentifier: 'a' }] });
    const { queue, pollers } = given({ reportsItemFailures: false }, () => ({ payload }));

    queue.add(aMessage('a'), aMessage('b'));
    await idle(pollers);

    expect(queue.removed).toEqual(all);
  });

  test.each([
    { kind: 'error', payload: '{}' },
    { kind: 'too-large', direction: 'out' },
  ] as const)('a failed run ($kind) removes nothing', async (outcome) => {
    const { queue, pollers } = given({}, () => outcome);

    queue.add(aMessage('a'));
    await idle(pollers);

    expect(queue.removed).toEqual([]);
  });
});

test('the end of the last batch is told', async () => {
  const { queue, runs, pollers } = given();
  const told: number[] = [];
  await idle(pollers);
  pollers.onChange(() => told.push(pollers.busy()));
  queue.add(aMessage('a'));
  await turns();

  expect(told).toEqual([]);
  runs[0]?.answer(null);
  await idle(pollers);

  expect(told).toEqual([0]);
});

test('what waits before the start is taken at the start, and nothing after the stop', async () => {
  const queue = new MemoryQueue();
  const taken: string[] = [];
  const invoke = (_name: string, payload: string): Promise<InvokeOutcome> => {
    taken.push(...JSON.parse(payload).Records.map((record: { messageId: string }) => record.messageId));
    return Promise.resolve({ kind: 'answer', requestId: 'r', payload: 'null' });
  };
  const pollers = new Pollers([aMapping()], queue, { invoke });
  queue.add(aMessage('early'));
  await turns();
  expect(taken).toEqual([]);

  pollers.start();
  await idle(pollers);
  pollers.stop();
  queue.add(aMessage('late'));
  await turns();

  expect(taken).toEqual(['early']);
});
