import { setTimeout as sleep } from 'node:timers/promises';
import { arrive, rawMail } from '../../support/correspondent';
import { deadLetters } from '../../support/journal';
import { Service, type Answer } from '../../support/service';
import { type Actor, anActor, people } from '../../support/actor';

const mails = 50;

interface Arrivals {
  /** Ends when the last mail was acknowledged, or its connection was cut off. */
  done: Promise<unknown>;
  /** The senders of the mails that SES took. */
  acknowledged: string[];
}

/** Mails of as many people arrive, each with a Message-ID of its own: half of them answer the one before. */
function arriveMany(service: Service, { from: to }: Actor): Arrivals {
  const acknowledged: string[] = [];
  const sendings = people(mails).map(async (from, index) => {
    const isAnswer = index % 2 === 1;
    const raw = rawMail({
      from,
      to,
      messageId: `<${index}@example.com>`,
      ...(isAnswer && { inReplyTo: `<${index - 1}@example.com>` }),
      body: `It is ${from}`,
    });
    await arrive(service, { rcpt: to, mailFrom: from }, raw)
      .then(() => acknowledged.push(from))
      .catch(() => undefined);
  });
  return { done: Promise.all(sendings), acknowledged };
}

async function untilAcknowledged({ acknowledged }: Arrivals, count: number): Promise<void> {
  while (acknowledged.length < count) await sleep(1);
}

/** Notices that were being handled come back when their visibility timeout is over. */
const untilNoticesComeBack = (service: Service): Promise<unknown> => service.advance(361_000);

/** Each acknowledged mail is one message, each thread counts what it shows, and an answer is where its mail is. */
async function expectAllOnce(service: Service, { key }: Actor, acknowledged: string[]): Promise<void> {
  const read = async (path: string): Promise<Answer['body']> =>
    (await service.api('GET', path, { key })).body;
  const { data } = await read('/v1/threads?limit=200');
  const threads = await Promise.all(data.map(({ id }: { id: string }) => read(`/v1/threads/${id}`)));
  const texts = threads.flatMap(({ messages }) => messages.map(({ text }: { text: string }) => text));

  expect(texts.filter((text, at) => texts.indexOf(text) !== at)).toEqual([]);
  expect(acknowledged.filter((from) => !texts.includes(`It is ${from}`))).toEqual([]);
  expect(threads.map(({ message_count }) => message_count)).toEqual(
    threads.map(({ messages }) => messages.length),
  );
  if (texts.length === mails) expect(threads).toHaveLength(mails / 2);
  expect(deadLetters(service)).toEqual([]);
}

test('kill -9 while 50 mails arrive: none that was acknowledged is lost, none is doubled', async () => {
  const first = await Service.start();
  const desk = await anActor(first, { marketing: true });

  const arrivals = arriveMany(first, desk);
  await untilAcknowledged(arrivals, 20);
  await first.killHard();
  await arrivals.done;
  const second = await Service.start(first.dataDir);
  await second.settle();
  await untilNoticesComeBack(second);

  expect(arrivals.acknowledged.length).toBeGreaterThanOrEqual(20);
  await expectAllOnce(second, desk, arrivals.acknowledged);
  await second.stop();
});

test('kill -9 while 50 mails are read, again and again: all are there once', async () => {
  let service = await Service.start();
  const desk = await anActor(service, { marketing: true });
  const arrivals = arriveMany(service, desk);
  await arrivals.done;

  for (const pauseMs of [0, 400]) {
    await sleep(pauseMs);
    await service.killHard();
    service = await Service.start(service.dataDir);
  }
  await service.settle();
  await untilNoticesComeBack(service);

  expect(arrivals.acknowledged).toHaveLength(mails);
  await expectAllOnce(service, desk, arrivals.acknowledged);
  await service.stop();
});

test('functions that are stopped while 50 mails arrive: all are there once', async () => {
  const service = await Service.start();
  const desk = await anActor(service, { marketing: true });

  const arrivals = arriveMany(service, desk);
  for (const count of [10, 30, 50]) {
    await untilAcknowledged(arrivals, count);
    await service.control('POST', '/restart');
  }
  await arrivals.done;
  await service.settle();
  await untilNoticesComeBack(service);

  expect(arrivals.acknowledged).toHaveLength(mails);
  await expectAllOnce(service, desk, arrivals.acknowledged);
  await service.stop();
});
