import { headerLines, readOutboxMail, refusalOf } from '../../support/api-helpers';
import { ApprovalWorkspace } from '../../support/approval-workspace';
import {
  receiveInboundMail,
  onlyReceivedMessage,
  onlyThread,
  replyHeadersOf,
} from '../../support/inbound-mails';
import type { MailParts } from '../../support/inbound-mail';
import { anId } from '../../support/matchers';
import { type TestWorkspace, createTestWorkspace, randomAddress } from '../../support/test-workspace';
import { useService } from '../../support/use-service';

const service = useService();
let approvalWorkspace: ApprovalWorkspace;
let workspace: TestWorkspace;

beforeEach(async () => {
  approvalWorkspace = await ApprovalWorkspace.create(service);
  ({ workspace } = approvalWorkspace);
});

const noHeaders = { inReplyTo: undefined, references: undefined };

const messageIdChain = (length: number, start = 0): string[] =>
  Array.from({ length }, (_, index) => `<link-${start + index}@example.com>`);

/** Receives a message on a new thread, and returns the message id. */
async function receiveMail(parts: MailParts = {}): Promise<string> {
  await receiveInboundMail(workspace, parts);
  return (await onlyReceivedMessage(workspace)).id;
}

const sendReply = (reply_to_message_id: string, overrides: Record<string, unknown> = {}) =>
  workspace.sendAccepted({ reply_to_message_id, ...overrides });

describe('a reply to a received message', () => {
  const question = { messageId: '<asked@example.com>', references: '<older@example.com>' };
  const expectedHeaders = {
    inReplyTo: '<asked@example.com>',
    references: '<older@example.com> <asked@example.com>',
  };

  // TH-2, TH-28
  test('joins the thread of the message, with In-Reply-To and References set', async () => {
    const id = await receiveMail(question);

    const reply = await sendReply(id);

    expect(reply).toMatchObject({ status: 'sent', thread_id: (await onlyThread(workspace)).id });
    expect(await replyHeadersOf(workspace, reply.id)).toEqual(expectedHeaders);
  });

  test('that is scheduled gets the same reply headers when it is sent', async () => {
    const id = await receiveMail(question);

    const reply = await sendReply(id, { scheduled_at: 'in 10 minutes' });
    await service.advance(11 * 60_000);

    expect(reply.thread_id).toBe((await onlyThread(workspace)).id);
    expect(await replyHeadersOf(workspace, reply.id)).toEqual(expectedHeaders);
  });

  test('that is held gets the same reply headers when it is approved', async () => {
    const id = await receiveMail(question);

    const draft = await approvalWorkspace.createDraft({ reply_to_message_id: id });
    await approvalWorkspace.approve(draft);

    expect(draft.thread_id).toBe((await onlyThread(workspace)).id);
    expect(await replyHeadersOf(workspace, draft.id)).toEqual(expectedHeaders);
  });

  test('in a batch gets the same reply headers and joins the thread of its parent', async () => {
    const id = await receiveMail(question);
    const { id: thread } = await onlyThread(workspace);

    const { status, body } = await workspace.sendBatch([
      { reply_to_message_id: id },
      { to: randomAddress() },
      { reply_to_message_id: id, scheduled_at: 'in 9 hours' },
    ]);

    expect(status).toBe(202);
    expect(body.data.map(({ thread_id }: { thread_id: string }) => thread_id === thread)).toEqual([
      true,
      false,
      true,
    ]);
    expect(await replyHeadersOf(workspace, body.data[0].id)).toEqual(expectedHeaders);
    expect(await replyHeadersOf(workspace, body.data[1].id)).toEqual(noHeaders);
    expect(await workspace.getThread(thread)).toMatchObject({ message_count: 2, pending_reply: true });
  });

  test('has References with the In-Reply-To of the parent if the parent has no References', async () => {
    const id = await receiveMail({ messageId: '<asked@example.com>', inReplyTo: '<older@example.com>' });

    expect(await replyHeadersOf(workspace, (await sendReply(id)).id)).toEqual(expectedHeaders);
  });

  test("joins its parent's thread, even with the thread_id of another thread", async () => {
    const id = await receiveMail(question);
    const other = await workspace.sendAccepted();

    const reply = await sendReply(id, { thread_id: other.thread_id });

    expect(reply.thread_id).not.toBe(other.thread_id);
    expect(await workspace.getThread(reply.thread_id)).toMatchObject({
      message_count: 2,
      awaiting_reply: false,
    });
    expect(await replyHeadersOf(workspace, reply.id)).toEqual(expectedHeaders);
  });

  test('that sets only thread_id has no reply headers', async () => {
    await receiveMail(question);

    const threadMail = await workspace.sendAccepted({ thread_id: (await onlyThread(workspace)).id });

    expect(await replyHeadersOf(workspace, threadMail.id)).toEqual(noHeaders);
    expect(await onlyThread(workspace)).toMatchObject({ message_count: 2 });
  });

  test('that is marketing email is on no thread and has no reply headers', async () => {
    const id = await receiveMail(question);

    const marketingReply = await sendReply(id, { risk_class: 'marketing' });

    expect(marketingReply.thread_id).toBeNull();
    expect(await replyHeadersOf(workspace, marketingReply.id)).toEqual(noHeaders);
    expect(await onlyThread(workspace)).toMatchObject({ message_count: 1, awaiting_reply: true });
  });

  // TH-5
  test('to a message of another workspace is refused', async () => {
    const id = await receiveMail(question);
    const other = await createTestWorkspace(service, { marketing: true });

    const { status, message } = refusalOf(await other.send({ reply_to_message_id: id }));

    expect({ status, message }).toEqual({ status: 422, message: 'reply_to_message_id: No such message' });
  });
});

describe('a long References chain', () => {
  test('of 200 messages keeps the first id and the latest ids', async () => {
    const longChain = messageIdChain(200);
    const id = await receiveMail({ messageId: '<last@example.com>', references: longChain.join('\r\n ') });

    const { inReplyTo, references = '' } = await replyHeadersOf(workspace, (await sendReply(id)).id);

    const keptReferences = references.split(/\s+/);
    expect(inReplyTo).toBe('<last@example.com>');
    expect(keptReferences.length).toBeLessThanOrEqual(50);
    expect(keptReferences[0]).toBe(longChain[0]);
    expect(keptReferences.slice(1)).toEqual(
      [...longChain, '<last@example.com>'].slice(1 - keptReferences.length),
    );
  });

  test('of long ids produces no header line of more than 998 characters', async () => {
    const longChain = messageIdChain(60).map((id) => id.replace('<', `<${'x'.repeat(500)}-`));
    const id = await receiveMail({ messageId: '<last@example.com>', references: longChain.join('\r\n ') });

    const reply = await sendReply(id);

    const { raw } = await readOutboxMail(service, reply.id);
    const lengths = raw
      .toString('latin1')
      .split('\r\n')
      .map(({ length }) => length);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(998);
  });
});

describe('a received message', () => {
  test('without Message-ID can be replied to on its thread, without reply headers', async () => {
    const id = await receiveMail({ references: '<older@example.com>' });

    const reply = await sendReply(id);

    expect(reply.thread_id).toEqual(anId);
    expect(await replyHeadersOf(workspace, reply.id)).toEqual(noHeaders);
    expect(await onlyThread(workspace)).toMatchObject({ id: reply.thread_id, message_count: 2 });
  });

  test.each([
    ['contains characters that a header cannot contain', '<grüße@example.com>'],
    ['contains control characters', '<a\u0007b\u0000c@example.com>'],
    ['is 5 KB long', `<${'x'.repeat(5_000)}@example.com>`],
    ['is empty', '<>'],
    ['has two ids in brackets', '<<a@example.com><b@example.com>>'],
    ['contains spaces', '<a b c@example.com>'],
    ['contains a line break', '<a\r\n\tBcc: mallory@example.net@example.com>'],
    ['contains a bare line feed', '<a\n Bcc: mallory@example.net>'],
    ['is an encoded word', '=?utf-8?q?=3Ca=0D=0ABcc:_mallory@example.net=3E?='],
    ['has no brackets', 'This is no id, Bcc: mallory@example.net'],
  ])(
    'whose Message-ID %s can be replied to, and the reply has only valid headers',
    async (_description, messageId) => {
      const id = await receiveMail({ messageId, inReplyTo: messageId, references: messageId });

      const reply = await sendReply(id);

      const { raw } = await readOutboxMail(service, reply.id);
      const lines = headerLines(raw);
      const ids = lines.filter((line) => /^(in-reply-to|references):/i.test(line));
      expect(lines.filter((line) => /^bcc|^cc/i.test(line))).toEqual([]);
      for (const line of ids) expect(line).toMatch(/^[\w-]+: <[!-;=?-~]+@[!-;=?-~]+>( <[!-;=?-~]+>)*$/);
      expect(raw.includes('\n\n') || /[^\x00-\x7f]/.test(headerLines(raw).join('\n'))).toBe(false);
      expect(await onlyThread(workspace)).toMatchObject({ id: reply.thread_id, message_count: 2 });
    },
  );
});
