import { arrives, comes, onlyThread, sentMessageId, threadsOf } from '../../support/inbox';
import type { Answer } from '../../support/service';
import { type Actor, anActor, people } from '../../support/actor';
import { theService } from '../../support/the-service';

const service = theService();

afterEach(() => service.control('DELETE', '/faults'));

type Message = Answer['body'];

/** What runs at the same time has read everything before the first of them writes. */
const writeLate = (): Promise<unknown> =>
  service.control('POST', '/faults', {
    service: 'dynamodb',
    operation: 'TransactWriteItems',
    function: 'receiveMail',
    delay_ms: 500,
  });

const received = (messages: Message[]): Message[] =>
  messages.filter(({ direction }) => direction === 'inbound');

async function answeredDesk(): Promise<{ desk: Actor; inReplyTo: string }> {
  const desk = await anActor(service);
  const { id } = await desk.accepted({ to: 'kim@example.com', subject: 'Parcel' });
  await service.settle();
  return { desk, inReplyTo: await sentMessageId(desk, id) };
}

test('two answers to one email at the same moment are both counted and both shown', async () => {
  const { desk, inReplyTo } = await answeredDesk();
  await writeLate();

  await Promise.all(['Yes', 'No'].map((body) => comes(desk, { inReplyTo, body })));
  await service.settle();

  const thread = await onlyThread(desk);
  expect(thread).toMatchObject({ message_count: 3, awaiting_reply: true });
  expect(
    received(thread.messages)
      .map(({ text }) => text)
      .sort(),
  ).toEqual(['No', 'Yes']);
});

test('ten mails to one thread at the same moment are all counted and all shown', async () => {
  const { desk, inReplyTo } = await answeredDesk();
  const senders = people(10);
  await writeLate();

  await Promise.all(senders.map((from) => comes(desk, { from, inReplyTo, body: `It is ${from}` })));
  await service.settle();

  const thread = await onlyThread(desk);
  expect(thread.message_count).toBe(11);
  expect(new Set(thread.participants)).toEqual(new Set(['kim@example.com', ...senders]));
  expect(new Set(received(thread.messages).map(({ text }) => text))).toEqual(
    new Set(senders.map((from) => `It is ${from}`)),
  );
  expect(received(thread.messages)).toHaveLength(10);
});

test('an answer and the mail that it answers, at the same moment, are one thread', async () => {
  const desk = await anActor(service);
  await writeLate();

  await Promise.all([
    comes(desk, { messageId: '<first@example.com>', body: 'First' }),
    comes(desk, { messageId: '<second@example.com>', inReplyTo: '<first@example.com>', body: 'Second' }),
  ]);
  await service.settle();

  expect(await onlyThread(desk)).toMatchObject({ message_count: 2, awaiting_reply: true });
});

test('two answers to a mail that nobody here saw, at the same moment, are one thread', async () => {
  const desk = await anActor(service);
  await writeLate();

  const answer = (id: string) =>
    comes(desk, { messageId: `<${id}@example.com>`, inReplyTo: '<unseen@example.com>' });
  await Promise.all(['one', 'other'].map(answer));
  await service.settle();

  expect(await onlyThread(desk)).toMatchObject({ message_count: 2 });
});

test('mails that say nothing of each other, at the same moment, are a thread each', async () => {
  const desk = await anActor(service);
  await writeLate();

  await Promise.all(people(5).map((from) => comes(desk, { from, messageId: '<same@example.com>' })));
  await service.settle();

  expect((await threadsOf(desk)).map(({ message_count }) => message_count)).toEqual([1, 1, 1, 1, 1]);
});

test('an answer of ours and a mail to us, at the same moment, are both counted', async () => {
  const { desk, inReplyTo } = await answeredDesk();
  const { id } = await onlyThread(desk);
  await writeLate();

  await Promise.all([comes(desk, { inReplyTo }), desk.accepted({ to: 'kim@example.com', thread_id: id })]);
  await service.settle();

  expect(await onlyThread(desk)).toMatchObject({ message_count: 3 });
});

test('a thread that hostile mail fills with people still takes mail, and emails of ours', async () => {
  const { desk, inReplyTo } = await answeredDesk();
  const { id } = await onlyThread(desk);
  const crowd = (name: string): string =>
    Array.from({ length: 220 }, (_, at) => `${name}${at}${'中'.repeat(300)}@example.com`).join(',\r\n ');

  for (const name of ['a', 'b', 'c']) await arrives(desk, { inReplyTo, to: crowd(name) });
  await arrives(desk, { inReplyTo, from: 'max@example.com', body: 'Still here?' });
  const { id: answerId } = await desk.accepted({ to: 'max@example.com', thread_id: id });
  await service.settle();

  const thread = await onlyThread(desk);
  expect(thread.message_count).toBe(6);
  expect(thread.participants).toContain('kim@example.com');
  expect(thread.messages.at(-2)).toMatchObject({ from: 'max@example.com', text: 'Still here?' });
  expect(thread.messages.at(-1)).toMatchObject({ id: answerId, status: 'delivered' });
});
