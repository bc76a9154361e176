import {
  receiveInboundMail,
  injectInboundMail,
  onlyThread,
  sentMessageId,
  threadsOf,
} from '../../support/inbound-mails';
import type { ApiResponse } from '../../support/service';
import { type TestWorkspace, createTestWorkspace, numberedAddresses } from '../../support/test-workspace';
import { useService } from '../../support/use-service';

const service = useService();

afterEach(() => service.control('DELETE', '/faults'));

type Message = ApiResponse['body'];

/** Delays writes until all concurrent functions have finished their reads. */
const delayWrites = (): Promise<unknown> =>
  service.control('POST', '/faults', {
    service: 'dynamodb',
    operation: 'TransactWriteItems',
    function: 'receiveMail',
    delay_ms: 500,
  });

const inboundMessages = (messages: Message[]): Message[] =>
  messages.filter(({ direction }) => direction === 'inbound');

async function sendParcelMail(): Promise<{ workspace: TestWorkspace; inReplyTo: string }> {
  const workspace = await createTestWorkspace(service);
  const { id } = await workspace.sendAccepted({ to: 'kim@example.com', subject: 'Parcel' });
  await service.settle();
  return { workspace, inReplyTo: await sentMessageId(workspace, id) };
}

test('two simultaneous replies to one email are both counted and both shown', async () => {
  const { workspace, inReplyTo } = await sendParcelMail();
  await delayWrites();

  await Promise.all(['Yes', 'No'].map((body) => injectInboundMail(workspace, { inReplyTo, body })));
  await service.settle();

  const thread = await onlyThread(workspace);
  expect(thread).toMatchObject({ message_count: 3, awaiting_reply: true });
  expect(
    inboundMessages(thread.messages)
      .map(({ text }) => text)
      .sort(),
  ).toEqual(['No', 'Yes']);
});

test('ten simultaneous messages to one thread are all counted and all shown', async () => {
  const { workspace, inReplyTo } = await sendParcelMail();
  const senders = numberedAddresses(10);
  await delayWrites();

  await Promise.all(
    senders.map((from) => injectInboundMail(workspace, { from, inReplyTo, body: `It is ${from}` })),
  );
  await service.settle();

  const thread = await onlyThread(workspace);
  expect(thread.message_count).toBe(11);
  expect(new Set(thread.participants)).toEqual(new Set(['kim@example.com', ...senders]));
  expect(new Set(inboundMessages(thread.messages).map(({ text }) => text))).toEqual(
    new Set(senders.map((from) => `It is ${from}`)),
  );
  expect(inboundMessages(thread.messages)).toHaveLength(10);
});

test('a reply and the message it replies to, received simultaneously, form one thread', async () => {
  const workspace = await createTestWorkspace(service);
  await delayWrites();

  await Promise.all([
    injectInboundMail(workspace, { messageId: '<first@example.com>', body: 'First' }),
    injectInboundMail(workspace, {
      messageId: '<second@example.com>',
      inReplyTo: '<first@example.com>',
      body: 'Second',
    }),
  ]);
  await service.settle();

  expect(await onlyThread(workspace)).toMatchObject({ message_count: 2, awaiting_reply: true });
});

test('two simultaneous replies to an unknown message form one thread', async () => {
  const workspace = await createTestWorkspace(service);
  await delayWrites();

  const receiveReply = (id: string) =>
    injectInboundMail(workspace, { messageId: `<${id}@example.com>`, inReplyTo: '<unseen@example.com>' });
  await Promise.all(['one', 'other'].map(receiveReply));
  await service.settle();

  expect(await onlyThread(workspace)).toMatchObject({ message_count: 2 });
});

test('simultaneous messages of different senders each start a thread, even with the same Message-ID', async () => {
  const workspace = await createTestWorkspace(service);
  await delayWrites();

  await Promise.all(
    numberedAddresses(5).map((from) =>
      injectInboundMail(workspace, { from, messageId: '<same@example.com>' }),
    ),
  );
  await service.settle();

  expect((await threadsOf(workspace)).map(({ message_count }) => message_count)).toEqual([1, 1, 1, 1, 1]);
});

test('an outbound reply and a simultaneous inbound message are both counted', async () => {
  const { workspace, inReplyTo } = await sendParcelMail();
  const { id } = await onlyThread(workspace);
  await delayWrites();

  await Promise.all([
    injectInboundMail(workspace, { inReplyTo }),
    workspace.sendAccepted({ to: 'kim@example.com', thread_id: id }),
  ]);
  await service.settle();

  expect(await onlyThread(workspace)).toMatchObject({ message_count: 3 });
});

test('a thread to which hostile messages added the maximum number of participants accepts more inbound and outbound messages', async () => {
  const { workspace, inReplyTo } = await sendParcelMail();
  const { id } = await onlyThread(workspace);
  const addressList = (name: string): string =>
    Array.from({ length: 220 }, (_, index) => `${name}${index}${'中'.repeat(300)}@example.com`).join(
      ',\r\n ',
    );

  for (const name of ['a', 'b', 'c'])
    await receiveInboundMail(workspace, { inReplyTo, to: addressList(name) });
  await receiveInboundMail(workspace, { inReplyTo, from: 'max@example.com', body: 'Still here?' });
  const { id: answerId } = await workspace.sendAccepted({ to: 'max@example.com', thread_id: id });
  await service.settle();

  const thread = await onlyThread(workspace);
  expect(thread.message_count).toBe(6);
  expect(thread.participants).toContain('kim@example.com');
  expect(thread.messages.at(-2)).toMatchObject({ from: 'max@example.com', text: 'Still here?' });
  expect(thread.messages.at(-1)).toMatchObject({ id: answerId, status: 'delivered' });
});
