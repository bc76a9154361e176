import { headerLines, mailOf, refusalOf } from '../../support/arrange';
import { Drafter } from '../../support/drafter';
import { arrives, onlyReceived, onlyThread, replyHeadersOf } from '../../support/inbox';
import type { MailParts } from '../../support/correspondent';
import { anId } from '../../support/matchers';
import { type Actor, anActor, aPerson } from '../../support/actor';
import { theService } from '../../support/the-service';

const service = theService();
let drafter: Drafter;
let desk: Actor;

beforeEach(async () => {
  drafter = await Drafter.create(service);
  ({ desk } = drafter);
});

const noHeaders = { inReplyTo: undefined, references: undefined };

const chain = (length: number, start = 0): string[] =>
  Array.from({ length }, (_, index) => `<link-${start + index}@example.com>`);

/** A mail arrives on a thread of its own; its id is what is answered. */
async function received(parts: MailParts = {}): Promise<string> {
  await arrives(desk, parts);
  return (await onlyReceived(desk)).id;
}

const answerTo = (reply_to_message_id: string, overrides: Record<string, unknown> = {}) =>
  desk.accepted({ reply_to_message_id, ...overrides });

describe('an answer to a received message', () => {
  const asked = { messageId: '<asked@example.com>', references: '<older@example.com>' };
  const pointing = {
    inReplyTo: '<asked@example.com>',
    references: '<older@example.com> <asked@example.com>',
  };

  test('is on its thread at once, and points at it and at the chain before it', async () => {
    const id = await received(asked);

    const answer = await answerTo(id);

    expect(answer).toMatchObject({ status: 'sent', thread_id: (await onlyThread(desk)).id });
    expect(await replyHeadersOf(desk, answer.id)).toEqual(pointing);
  });

  test('that is scheduled does the same when it leaves', async () => {
    const id = await received(asked);

    const answer = await answerTo(id, { scheduled_at: 'in 10 minutes' });
    await service.advance(11 * 60_000);

    expect(answer.thread_id).toBe((await onlyThread(desk)).id);
    expect(await replyHeadersOf(desk, answer.id)).toEqual(pointing);
  });

  test('that is held does the same when it is approved', async () => {
    const id = await received(asked);

    const held = await drafter.hold({ reply_to_message_id: id });
    await drafter.approve(held);

    expect(held.thread_id).toBe((await onlyThread(desk)).id);
    expect(await replyHeadersOf(desk, held.id)).toEqual(pointing);
  });

  test('does the same within a batch, each on the thread of what it answers', async () => {
    const id = await received(asked);
    const { id: thread } = await onlyThread(desk);

    const { status, body } = await desk.batch([
      { reply_to_message_id: id },
      { to: aPerson() },
      { reply_to_message_id: id, scheduled_at: 'in 9 hours' },
    ]);

    expect(status).toBe(202);
    expect(body.data.map(({ thread_id }: { thread_id: string }) => thread_id === thread)).toEqual([
      true,
      false,
      true,
    ]);
    expect(await replyHeadersOf(desk, body.data[0].id)).toEqual(pointing);
    expect(await replyHeadersOf(desk, body.data[1].id)).toEqual(noHeaders);
    expect(await desk.thread(thread)).toMatchObject({ message_count: 2, pending_reply: true });
  });

  test('has what that answers as its chain where the sender keeps none', async () => {
    const id = await received({ messageId: '<asked@example.com>', inReplyTo: '<older@example.com>' });

    expect(await replyHeadersOf(desk, (await answerTo(id)).id)).toEqual(pointing);
  });

  test('is on that message’s thread, whatever thread it names', async () => {
    const id = await received(asked);
    const other = await desk.accepted();

    const answer = await answerTo(id, { thread_id: other.thread_id });

    expect(answer.thread_id).not.toBe(other.thread_id);
    expect(await desk.thread(answer.thread_id)).toMatchObject({ message_count: 2, awaiting_reply: false });
    expect(await replyHeadersOf(desk, answer.id)).toEqual(pointing);
  });

  test('by its thread alone points at nothing', async () => {
    await received(asked);

    const joined = await desk.accepted({ thread_id: (await onlyThread(desk)).id });

    expect(await replyHeadersOf(desk, joined.id)).toEqual(noHeaders);
    expect(await onlyThread(desk)).toMatchObject({ message_count: 2 });
  });

  test('as marketing mail is on no thread and points at nothing', async () => {
    const id = await received(asked);

    const news = await answerTo(id, { risk_class: 'marketing' });

    expect(news.thread_id).toBeNull();
    expect(await replyHeadersOf(desk, news.id)).toEqual(noHeaders);
    expect(await onlyThread(desk)).toMatchObject({ message_count: 1, awaiting_reply: true });
  });

  test('of another workspace is refused', async () => {
    const id = await received(asked);
    const other = await anActor(service, { marketing: true });

    const { status, message } = refusalOf(await other.send({ reply_to_message_id: id }));

    expect({ status, message }).toEqual({ status: 422, message: 'reply_to_message_id: No such message' });
  });
});

describe('a long chain', () => {
  test('of 200 messages keeps its first and its last ones', async () => {
    const long = chain(200);
    const id = await received({ messageId: '<last@example.com>', references: long.join('\r\n ') });

    const { inReplyTo, references = '' } = await replyHeadersOf(desk, (await answerTo(id)).id);

    const kept = references.split(/\s+/);
    expect(inReplyTo).toBe('<last@example.com>');
    expect(kept.length).toBeLessThanOrEqual(50);
    expect(kept[0]).toBe(long[0]);
    expect(kept.slice(1)).toEqual([...long, '<last@example.com>'].slice(1 - kept.length));
  });

  test('of long names leaves no line that servers refuse', async () => {
    const long = chain(60).map((id) => id.replace('<', `<${'x'.repeat(500)}-`));
    const id = await received({ messageId: '<last@example.com>', references: long.join('\r\n ') });

    const answer = await answerTo(id);

    const { raw } = await mailOf(service, answer.id);
    const lengths = raw
      .toString('latin1')
      .split('\r\n')
      .map(({ length }) => length);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(998);
  });
});

describe('a message', () => {
  test('without Message-ID is answered on its thread, without pointing at it', async () => {
    const id = await received({ references: '<older@example.com>' });

    const answer = await answerTo(id);

    expect(answer.thread_id).toEqual(anId);
    expect(await replyHeadersOf(desk, answer.id)).toEqual(noHeaders);
    expect(await onlyThread(desk)).toMatchObject({ id: answer.thread_id, message_count: 2 });
  });

  test.each([
    ['of letters that no header can carry', '<grüße@example.com>'],
    ['of control characters', '<a\u0007b\u0000c@example.com>'],
    ['of 5 KB', `<${'x'.repeat(5_000)}@example.com>`],
    ['of nothing', '<>'],
    ['of brackets', '<<a@example.com><b@example.com>>'],
    ['of blanks', '<a b c@example.com>'],
    ['with a line break', '<a\r\n\tBcc: mallory@example.net@example.com>'],
    ['with a bare line feed', '<a\n Bcc: mallory@example.net>'],
    ['as an encoded word', '=?utf-8?q?=3Ca=0D=0ABcc:_mallory@example.net=3E?='],
    ['of words', 'This is no id, Bcc: mallory@example.net'],
  ])(
    'with a Message-ID %s can be answered, and nothing of that gets into a header',
    async (_what, messageId) => {
      const id = await received({ messageId, inReplyTo: messageId, references: messageId });

      const answer = await answerTo(id);

      const { raw } = await mailOf(service, answer.id);
      const lines = headerLines(raw);
      const ids = lines.filter((line) => /^(in-reply-to|references):/i.test(line));
      expect(lines.filter((line) => /^bcc|^cc/i.test(line))).toEqual([]);
      for (const line of ids) expect(line).toMatch(/^[\w-]+: <[!-;=?-~]+@[!-;=?-~]+>( <[!-;=?-~]+>)*$/);
      expect(raw.includes('\n\n') || /[^\x00-\x7f]/.test(headerLines(raw).join('\n'))).toBe(false);
      expect(await onlyThread(desk)).toMatchObject({ id: answer.thread_id, message_count: 2 });
    },
  );
});
