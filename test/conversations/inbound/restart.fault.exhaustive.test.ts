import { setTimeout as sleep } from 'node:timers/promises';
import { deliverInboundMail, rawMail } from '../../support/inbound-mail';
import { deadLetters } from '../../support/journal';
import { Service, type ApiResponse } from '../../support/service';
import { type TestWorkspace, createTestWorkspace, numberedAddresses } from '../../support/test-workspace';

const mailCount = 50;

interface Arrivals {
  /** Resolves when each message is acknowledged or its connection has closed. */
  done: Promise<unknown>;
  /** The senders of the messages that SES acknowledged. */
  acknowledged: string[];
}

/**
 * Delivers one message from each of 50 senders, with different Message-IDs. Every second message replies to the
 * previous message.
 */
function receiveMany(service: Service, { from: to }: TestWorkspace): Arrivals {
  const acknowledged: string[] = [];
  const submissions = numberedAddresses(mailCount).map(async (from, index) => {
    const isReply = index % 2 === 1;
    const raw = rawMail({
      from,
      to,
      messageId: `<${index}@example.com>`,
      ...(isReply && { inReplyTo: `<${index - 1}@example.com>` }),
      body: `It is ${from}`,
    });
    await deliverInboundMail(service, { recipients: to, mailFrom: from }, raw)
      .then(() => acknowledged.push(from))
      .catch(() => undefined);
  });
  return { done: Promise.all(submissions), acknowledged };
}

async function waitUntilAcknowledged({ acknowledged }: Arrivals, count: number): Promise<void> {
  while (acknowledged.length < count) await sleep(1);
}

/** Moves the clock past the visibility timeout, so that SQS redelivers interrupted notifications. */
const advancePastVisibilityTimeout = (service: Service): Promise<unknown> => service.advance(361_000);

/** Expects each acknowledged message once, correct thread counts, and each reply on the thread of its parent. */
async function expectEachMailOnce(
  service: Service,
  { key }: TestWorkspace,
  acknowledged: string[],
): Promise<void> {
  const getBody = async (path: string): Promise<ApiResponse['body']> =>
    (await service.api('GET', path, { key })).body;
  const { data } = await getBody('/v1/threads?limit=200');
  const threads = await Promise.all(data.map(({ id }: { id: string }) => getBody(`/v1/threads/${id}`)));
  const texts = threads.flatMap(({ messages }) => messages.map(({ text }: { text: string }) => text));

  expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([]);
  expect(acknowledged.filter((from) => !texts.includes(`It is ${from}`))).toEqual([]);
  expect(threads.map(({ message_count }) => message_count)).toEqual(
    threads.map(({ messages }) => messages.length),
  );
  if (texts.length === mailCount) expect(threads).toHaveLength(mailCount / 2);
  expect(deadLetters(service)).toEqual([]);
}

test('kill -9 while 50 messages arrive neither loses nor duplicates an acknowledged message', async () => {
  const firstService = await Service.start();
  const workspace = await createTestWorkspace(firstService, { marketing: true });

  const arrivals = receiveMany(firstService, workspace);
  await waitUntilAcknowledged(arrivals, 20);
  await firstService.killHard();
  await arrivals.done;
  const secondService = await Service.start(firstService.dataDir);
  await secondService.settle();
  await advancePastVisibilityTimeout(secondService);

  expect(arrivals.acknowledged.length).toBeGreaterThanOrEqual(20);
  await expectEachMailOnce(secondService, workspace, arrivals.acknowledged);
  await secondService.stop();
});

test('each of 50 messages is recorded once despite repeated kill -9 during the processing', async () => {
  let service = await Service.start();
  const workspace = await createTestWorkspace(service, { marketing: true });
  const arrivals = receiveMany(service, workspace);
  await arrivals.done;

  for (const pauseMs of [0, 400]) {
    await sleep(pauseMs);
    await service.killHard();
    service = await Service.start(service.dataDir);
  }
  await service.settle();
  await advancePastVisibilityTimeout(service);

  expect(arrivals.acknowledged).toHaveLength(mailCount);
  await expectEachMailOnce(service, workspace, arrivals.acknowledged);
  await service.stop();
});

test('each of 50 messages is recorded once if the functions are stopped while the messages arrive', async () => {
  const service = await Service.start();
  const workspace = await createTestWorkspace(service, { marketing: true });

  const arrivals = receiveMany(service, workspace);
  for (const count of [10, 30, 50]) {
    await waitUntilAcknowledged(arrivals, count);
    await service.control('POST', '/restart');
  }
  await arrivals.done;
  await service.settle();
  await advancePastVisibilityTimeout(service);

  expect(arrivals.acknowledged).toHaveLength(mailCount);
  await expectEachMailOnce(service, workspace, arrivals.acknowledged);
  await service.stop();
});
