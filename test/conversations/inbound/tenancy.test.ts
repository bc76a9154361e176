import { receiveInboundMail, onlyThread, threadsOf } from '../../support/inbound-mails';
import type { ApiResponse } from '../../support/service';
import { type TestWorkspace, createTestWorkspace } from '../../support/test-workspace';
import { useService } from '../../support/use-service';

const service = useService();
let owner: TestWorkspace;
let attacker: TestWorkspace;
let threadId: string;
let receivedId: string;
let before: ApiResponse['body'];

/** The owner receives a message. The attacker has another workspace and knows every id. */
beforeAll(async () => {
  owner = await createTestWorkspace(service);
  attacker = await createTestWorkspace(service);
  await receiveInboundMail(owner, { subject: 'Secret', messageId: '<secret@example.com>' });
  before = await onlyThread(owner);
  threadId = before.id;
  receivedId = before.messages[0].id;
});

/** After each attempt of the attacker, the owner's thread is unchanged. */
afterEach(async () => {
  expect(await onlyThread(owner)).toEqual(before);
});

const notFoundFor = (resource: string) => ({
  status: 404,
  body: { error: { type: 'not_found', message: expect.stringContaining(resource) } },
});

const parentNotFound = {
  status: 422,
  body: { error: { type: 'invalid_request', message: 'reply_to_message_id: No such message' } },
};

test('the list shows no thread of another workspace', async () => {
  expect(await threadsOf(attacker)).toEqual([]);
  expect(await threadsOf(attacker, '?awaiting_reply=true')).toEqual([]);
});

test('another workspace can neither read nor mark the thread', async () => {
  expect(await attacker.api('GET', `/v1/threads/${threadId}`)).toMatchObject(notFoundFor('thread'));
  expect(await attacker.api('POST', `/v1/threads/${threadId}/handled`)).toMatchObject(notFoundFor('thread'));
});

// E-60
test('a received message is not an email, not even for its owner', async () => {
  for (const workspace of [attacker, owner]) {
    expect(await workspace.api('GET', `/v1/emails/${receivedId}`)).toMatchObject(notFoundFor('email'));
    expect(await workspace.api('DELETE', `/v1/emails/${receivedId}`)).toMatchObject(notFoundFor('email'));
  }
});

test('another workspace cannot reply to the message immediately, at a scheduled time, on the thread or in a batch', async () => {
  const reply = { reply_to_message_id: receivedId };

  expect(await attacker.send(reply)).toMatchObject(parentNotFound);
  expect(await attacker.send({ ...reply, scheduled_at: 'in 1 hour' })).toMatchObject(parentNotFound);
  expect(await attacker.send({ ...reply, thread_id: threadId })).toMatchObject(parentNotFound);
  const held = await attacker.send(reply, await attacker.createGuardedKey({ requires_approval: true }));
  expect(held).toMatchObject(parentNotFound);
  const { status, body } = await attacker.sendBatch([reply, {}]);
  expect(status).toBe(207);
  expect(body.data).toMatchObject([{ ok: false, error: { type: 'invalid_request' } }, { ok: true }]);
  expect(await attacker.outbox()).toHaveLength(1);
});

test('another workspace cannot send on the thread', async () => {
  expect(await attacker.send({ thread_id: threadId })).toMatchObject({
    status: 422,
    body: { error: { type: 'invalid_request', message: expect.stringMatching(/^thread_id:/) } },
  });
});

test("a message to another workspace that refers to the owner's message starts a thread in that workspace", async () => {
  await receiveInboundMail(attacker, { inReplyTo: '<secret@example.com>', subject: 'Mine' });

  const thread = (await threadsOf(attacker)).find(({ subject }) => subject === 'Mine');
  expect(thread).toMatchObject({ message_count: 1, participants: ['kim@example.com'] });
  expect(thread.id).not.toBe(threadId);
});
