import { arrives, onlyThread, threadsOf } from '../../support/inbox';
import type { Answer } from '../../support/service';
import { type Actor, anActor } from '../../support/actor';
import { theService } from '../../support/the-service';

const service = theService();
let owner: Actor;
let attacker: Actor;
let threadId: string;
let receivedId: string;
let before: Answer['body'];

/** Somebody wrote to the owner. The attacker knows every id, and has a workspace of his own. */
beforeAll(async () => {
  owner = await anActor(service);
  attacker = await anActor(service);
  await arrives(owner, { subject: 'Secret', messageId: '<secret@example.com>' });
  before = await onlyThread(owner);
  threadId = before.id;
  receivedId = before.messages[0].id;
});

/** Whatever he tried, the owner's conversation is as it was, and the attacker has none. */
afterEach(async () => {
  expect(await onlyThread(owner)).toEqual(before);
});

const noSuch = (what: string) => ({
  status: 404,
  body: { error: { type: 'not_found', message: expect.stringContaining(what) } },
});

const noParent = {
  status: 422,
  body: { error: { type: 'invalid_request', message: 'reply_to_message_id: No such message' } },
};

test('the list shows another workspace nothing', async () => {
  expect(await threadsOf(attacker)).toEqual([]);
  expect(await threadsOf(attacker, '?awaiting_reply=true')).toEqual([]);
});

test('the thread is not there for another workspace, to read or to mark', async () => {
  expect(await attacker.api('GET', `/v1/threads/${threadId}`)).toMatchObject(noSuch('thread'));
  expect(await attacker.api('POST', `/v1/threads/${threadId}/handled`)).toMatchObject(noSuch('thread'));
});

test('a received message is no email, also for who got it', async () => {
  for (const desk of [attacker, owner]) {
    expect(await desk.api('GET', `/v1/emails/${receivedId}`)).toMatchObject(noSuch('email'));
    expect(await desk.api('DELETE', `/v1/emails/${receivedId}`)).toMatchObject(noSuch('email'));
  }
});

test('another workspace cannot answer it: now, later, on the thread, in a batch', async () => {
  const answer = { reply_to_message_id: receivedId };

  expect(await attacker.send(answer)).toMatchObject(noParent);
  expect(await attacker.send({ ...answer, scheduled_at: 'in 1 hour' })).toMatchObject(noParent);
  expect(await attacker.send({ ...answer, thread_id: threadId })).toMatchObject(noParent);
  const held = await attacker.send(answer, await attacker.guarded({ requires_approval: true }));
  expect(held).toMatchObject(noParent);
  const { status, body } = await attacker.batch([answer, {}]);
  expect(status).toBe(207);
  expect(body.data).toMatchObject([{ ok: false, error: { type: 'invalid_request' } }, { ok: true }]);
  expect(await attacker.outbox()).toHaveLength(1);
});

test('another workspace cannot write on the thread', async () => {
  expect(await attacker.send({ thread_id: threadId })).toMatchObject({
    status: 422,
    body: { error: { type: 'invalid_request', message: expect.stringMatching(/^thread_id:/) } },
  });
});

test('a mail to another workspace that names the message starts a thread there', async () => {
  await arrives(attacker, { inReplyTo: '<secret@example.com>', subject: 'Mine' });

  const thread = (await threadsOf(attacker)).find(({ subject }) => subject === 'Mine');
  expect(thread).toMatchObject({ message_count: 1, participants: ['kim@example.com'] });
  expect(thread.id).not.toBe(threadId);
});
