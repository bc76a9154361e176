import { setTimeout as sleep } from 'node:timers/promises';
import { chainInvocations, traceInvocation } from '../../packages/local/src/lambda/lineage';
import { Pollers, type PolledQueues } from '../../packages/local/src/lambda/pollers';
import type { InvokeOutcome } from '../../packages/local/src/lambda/runner';
import type { PolledMessage } from '../../packages/local/src/lambda/sqs-event';
import type { EventSourceMapping } from '../../packages/local/src/template/deployment';

const queueArn = 'arn:aws:sqs:eu-west-1:111122223333:work';

function buildMapping(overrides: Partial<EventSourceMapping> = {}): EventSourceMapping {
  return {
    queueArn,
    functionName: 'worker',
    batchSize: 10,
    batchWindowMs: 0,
    reportsItemFailures: true,
    concurrencyMax: undefined,
    allowsRecursion: false,
    ...overrides,
  };
}

function buildMessage(id: string, overrides: Partial<PolledMessage> = {}): PolledMessage {
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

/** A queue that does not redeliver messages, so that tests can compare the remaining messages. */
class MemoryQueue implements PolledQueues {
  readonly removed: string[] = [];
  readonly rejected: string[] = [];
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

  reject(_queueArn: string, receiptHandle: string): void {
    this.rejected.push(receiptHandle);
  }

  onVisible(listener: (queueArn: string) => void): void {
    this.listener = listener;
  }
}

interface Invocation {
  functionName: string;
  event: { Records: { messageId: string }[] };
  respondWith: (payload: unknown) => void;
}

function startPollers(
  mapping: Partial<EventSourceMapping> = {},
  respond?: () => Partial<InvokeOutcome>,
  isBusy = () => false,
) {
  const queue = new MemoryQueue();
  const invocations: Invocation[] = [];
  const invoke = (functionName: string, payload: string): Promise<InvokeOutcome> =>
    new Promise((resolve) => {
      const resolveWith = (outcome: Partial<InvokeOutcome>): void =>
        resolve({ kind: 'response', requestId: 'r', payload: 'null', ...outcome } as InvokeOutcome);
      const respondWith = (value: unknown): void => resolveWith({ payload: JSON.stringify(value) });
      invocations.push({ functionName, event: JSON.parse(payload), respondWith });
      if (respond) resolveWith(respond());
    });
  const pollers = new Pollers([buildMapping(mapping)], queue, { invoke, isBusy });
  pollers.start();
  return {
    queue,
    runs: invocations,
    pollers,
    idsOf: (index: number) => invocations[index]?.event.Records.map((r) => r.messageId),
  };
}

/** Waits long enough for a poll on any machine, by counting event loop turns instead of time. */
async function waitTicks(): Promise<void> {
  for (let tick = 0; tick < 10; tick += 1) await new Promise((resolve) => setImmediate(resolve));
}

async function waitUntilIdle(pollers: Pollers): Promise<void> {
  while (pollers.activeCount() > 0) await sleep(1);
}

test('the event has exactly Lambda’s fields', async () => {
  const { queue, runs: invocations, pollers } = startPollers({}, () => ({}));
  const attribute = { dataType: 'String', stringValue: 'email.sent' };
  queue.add(
    buildMessage('a', {
      messageAttributes: { type: attribute, raw: { dataType: 'Binary', binaryValue: 'AAE=' } },
    }),
  );

  await waitUntilIdle(pollers);

  expect(invocations[0]?.functionName).toBe('worker');
  expect(invocations[0]?.event).toEqual({
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

describe('recursive loops', () => {
  const chainOf = (invocations: number) => `Root=1-0-0;Lineage=other:3|worker:${invocations}`;
  const messageInChain = (id: string, invocations: number): PolledMessage => {
    const message = buildMessage(id);
    return { ...message, attributes: { ...message.attributes, AWSTraceHeader: chainOf(invocations) } };
  };

  test('the 16th invocation of a chain runs, and the 17th message goes to the dead-letter queue', async () => {
    const { queue, pollers, idsOf } = startPollers({}, () => ({}));

    queue.add(messageInChain('sixteenth', 15), messageInChain('seventeenth', 16));
    await waitUntilIdle(pollers);

    expect(idsOf(0)).toEqual(['sixteenth']);
    expect(queue.rejected).toEqual(['receipt-seventeenth']);
  });

  test('a function that allows recursion gets every message', async () => {
    const { queue, pollers, idsOf } = startPollers({ allowsRecursion: true }, () => ({}));

    queue.add(messageInChain('late', 1_000));
    await waitUntilIdle(pollers);

    expect(idsOf(0)).toEqual(['late']);
    expect(queue.rejected).toEqual([]);
  });

  test('the trace header of an invocation continues the longest chain of the batch', () => {
    const header = traceInvocation([chainOf(2), undefined, chainOf(5)], 'worker');

    expect(chainInvocations(header, 'worker')).toBe(6);
    expect(chainInvocations(header, 'other')).toBe(3);
    expect(chainInvocations(traceInvocation([], 'worker'), 'worker')).toBe(1);
  });
});

test('messages that arrive together form one batch, up to the batch size', async () => {
  const { queue, pollers, idsOf } = startPollers({ batchSize: 3 }, () => ({}));

  queue.add(...['a', 'b', 'c', 'd'].map((id) => buildMessage(id)));
  await waitUntilIdle(pollers);

  expect([idsOf(0), idsOf(1)]).toEqual([['a', 'b', 'c'], ['d']]);
});

test('a batch of more than ten messages uses several receives', async () => {
  const { queue, pollers, idsOf } = startPollers({ batchSize: 25, batchWindowMs: 5_000 }, () => ({}));
  const ids = Array.from({ length: 25 }, (_, i) => `m${i}`);

  queue.add(...ids.map((id) => buildMessage(id)));
  await waitUntilIdle(pollers);

  expect(idsOf(0)).toEqual(ids);
});

test('a batch whose event would be too large is split in two', async () => {
  const { queue, pollers, idsOf } = startPollers({}, () => ({}));
  const body = 'x'.repeat(1_000_000);

  queue.add(...['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((id) => buildMessage(id, { body })));
  await waitUntilIdle(pollers);

  expect([idsOf(0), idsOf(1)]).toEqual([['a', 'b', 'c', 'd', 'e', 'f'], ['g']]);
});

test('batches run concurrently up to the mapping’s maximum, and the next starts when a batch ends', async () => {
  const { queue, runs: invocations, pollers } = startPollers({ batchSize: 1, concurrencyMax: 2 });
  queue.add(buildMessage('a'), buildMessage('b'), buildMessage('c'));
  await waitTicks();
  expect(invocations).toHaveLength(2);
  expect(pollers.activeCount()).toBe(2);

  invocations[0]?.respondWith(null);
  await waitTicks();

  expect(invocations).toHaveLength(3);
  invocations.slice(1).forEach((index) => index.respondWith(null));
  await waitUntilIdle(pollers);
  expect(queue.removed.sort()).toEqual(['receipt-a', 'receipt-b', 'receipt-c']);
});

describe('the removal of messages', () => {
  const allReceipts = ['receipt-a', 'receipt-b'];
  test.each([
    ['the value null', null, allReceipts],
    ['an empty object', {}, allReceipts],
    ['an empty list of failures', { batchItemFailures: [] }, allReceipts],
    ['no list of failures', { batchItemFailures: null }, allReceipts],
    ['one failure', { batchItemFailures: [{ itemIdentifier: 'a' }] }, ['receipt-b']],
    ['an unknown message', { batchItemFailures: [{ itemIdentifier: 'z' }] }, []],
    ['an empty id', { batchItemFailures: [{ itemIdentifier: '' }] }, []],
    ['no id', { batchItemFailures: [{ itemIdentifier: null }] }, []],
    ['a misspelled key', { batchItemFailures: [{ id: 'a' }] }, []],
    ['a string', 'done', []],
  ])('follows the failures in the response: %s', async (_name, response, removed) => {
    const { queue, pollers } = startPollers({}, () => ({ payload: JSON.stringify(response) }));

    queue.add(buildMessage('a'), buildMessage('b'));
    await waitUntilIdle(pollers);

    expect(queue.removed).toEqual(removed);
  });

  test('includes all messages if the mapping does not report item failures', async () => {
    const payload = JSON.stringify({ batchItemFailures: [{ itemIdentifier: 'a' }] });
    const { queue, pollers } = startPollers({ reportsItemFailures: false }, () => ({ payload }));

    queue.add(buildMessage('a'), buildMessage('b'));
    await waitUntilIdle(pollers);

    expect(queue.removed).toEqual(allReceipts);
  });

  test.each([
    { kind: 'error', payload: '{}' },
    { kind: 'too-large', direction: 'out' },
  ] as const)('does not happen after a failed run ($kind)', async (outcome) => {
    const { queue, pollers } = startPollers({}, () => outcome);

    queue.add(buildMessage('a'));
    await waitUntilIdle(pollers);

    expect(queue.removed).toEqual([]);
  });
});

test('onIdle is called when the last batch ends', async () => {
  const { queue, runs: invocations, pollers } = startPollers();
  const busyCounts: number[] = [];
  await waitUntilIdle(pollers);
  pollers.onIdle(() => busyCounts.push(pollers.activeCount()));
  queue.add(buildMessage('a'));
  await waitTicks();

  expect(busyCounts).toEqual([]);
  invocations[0]?.respondWith(null);
  await waitUntilIdle(pollers);

  expect(busyCounts).toEqual([0]);
});

test('messages sent before the start are processed at the start, and messages sent after the stop are not', async () => {
  const queue = new MemoryQueue();
  const processedIds: string[] = [];
  const invoke = (_name: string, payload: string): Promise<InvokeOutcome> => {
    processedIds.push(
      ...JSON.parse(payload).Records.map((record: { messageId: string }) => record.messageId),
    );
    return Promise.resolve({ kind: 'response', requestId: 'r', payload: 'null' });
  };
  const pollers = new Pollers([buildMapping()], queue, { invoke, isBusy: () => false });
  queue.add(buildMessage('early'));
  await waitTicks();
  expect(processedIds).toEqual([]);

  pollers.start();
  await waitUntilIdle(pollers);
  pollers.stop();
  queue.add(buildMessage('late'));
  await waitTicks();

  expect(processedIds).toEqual(['early']);
});

test('while the processors are busy, a queue has one invocation at a time, and more as soon as they are not', async () => {
  let busy = true;
  const { queue, runs, pollers } = startPollers({ batchSize: 1, concurrencyMax: 3 }, undefined, () => busy);
  queue.add(...['a', 'b', 'c', 'd'].map((id) => buildMessage(id)));
  await sleep(200);
  expect(runs).toHaveLength(1);

  runs[0]?.respondWith(null);
  await sleep(200);
  expect(runs).toHaveLength(2);

  busy = false;
  await sleep(200);
  expect(runs).toHaveLength(4);
  for (const run of runs) run.respondWith(null);
  await waitUntilIdle(pollers);
  expect(queue.removed).toHaveLength(4);
});
