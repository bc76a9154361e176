import { headerLines, readOutboxMail, refusalOf } from '../../support/api-helpers';
import { sesEvents } from '../../support/ses-events';
import { anId } from '../../support/matchers';
import { type TestWorkspace, createTestWorkspace } from '../../support/test-workspace';
import { useService } from '../../support/use-service';

const service = useService();
let workspace: TestWorkspace;

beforeEach(async () => {
  workspace = await createTestWorkspace(service, { marketing: true });
});

afterEach(() => service.control('DELETE', '/faults'));

/** Returns the message's Message-ID and threading headers. */
async function headersOf(id: string) {
  const lines = headerLines((await readOutboxMail(service, id)).raw);
  const findHeader = (name: string) => {
    const prefix = `${name.toLowerCase()}: `;
    return lines.find((line) => line.toLowerCase().startsWith(prefix))?.slice(prefix.length);
  };
  return {
    own: findHeader('message-id'),
    inReplyTo: findHeader('in-reply-to'),
    references: findHeader('references'),
  };
}

const noHeaders = { own: expect.any(String) as unknown, inReplyTo: undefined, references: undefined };

const sendReply = (reply_to_message_id: string, overrides: Record<string, unknown> = {}) =>
  workspace.sendAccepted({ reply_to_message_id, ...overrides });

// TH-1
test('an email without a reference starts a thread', async () => {
  const [first, second] = [await workspace.sendAccepted(), await workspace.sendAccepted()];

  expect([first.thread_id, second.thread_id]).toEqual([anId, anId]);
  expect(first.thread_id).not.toBe(second.thread_id);
  expect(await headersOf(first.id)).toEqual(noHeaders);
  expect(await workspace.getThread(first.thread_id)).toMatchObject({
    subject: 'Hello',
    participants: ['kim@example.com'],
    message_count: 1,
    awaiting_reply: false,
    pending_reply: false,
    messages: [{ id: first.id, direction: 'outbound' }],
  });
});

// TH-2
test("a reply is in its parent's thread and references the whole chain", async () => {
  const first = await workspace.sendAccepted();
  const second = await sendReply(first.id, { subject: 'Re: Hello', to: 'li@example.com' });
  const third = await sendReply(second.id);

  const [firstHeaders, secondHeaders, thirdHeaders] = [
    await headersOf(first.id),
    await headersOf(second.id),
    await headersOf(third.id),
  ];

  expect([second.thread_id, third.thread_id]).toEqual([first.thread_id, first.thread_id]);
  expect(firstHeaders.own).toMatch(/^<[^<>\s]+@[^<>\s]+>$/);
  expect(secondHeaders).toMatchObject({ inReplyTo: firstHeaders.own, references: firstHeaders.own });
  expect(thirdHeaders).toMatchObject({
    inReplyTo: secondHeaders.own,
    references: `${firstHeaders.own} ${secondHeaders.own}`,
  });
  const thread = await workspace.getThread(first.thread_id);
  expect(thread).toMatchObject({ subject: 'Hello', message_count: 3 });
  expect([...thread.participants].sort()).toEqual(['kim@example.com', 'li@example.com']);
  expect(thread.messages.map(({ id }: { id: string }) => id)).toEqual([first.id, second.id, third.id]);
});

test('replies to the same parent do not reference each other', async () => {
  const first = await workspace.sendAccepted();
  await sendReply(first.id);

  const sibling = await sendReply(first.id);

  const parent = (await headersOf(first.id)).own;
  expect(await headersOf(sibling.id)).toMatchObject({ inReplyTo: parent, references: parent });
});

test('a References chain of any length is shortened to its first and latest ids', async () => {
  let lastEmail = await workspace.sendAccepted();
  const first = (await headersOf(lastEmail.id)).own ?? '';
  for (let length = 1; length < 60; length++) lastEmail = await sendReply(lastEmail.id);

  const { inReplyTo, references } = await headersOf(lastEmail.id);
  const { raw } = await readOutboxMail(service, lastEmail.id);

  expect(references?.startsWith(first)).toBe(true);
  expect(references?.endsWith(inReplyTo ?? '?')).toBe(true);
  expect(
    Math.max(
      ...raw
        .toString('latin1')
        .split('\r\n')
        .map(({ length }) => length),
    ),
  ).toBeLessThanOrEqual(998);
  expect(await workspace.getThread(lastEmail.thread_id)).toMatchObject({ message_count: 60 });
});

// TH-3
test('thread_id adds an email to a thread without reply headers', async () => {
  const first = await workspace.sendAccepted();

  const threadReply = await workspace.sendAccepted({ thread_id: first.thread_id });

  expect(threadReply.thread_id).toBe(first.thread_id);
  expect(await headersOf(threadReply.id)).toEqual(noHeaders);
  expect(await workspace.getThread(first.thread_id)).toMatchObject({ message_count: 2 });
});

// TH-4
test("the parent's thread takes precedence over thread_id", async () => {
  const [parent, other] = [await workspace.sendAccepted(), await workspace.sendAccepted()];

  const response = await sendReply(parent.id, { thread_id: other.thread_id });

  expect(response.thread_id).toBe(parent.thread_id);
  expect(await workspace.getThread(other.thread_id)).toMatchObject({ message_count: 1 });
});

describe('marketing email', () => {
  // TH-6
  test('is in no thread, but a reply references the marketing email and starts a thread or uses thread_id', async () => {
    const marketingEmail = await workspace.sendAccepted({ risk_class: 'marketing' });
    const other = await workspace.sendAccepted();

    const standaloneReply = await sendReply(marketingEmail.id);
    const threadReply = await sendReply(marketingEmail.id, { thread_id: other.thread_id });

    const { own } = await headersOf(marketingEmail.id);
    expect([marketingEmail.thread_id, standaloneReply.thread_id, threadReply.thread_id]).toEqual([
      null,
      anId,
      other.thread_id,
    ]);
    expect(standaloneReply.thread_id).not.toBe(other.thread_id);
    for (const { id } of [standaloneReply, threadReply]) {
      expect(await headersOf(id)).toMatchObject({ inReplyTo: own, references: own });
    }
  });

  // TH-6
  test('does not join a thread, and is refused if a reference does not exist', async () => {
    const parent = await workspace.sendAccepted();
    const references = { reply_to_message_id: parent.id, thread_id: parent.thread_id };

    const marketingEmail = await workspace.sendAccepted({ risk_class: 'marketing', ...references });
    const unknown = await workspace.send({ risk_class: 'marketing', reply_to_message_id: parent.thread_id });

    expect(marketingEmail.thread_id).toBeNull();
    expect(await headersOf(marketingEmail.id)).toEqual(noHeaders);
    expect(await workspace.getThread(parent.thread_id)).toMatchObject({ message_count: 1 });
    expect(refusalOf(unknown)).toMatchObject({ message: 'reply_to_message_id: No such message' });
  });
});

describe('an email that was not sent', () => {
  test.each([
    ['scheduled', {}],
    ['held', { requires_approval: true }],
  ])('because it is %s starts a thread, which does not count the email', async (status, guardrails) => {
    const key = await workspace.createGuardedKey(guardrails);
    const time = status === 'scheduled' ? { scheduled_at: 'in 2 hours' } : {};

    const email = await workspace.sendAccepted(time, key);
    const threadReply = await workspace.sendAccepted({ thread_id: email.thread_id });

    expect(email.thread_id).toEqual(anId);
    expect(threadReply.thread_id).toBe(email.thread_id);
    expect(await workspace.getThread(email.thread_id)).toMatchObject({ message_count: 1 });
  });

  // TH-14
  test.each([
    ['scheduled', {}],
    ['held', { requires_approval: true }],
  ])('because it is %s makes its thread show a pending reply', async (status, guardrails) => {
    const key = await workspace.createGuardedKey(guardrails);
    const time = status === 'scheduled' ? { scheduled_at: 'in 2 hours' } : {};
    const parent = await workspace.sendAccepted();

    const response = await workspace.sendAccepted({ reply_to_message_id: parent.id, ...time }, key);

    expect(response.thread_id).toBe(parent.thread_id);
    expect(await workspace.getThread(parent.thread_id)).toMatchObject({
      message_count: 1,
      pending_reply: true,
    });
  });

  test('cannot be referenced, so a reply to it is in the same thread without reply headers', async () => {
    const scheduled = await workspace.sendAccepted({ scheduled_at: 'in 2 hours' });

    const response = await sendReply(scheduled.id);

    expect(response.thread_id).toBe(scheduled.thread_id);
    expect(await headersOf(response.id)).toEqual(noHeaders);
  });

  test('for lack of recipients is in no thread, and a reply to it starts a thread', async () => {
    await workspace.suppress('gone@example.com');
    const rejected = await workspace.sendAccepted({ to: 'gone@example.com' });

    const response = await sendReply(rejected.id);

    expect([rejected.thread_id, response.thread_id]).toEqual([null, anId]);
  });

  test('because SES rejected it leaves no thread', async () => {
    const fault = { service: 'sesv2', operation: 'SendEmail', error: 'MessageRejected', times: 1 };
    await service.control('POST', '/faults', fault);
    await workspace.send();

    const [failed] = await workspace.listEmails();
    const response = await sendReply(failed.id);

    expect(failed.status).toBe('failed');
    expect(await headersOf(response.id)).toEqual(noHeaders);
    expect((await workspace.api('GET', '/v1/threads')).body.data).toMatchObject([
      { id: response.thread_id, message_count: 1 },
    ]);
    expect((await workspace.getThread(response.thread_id)).messages.at(-1)).toMatchObject({
      id: response.id,
    });
  });
});

test('an email whose send is recorded after its reply is counted and precedes the reply', async () => {
  const fault = { service: 'sesv2', operation: 'SendEmail', error: 'TooManyRequestsException', times: 10 };
  await service.control('POST', '/faults', fault);
  await workspace.send();
  await service.control('DELETE', '/faults');
  const [queued] = await workspace.listEmails();
  const response = await sendReply(queued.id);

  const reported = { id: queued.id, workspaceId: workspace.workspaceId, acceptedAt: queued.created_at };
  await service.control('POST', '/provider-events', sesEvents.send(reported));
  await service.settle();

  const thread = await workspace.getThread(response.thread_id);
  expect((await workspace.getEmail(queued.id)).status).toBe('sent');
  expect(thread.message_count).toBe(2);
  expect(thread.messages.map(({ id }: { id: string }) => id)).toEqual([queued.id, response.id]);
});

test('all concurrent replies are counted in the thread', async () => {
  const parent = await workspace.sendAccepted();

  const replies = await Promise.all(Array.from({ length: 20 }, () => sendReply(parent.id)));

  expect(new Set(replies.map(({ thread_id }) => thread_id))).toEqual(new Set([parent.thread_id]));
  expect(await workspace.getThread(parent.thread_id)).toMatchObject({ message_count: 21 });
});

describe('a reference that does not exist in the workspace is refused', () => {
  const noMessage = 'reply_to_message_id: No such message';
  const noThread = 'thread_id: No such thread';

  // TH-5
  test.each([
    ['a word', 'reply_to_message_id', () => 'garbage', noMessage],
    ['the id of a thread', 'reply_to_message_id', (own: MessageReference) => own.thread_id, noMessage],
    [
      'a message of another workspace',
      'reply_to_message_id',
      (_: MessageReference, other: MessageReference) => other.id,
      noMessage,
    ],
    ['a word', 'thread_id', () => 'garbage', noThread],
    ['the id of a message', 'thread_id', (own: MessageReference) => own.id, noThread],
    [
      'a thread of another workspace',
      'thread_id',
      (_: MessageReference, other: MessageReference) => other.thread_id,
      noThread,
    ],
    ['a path', 'thread_id', () => '../../x', noThread],
    ['a table key', 'thread_id', (own: MessageReference) => `${own.thread_id}#MESSAGE`, noThread],
  ])('%s as %s', async (_description, field, value, message) => {
    const own = await workspace.sendAccepted();
    const other = await (await createTestWorkspace(service, { marketing: true })).sendAccepted();

    const response = await workspace.send({ [field]: value(own, other) });

    expect(refusalOf(response)).toEqual({ status: 422, type: 'invalid_request', message });
    expect(await workspace.listEmails()).toHaveLength(1);
  });

  test('as thread_id even if a parent takes precedence', async () => {
    const parent = await workspace.sendAccepted();

    const response = await workspace.send({ reply_to_message_id: parent.id, thread_id: parent.id });

    expect(refusalOf(response)).toMatchObject({ message: noThread });
  });
});

interface MessageReference {
  id: string;
  thread_id: string;
}
