import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { callSqs } from '../../support/call-runtime';
import { deadLetters } from '../../support/journal';
import { Service } from '../../support/service';
import { createTestWorkspace } from '../../support/test-workspace';

let service: Service;

beforeAll(async () => {
  service = await Service.start();
});

afterAll(() => service.stop());

/** Sends a wakeup as the last message of a chain. */
async function sendWakeup(body: object, depth: number, startedAtMs: number): Promise<void> {
  const { QueueUrls } = (await callSqs(service.metadata, 'ListQueues', {})) as { QueueUrls: string[] };
  await callSqs(service.metadata, 'SendMessage', {
    QueueUrl: QueueUrls.find((url) => url.includes('WakeupsQueue')),
    MessageBody: JSON.stringify(body),
    MessageAttributes: {
      chain: { DataType: 'String', StringValue: `${depth} ${startedAtMs} carrier-nest-local-sendEmail` },
    },
  });
}

/** Six minutes, which is six times the timeout of the function, pass before each of the five attempts. */
async function advancePastAllAttempts(): Promise<void> {
  for (let attempt = 0; attempt < 5; attempt++) await service.advance(361_000);
}

test.each([
  ['that has just started', 0, 100_000],
  ['that started a minute before', 60_000, 100_600],
])(
  'the last allowed message of a chain %s is processed; the next one becomes a dead letter',
  async (_title, ageMs, depthMax) => {
    // The message is sent in the same second or in the next one, because the clock of the runtime runs.
    const startedAtMs = Date.parse(await service.now()) - ageMs;
    const oneSecond = 10;
    const deadLettersBefore = deadLetters(service);
    const overLimit = { wakeup: `over the limit, ${ageMs}` };

    await sendWakeup({ wakeup: 'at the limit' }, depthMax, startedAtMs);
    await sendWakeup(overLimit, depthMax + oneSecond + 1, startedAtMs);
    await service.settle();
    await advancePastAllAttempts();

    expect(deadLetters(service)).toEqual([...deadLettersBefore, JSON.stringify(overLimit)]);
  },
);

test('a chain may be of any length if it has at most ten messages per second', async () => {
  const startedAtMs = Date.parse(await service.now()) - 1_000_000_000;
  const deadLettersBefore = deadLetters(service);

  await sendWakeup({ wakeup: 'old' }, 10_000_000, startedAtMs);
  await service.settle();
  await advancePastAllAttempts();

  expect(deadLetters(service)).toEqual(deadLettersBefore);
});

test('the messages of a scheduled email carry the function that started the chain and count up', async () => {
  const workspace = await createTestWorkspace(service);
  await workspace.send({ scheduled_at: 'in 5 minutes' });
  await service.advance(360_000);
  await service.settle();

  const chains = readChains(service);
  expect(chains).toEqual(
    expect.arrayContaining([
      { queue: expect.stringContaining('WakeupsQueue'), depth: 0, startedBy: 'carrier-nest-local-sendEmail' },
      { queue: expect.stringContaining('DueWorkQueue'), depth: 1, startedBy: 'carrier-nest-local-sendEmail' },
    ]),
  );
});

interface SentMessage {
  queueArn: string;
  attributes: Record<string, { StringValue?: string }>;
}

/** Reads the chains of all messages since the runtime started, including processed messages. */
function readChains({ dataDir }: Service) {
  const lines = readFileSync(join(dataDir, 'sqs/sqs-messages.jsonl'), 'utf8').split('\n').filter(Boolean);
  return lines.flatMap((line) => {
    const [, message] = JSON.parse(line) as [string, SentMessage?];
    const [depth, , startedBy] = message?.attributes['chain']?.StringValue?.split(' ') ?? [];
    return startedBy === undefined ? [] : [{ queue: message?.queueArn, depth: Number(depth), startedBy }];
  });
}
