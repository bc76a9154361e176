import { randomUUID } from 'node:crypto';
import { receiveInboundMail, sentMessageId, threadsOf } from '../../support/inbound-mails';
import { createTestWorkspace } from '../../support/test-workspace';
import { useService } from '../../support/use-service';
import { InboxWorkspace } from './support/inbox-workspace';

const service = useService();
let inboxes: InboxWorkspace;

beforeEach(async () => {
  inboxes = await InboxWorkspace.create(service);
});

const uniqueId = () => `<${randomUUID()}@example.com>`;

// IB-22
test('threads, transcript entries and received messages name their inbox', async () => {
  const { own, workspace } = inboxes;
  const sent = await workspace.sendAccepted({ from: own.address });
  await service.settle();
  const thread = await inboxes.receive(own.address, { inReplyTo: await sentMessageId(workspace, sent.id) });
  const outside = await inboxes.receive(workspace.from);

  expect(thread).toMatchObject({ id: sent.thread_id, inbox_id: own.id });
  expect(thread.messages.map(({ inbox_id }: { inbox_id: string }) => inbox_id)).toEqual([own.id, own.id]);
  expect(outside).toMatchObject({ inbox_id: null, messages: [{ inbox_id: null }] });
  expect((await threadsOf(workspace)).map(({ inbox_id }) => inbox_id)).toEqual([null, own.id]);
  const handled = await workspace.api('POST', `/v1/threads/${thread.id}/handled`);
  expect(handled.body.inbox_id).toBe(own.id);
  for (const { messages } of [thread, outside]) {
    const { id, inbox_id } = messages.at(-1);
    expect((await workspace.api('GET', `/v1/inbound/${id}`)).body.inbox_id).toBe(inbox_id);
  }
});

// IB-22
test('without an inbox, no thread has the field; after the last deletion, threads keep it', async () => {
  const { own, other, workspace } = inboxes;
  const plain = await createTestWorkspace(service);
  await receiveInboundMail(plain);
  const [plainThread] = await threadsOf(plain);
  const thread = await inboxes.receive(own.address);

  for (const { id } of [own, other]) await workspace.api('DELETE', `/v1/inboxes/${id}`);

  expect(plainThread).not.toHaveProperty('inbox_id');
  expect((await plain.getThread(plainThread.id)).messages[0]).not.toHaveProperty('inbox_id');
  expect((await threadsOf(workspace)).map(({ inbox_id }) => inbox_id)).toEqual([own.id]);
  expect((await workspace.getThread(thread.id)).messages[0].inbox_id).toBe(own.id);
});

// IB-19
test('mail with a tag is delivered to the inbox', async () => {
  const tagged = inboxes.own.address.replace('@', '+news+2026@');

  expect(await inboxes.receive(tagged)).toMatchObject({ inbox_id: inboxes.own.id });
  expect(await inboxes.receive(tagged.toUpperCase())).toMatchObject({ inbox_id: inboxes.own.id });
});

// IB-20
test('a message to two inboxes and another address starts a thread at each', async () => {
  const { own, other, workspace } = inboxes;

  await inboxes.receive([own.address, other.address, workspace.from, own.address.replace('@', '+a@')]);

  const threads = await threadsOf(workspace);
  expect(new Set(threads.map(({ inbox_id }) => inbox_id))).toEqual(new Set([own.id, other.id, null]));
  expect(threads).toHaveLength(3);
});

describe('a reply to another place starts a thread there', () => {
  // IB-20
  test.each(['own', 'other', 'none'] as const)('from a thread of %s', async (place) => {
    const { own, other, workspace } = inboxes;
    const addresses = { own: own.address, other: other.address, none: workspace.from };
    const sent = await workspace.sendAccepted({ from: addresses[place] });
    await service.settle();
    const received = uniqueId();
    await inboxes.receive(addresses[place], { messageId: received });
    const known = (await threadsOf(workspace)).map(({ id }) => id);
    expect(known).toHaveLength(2);

    for (const inReplyTo of [await sentMessageId(workspace, sent.id), received])
      for (const [target, address] of Object.entries(addresses)) {
        const thread = await inboxes.receive(address, { inReplyTo, subject: uniqueId() });
        expect([target, known.includes(thread.id)]).toEqual([target, target === place]);
        expect(thread.inbox_id).toBe({ own: own.id, other: other.id, none: null }[target]);
      }
  });

  // IB-20
  test.each(['reply_to_message_id', 'thread_id'])('by a send with %s', async (field) => {
    const { own, other, workspace } = inboxes;
    const thread = await inboxes.receive(own.address);
    const value = field === 'thread_id' ? thread.id : thread.messages[0].id;

    const [inside, fromOther, fromNone] = [
      await workspace.sendAccepted({ from: own.address, [field]: value }),
      await workspace.sendAccepted({ from: other.address, [field]: value }),
      await workspace.sendAccepted({ [field]: value }),
    ];
    await service.settle();

    expect(inside.thread_id).toBe(thread.id);
    expect((await workspace.getThread(fromOther.thread_id)).inbox_id).toBe(other.id);
    expect((await workspace.getThread(fromNone.thread_id)).inbox_id).toBeNull();
    expect((await workspace.getThread(thread.id)).messages).toHaveLength(2);
  });
});

// IB-20
test('a message that arrives after its reply joins only the conversation of its place', async () => {
  const { own, other } = inboxes;
  const messageId = uniqueId();
  const reply = await inboxes.receive(own.address, { inReplyTo: messageId });

  const elsewhere = await inboxes.receive(other.address, { messageId });
  const here = await inboxes.receive(own.address, { messageId, body: 'First' });

  expect(elsewhere.id).not.toBe(reply.id);
  expect(here.id).toBe(reply.id);
});

// IB-20
test('copies of a message to one inbox are stored once, and a copy to another inbox is stored there', async () => {
  const { own, other, workspace } = inboxes;
  const parts = { messageId: uniqueId() };

  for (const address of [own.address, own.address, other.address, other.address])
    await inboxes.receive(address, parts);

  const counts = (await threadsOf(workspace)).map(({ inbox_id, message_count }) => [inbox_id, message_count]);
  expect(counts).toEqual([
    [other.id, 1],
    [own.id, 1],
  ]);
});

// IB-21
test('a new inbox at the address of a deleted one gets none of its conversations', async () => {
  const { own, workspace } = inboxes;
  const sent = await workspace.sendAccepted({ from: own.address });
  await service.settle();
  const inReplyTo = await sentMessageId(workspace, sent.id);
  await workspace.api('DELETE', `/v1/inboxes/${own.id}`);

  const between = await inboxes.receive(own.address, { inReplyTo, subject: 'Between' });
  const body = { username: 'own', key: { scopes: ['emails:send', 'emails:read', 'threads:read'] } };
  const next = (await workspace.api('POST', '/v1/inboxes', body)).body;
  const after = await inboxes.receive(own.address, { inReplyTo, subject: 'After' });

  expect(between).toMatchObject({ inbox_id: null });
  expect(after).toMatchObject({ inbox_id: next.id, message_count: 1 });
  expect(new Set([between.id, after.id, sent.thread_id]).size).toBe(3);
  const read = async (path: string) => (await workspace.api('GET', path, undefined, next.key.key)).body;
  expect((await read('/v1/threads')).data.map(({ id }: { id: string }) => id)).toEqual([after.id]);
  expect((await read('/v1/emails')).data).toEqual([]);
  expect(await read(`/v1/emails/${sent.id}`)).toMatchObject({ error: { type: 'not_found' } });
});
