import { headerLines, mailOf, refusalOf } from '../../support/arrange';
import { sesEvents } from '../../support/ses-events';
import { anId } from '../../support/matchers';
import { type Actor, anActor } from '../../support/actor';
import { theService } from '../../support/the-service';

const service = theService();
let desk: Actor;

beforeEach(async () => {
  desk = await anActor(service, { marketing: true });
});

afterEach(() => service.control('DELETE', '/faults'));

/** The headers of the mail that tie it to others, and its own Message-ID. */
async function headersOf(id: string) {
  const lines = headerLines((await mailOf(service, id)).raw);
  const find = (name: string) => {
    const prefix = `${name.toLowerCase()}: `;
    return lines.find((line) => line.toLowerCase().startsWith(prefix))?.slice(prefix.length);
  };
  return { own: find('message-id'), inReplyTo: find('in-reply-to'), references: find('references') };
}

const noHeaders = { own: expect.any(String) as unknown, inReplyTo: undefined, references: undefined };

const answerTo = (reply_to_message_id: string, overrides: Record<string, unknown> = {}) =>
  desk.accepted({ reply_to_message_id, ...overrides });

test('an email by itself starts a thread of its own', async () => {
  const [first, second] = [await desk.accepted(), await desk.accepted()];

  expect([first.thread_id, second.thread_id]).toEqual([anId, anId]);
  expect(first.thread_id).not.toBe(second.thread_id);
  expect(await headersOf(first.id)).toEqual(noHeaders);
  expect(await desk.thread(first.thread_id)).toMatchObject({
    subject: 'Hello',
    participants: ['kim@example.com'],
    message_count: 1,
    awaiting_reply: false,
    pending_reply: false,
    messages: [{ id: first.id, direction: 'outbound' }],
  });
});

test('an answer is on its parent’s thread, and points at the whole chain before it', async () => {
  const first = await desk.accepted();
  const second = await answerTo(first.id, { subject: 'Re: Hello', to: 'li@example.com' });
  const third = await answerTo(second.id);

  const [a, b, c] = [await headersOf(first.id), await headersOf(second.id), await headersOf(third.id)];

  expect([second.thread_id, third.thread_id]).toEqual([first.thread_id, first.thread_id]);
  expect(a.own).toMatch(/^<[^<>\s]+@[^<>\s]+>$/);
  expect(b).toMatchObject({ inReplyTo: a.own, references: a.own });
  expect(c).toMatchObject({ inReplyTo: b.own, references: `${a.own} ${b.own}` });
  const thread = await desk.thread(first.thread_id);
  expect(thread).toMatchObject({ subject: 'Hello', message_count: 3 });
  expect([...thread.participants].sort()).toEqual(['kim@example.com', 'li@example.com']);
  expect(thread.messages.map(({ id }: { id: string }) => id)).toEqual([first.id, second.id, third.id]);
});

test('answers to one parent are siblings: none of them points at another', async () => {
  const first = await desk.accepted();
  await answerTo(first.id);

  const sibling = await answerTo(first.id);

  const parent = (await headersOf(first.id)).own;
  expect(await headersOf(sibling.id)).toMatchObject({ inReplyTo: parent, references: parent });
});

test('a chain of any length fits into the mail, with its first and its latest messages', async () => {
  let last = await desk.accepted();
  const first = (await headersOf(last.id)).own ?? '';
  for (let length = 1; length < 60; length++) last = await answerTo(last.id);

  const { inReplyTo, references } = await headersOf(last.id);
  const { raw } = await mailOf(service, last.id);

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
  expect(await desk.thread(last.thread_id)).toMatchObject({ message_count: 60 });
});

test('thread_id puts an email on the thread without pointing at anything', async () => {
  const first = await desk.accepted();

  const joined = await desk.accepted({ thread_id: first.thread_id });

  expect(joined.thread_id).toBe(first.thread_id);
  expect(await headersOf(joined.id)).toEqual(noHeaders);
  expect(await desk.thread(first.thread_id)).toMatchObject({ message_count: 2 });
});

test('the thread of the parent wins over thread_id', async () => {
  const [parent, other] = [await desk.accepted(), await desk.accepted()];

  const answer = await answerTo(parent.id, { thread_id: other.thread_id });

  expect(answer.thread_id).toBe(parent.thread_id);
  expect(await desk.thread(other.thread_id)).toMatchObject({ message_count: 1 });
});

describe('marketing mail', () => {
  test('is on no thread: an answer to it starts one, or takes thread_id, and points at it', async () => {
    const news = await desk.accepted({ risk_class: 'marketing' });
    const other = await desk.accepted();

    const alone = await answerTo(news.id);
    const joined = await answerTo(news.id, { thread_id: other.thread_id });

    const { own } = await headersOf(news.id);
    expect([news.thread_id, alone.thread_id, joined.thread_id]).toEqual([null, anId, other.thread_id]);
    expect(alone.thread_id).not.toBe(other.thread_id);
    for (const { id } of [alone, joined]) {
      expect(await headersOf(id)).toMatchObject({ inReplyTo: own, references: own });
    }
  });

  test('joins nothing, although what it names must exist', async () => {
    const parent = await desk.accepted();
    const references = { reply_to_message_id: parent.id, thread_id: parent.thread_id };

    const news = await desk.accepted({ risk_class: 'marketing', ...references });
    const unknown = await desk.send({ risk_class: 'marketing', reply_to_message_id: parent.thread_id });

    expect(news.thread_id).toBeNull();
    expect(await headersOf(news.id)).toEqual(noHeaders);
    expect(await desk.thread(parent.thread_id)).toMatchObject({ message_count: 1 });
    expect(refusalOf(unknown)).toMatchObject({ message: 'reply_to_message_id: No such message' });
  });
});

describe('an email that has not left', () => {
  test.each([
    ['scheduled', {}],
    ['held', { requires_approval: true }],
  ])('but is %s starts its thread, which counts nothing yet', async (status, guardrails) => {
    const key = await desk.guarded(guardrails);
    const time = status === 'scheduled' ? { scheduled_at: 'in 2 hours' } : {};

    const email = await desk.accepted(time, key);
    const joined = await desk.accepted({ thread_id: email.thread_id });

    expect(email.thread_id).toEqual(anId);
    expect(joined.thread_id).toBe(email.thread_id);
    expect(await desk.thread(email.thread_id)).toMatchObject({ message_count: 1 });
  });

  test.each([
    ['scheduled', {}],
    ['held', { requires_approval: true }],
  ])('but is %s as an answer shows as pending on the thread it joins', async (status, guardrails) => {
    const key = await desk.guarded(guardrails);
    const time = status === 'scheduled' ? { scheduled_at: 'in 2 hours' } : {};
    const parent = await desk.accepted();

    const answer = await desk.accepted({ reply_to_message_id: parent.id, ...time }, key);

    expect(answer.thread_id).toBe(parent.thread_id);
    expect(await desk.thread(parent.thread_id)).toMatchObject({ message_count: 1, pending_reply: true });
  });

  test('is no address to point at: an answer to it is on its thread, without headers', async () => {
    const scheduled = await desk.accepted({ scheduled_at: 'in 2 hours' });

    const answer = await answerTo(scheduled.id);

    expect(answer.thread_id).toBe(scheduled.thread_id);
    expect(await headersOf(answer.id)).toEqual(noHeaders);
  });

  test('because nobody was left is on no thread, and an answer to it starts one', async () => {
    await desk.suppress('gone@example.com');
    const rejected = await desk.accepted({ to: 'gone@example.com' });

    const answer = await answerTo(rejected.id);

    expect([rejected.thread_id, answer.thread_id]).toEqual([null, anId]);
  });

  test('because the provider refused it leaves no thread behind', async () => {
    const fault = { service: 'sesv2', operation: 'SendEmail', error: 'MessageRejected', times: 1 };
    await service.control('POST', '/faults', fault);
    await desk.send();

    const [failed] = await desk.log();
    const answer = await answerTo(failed.id);

    expect(failed.status).toBe('failed');
    expect(await headersOf(answer.id)).toEqual(noHeaders);
    expect((await desk.api('GET', '/v1/threads')).body.data).toMatchObject([
      { id: answer.thread_id, message_count: 1 },
    ]);
    expect((await desk.thread(answer.thread_id)).messages.at(-1)).toMatchObject({ id: answer.id });
  });
});

test('a mail that turns out to have left after it was answered is counted, and stands before its answer', async () => {
  const fault = { service: 'sesv2', operation: 'SendEmail', error: 'TooManyRequestsException', times: 10 };
  await service.control('POST', '/faults', fault);
  await desk.send();
  await service.control('DELETE', '/faults');
  const [queued] = await desk.log();
  const answer = await answerTo(queued.id);

  const reported = { id: queued.id, workspaceId: desk.workspaceId, acceptedAt: queued.created_at };
  await service.control('POST', '/provider-events', sesEvents.send(reported));
  await service.settle();

  const thread = await desk.thread(answer.thread_id);
  expect((await desk.read(queued.id)).status).toBe('sent');
  expect(thread.message_count).toBe(2);
  expect(thread.messages.map(({ id }: { id: string }) => id)).toEqual([queued.id, answer.id]);
});

test('answers at once are all counted, on one thread', async () => {
  const parent = await desk.accepted();

  const answers = await Promise.all(Array.from({ length: 20 }, () => answerTo(parent.id)));

  expect(new Set(answers.map(({ thread_id }) => thread_id))).toEqual(new Set([parent.thread_id]));
  expect(await desk.thread(parent.thread_id)).toMatchObject({ message_count: 21 });
});

describe('what is named must be in the workspace', () => {
  const noMessage = 'reply_to_message_id: No such message';
  const noThread = 'thread_id: No such thread';

  test.each([
    ['a word', 'reply_to_message_id', () => 'garbage', noMessage],
    ['the id of a thread', 'reply_to_message_id', (own: Named) => own.thread_id, noMessage],
    [
      'a message of another workspace',
      'reply_to_message_id',
      (_: Named, other: Named) => other.id,
      noMessage,
    ],
    ['a word', 'thread_id', () => 'garbage', noThread],
    ['the id of a message', 'thread_id', (own: Named) => own.id, noThread],
    ['a thread of another workspace', 'thread_id', (_: Named, other: Named) => other.thread_id, noThread],
    ['a path', 'thread_id', () => '../../x', noThread],
    ['a key of the table', 'thread_id', (own: Named) => `${own.thread_id}#MESSAGE`, noThread],
  ])('not %s as %s', async (_what, field, value, message) => {
    const own = await desk.accepted();
    const other = await (await anActor(service, { marketing: true })).accepted();

    const answer = await desk.send({ [field]: value(own, other) });

    expect(refusalOf(answer)).toEqual({ status: 422, type: 'invalid_request', message });
    expect(await desk.log()).toHaveLength(1);
  });

  test('also beside a parent that wins', async () => {
    const parent = await desk.accepted();

    const answer = await desk.send({ reply_to_message_id: parent.id, thread_id: parent.id });

    expect(refusalOf(answer)).toMatchObject({ message: noThread });
  });
});

interface Named {
  id: string;
  thread_id: string;
}
