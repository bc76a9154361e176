import {
  receiveInboundMail,
  injectInboundMail,
  onlyThread,
  sentMessageId,
  threadsOf,
} from '../../support/inbound-mails';
import { type TestWorkspace, createTestWorkspace, randomAddress } from '../../support/test-workspace';
import { useService } from '../../support/use-service';

const service = useService();
let workspace: TestWorkspace;

beforeEach(async () => {
  workspace = await createTestWorkspace(service, { marketing: true });
});

afterEach(() => service.control('DELETE', '/faults'));

const unknownMessageId = '<nobody-knows@example.com>';

interface SentEmail {
  id: string;
  thread_id: string;
  messageId: string;
}

/** Sends an email and waits for its SES Send event. */
async function sendEmail(overrides: Record<string, unknown> = {}): Promise<SentEmail> {
  const { id, thread_id } = await workspace.sendAccepted({ to: 'kim@example.com', ...overrides });
  await service.settle();
  return { id, thread_id, messageId: await sentMessageId(workspace, id) };
}

const messageCountOf = async (threadId: string): Promise<number> =>
  (await workspace.getThread(threadId)).message_count;

const subjectsOf = async (threadId: string): Promise<string[]> =>
  (await workspace.getThread(threadId)).messages.map(({ subject }: { subject: string }) => subject);

describe('a reply to an email that the workspace sent', () => {
  test.each(['email', 'eu-central-1', 'EMAIL'])(
    'joins the thread if the Message-ID in the reply has the host %s',
    async (host) => {
      const { id, thread_id } = await sendEmail();

      await receiveInboundMail(workspace, { inReplyTo: await sentMessageId(workspace, id, host) });

      expect(await onlyThread(workspace)).toMatchObject({
        id: thread_id,
        message_count: 2,
        awaiting_reply: true,
      });
    },
  );

  test('does not join the thread if the Message-ID in the reply has a foreign host', async () => {
    const { id, thread_id, messageId } = await sendEmail();

    await injectInboundMail(workspace, {
      inReplyTo: messageId.replace('email.amazonses.com', 'amazonses.com.example.com'),
    });
    await injectInboundMail(workspace, {
      inReplyTo: messageId.replace('email.amazonses.com', 'example.com'),
    });
    await receiveInboundMail(workspace, { inReplyTo: `<${id}@email.amazonses.com>` });

    expect(await messageCountOf(thread_id)).toBe(1);
    expect(await threadsOf(workspace)).toHaveLength(4);
  });

  test('from an unknown address joins the thread, and the address becomes a participant', async () => {
    const { thread_id, messageId } = await sendEmail();
    const newAddress = randomAddress();

    await receiveInboundMail(workspace, { from: newAddress, inReplyTo: messageId });

    const { participants } = await workspace.getThread(thread_id);
    expect(participants.toSorted()).toEqual(['kim@example.com', newAddress].toSorted());
  });

  test('joins the thread even if it arrived at another address of the workspace', async () => {
    const { thread_id, messageId } = await sendEmail();

    await receiveInboundMail(workspace, { inReplyTo: messageId }, { recipients: workspace.newsFrom });

    expect(await messageCountOf(thread_id)).toBe(2);
  });

  test('and further replies in both directions form one thread', async () => {
    const { thread_id, messageId } = await sendEmail();
    await receiveInboundMail(workspace, { messageId: '<second@example.com>', inReplyTo: messageId });
    await receiveInboundMail(workspace, {
      from: randomAddress(),
      messageId: '<third@example.org>',
      inReplyTo: '<second@example.com>',
    });
    const received = (await workspace.getThread(thread_id)).messages.at(-1);
    const sentReply = await sendEmail({ reply_to_message_id: received.id });
    await receiveInboundMail(workspace, { inReplyTo: sentReply.messageId });

    expect(sentReply.thread_id).toBe(thread_id);
    expect(await onlyThread(workspace)).toMatchObject({ id: thread_id, message_count: 5 });
  });

  test('that arrives before the SES event joins the thread by the recipient of the email', async () => {
    const fault = {
      service: 'dynamodb',
      operation: 'PutItem',
      error: 'InternalServerError',
      function: 'Events',
    };
    await service.control('POST', '/faults', fault);
    const { id, thread_id } = await workspace.sendAccepted({ to: ['lee@example.com', 'Kim@Example.com'] });

    await injectInboundMail(workspace, { inReplyTo: await sentMessageId(workspace, id) });
    await service.settle();
    const { events } = await workspace.getEmail(id);
    const thread = await onlyThread(workspace);

    expect(events).toEqual([]);
    expect(thread).toMatchObject({ id: thread_id, message_count: 2, awaiting_reply: true });
  });

  test('joins the thread even if the sending function crashed and only the SES event records the send', async () => {
    const failedWrite = { service: 'dynamodb', operation: 'UpdateItem', error: 'InternalServerError' };
    const crashAfterSubmit = { service: 'sesv2', operation: 'SendEmail', crash: 'after', times: 1 };
    await service.control('POST', '/faults', { ...failedWrite, function: 'Events' });
    await service.control('POST', '/faults', { ...crashAfterSubmit, function: 'sendEmail' });
    await workspace.send();
    await service.settle();
    const [{ id, status }] = await workspace.listEmails();
    const [mail] = await workspace.outbox();

    await receiveInboundMail(workspace, {
      inReplyTo: `<${String(mail?.['provider_message_id'])}@email.amazonses.com>`,
    });
    const threadsBefore = await threadsOf(workspace);
    await service.control('DELETE', '/faults');
    await service.advance(15 * 60_000);
    await service.settle();

    expect([status, threadsBefore.length]).toEqual(['queued', 1]);
    const { message_count, messages } = await onlyThread(workspace);
    expect(message_count).toBe(2);
    expect(messages).toMatchObject([{ id }, { direction: 'inbound' }]);
  });

  test('joins the thread even if a copy of the email arrived and another message reused the Message-ID of the email', async () => {
    const ownAddress = `team@${workspace.from.split('@')[1]}`;
    const { thread_id, messageId } = await sendEmail({ to: 'kim@example.com', cc: [ownAddress] });
    await receiveInboundMail(workspace, { from: 'mallory@example.net', messageId });
    const before = await messageCountOf(thread_id);

    await receiveInboundMail(workspace, { subject: 'Re: Hello', inReplyTo: messageId });

    expect(await messageCountOf(thread_id)).toBe(before + 1);
    expect((await subjectsOf(thread_id)).at(-1)).toBe('Re: Hello');
  });
});

describe('the thread of a message that refers to other messages', () => {
  // IN-4
  test('comes from In-Reply-To even if References names a message of another thread', async () => {
    const [firstEmail, secondEmail] = [await sendEmail(), await sendEmail()];

    await receiveInboundMail(workspace, {
      inReplyTo: firstEmail.messageId,
      references: secondEmail.messageId,
    });

    expect([await messageCountOf(firstEmail.thread_id), await messageCountOf(secondEmail.thread_id)]).toEqual(
      [2, 1],
    );
  });

  test('comes from the last known message in References if In-Reply-To is unknown or absent', async () => {
    const [farEmail, nearEmail] = [await sendEmail(), await sendEmail()];
    const references = `${farEmail.messageId}\r\n\t${nearEmail.messageId} <unknown-too@example.com>`;

    await receiveInboundMail(workspace, { inReplyTo: unknownMessageId, references });
    await receiveInboundMail(workspace, { references });

    expect([await messageCountOf(farEmail.thread_id), await messageCountOf(nearEmail.thread_id)]).toEqual([
      1, 3,
    ]);
  });

  test('comes from the first or last references if a hostile message has thousands of references', async () => {
    const [first, last] = [await sendEmail(), await sendEmail()];
    const fillerIds = Array.from({ length: 3_000 }, (_, index) => `<filler-${index}@example.com>`);

    await receiveInboundMail(workspace, { references: [first.messageId, ...fillerIds].join('\r\n ') });
    await receiveInboundMail(workspace, { references: [...fillerIds, last.messageId].join('\r\n ') });

    expect([await messageCountOf(first.thread_id), await messageCountOf(last.thread_id)]).toEqual([2, 2]);
  });

  // IN-4
  test('is new if no referenced message is known, even with the subject of another thread', async () => {
    const { thread_id } = await sendEmail({ subject: 'Parcel' });

    await receiveInboundMail(workspace, {
      subject: 'Re: Parcel',
      inReplyTo: unknownMessageId,
      references: unknownMessageId,
    });

    const threads = await threadsOf(workspace);
    expect(threads).toHaveLength(2);
    expect(await messageCountOf(thread_id)).toBe(1);
  });

  test('is new if the message refers only to itself', async () => {
    const selfReference = { messageId: '<self@example.com>', inReplyTo: '<self@example.com>' };

    await receiveInboundMail(workspace, { ...selfReference, references: '<self@example.com>' });

    expect(await onlyThread(workspace)).toMatchObject({ message_count: 1, awaiting_reply: true });
  });
});

describe('a reply to marketing email', () => {
  test('starts a thread, which later messages and replies join', async () => {
    const marketingEmail = await sendEmail({ risk_class: 'marketing' });
    const reply = { messageId: '<interested@example.com>', inReplyTo: marketingEmail.messageId };
    await receiveInboundMail(workspace, { subject: 'Re: News', ...reply });
    const thread = await onlyThread(workspace);

    const sentReply = await sendEmail({ reply_to_message_id: thread.messages[0].id });
    await receiveInboundMail(workspace, { inReplyTo: sentReply.messageId });
    await receiveInboundMail(workspace, {
      inReplyTo: unknownMessageId,
      references: `${marketingEmail.messageId} <interested@example.com>`,
    });

    expect(thread).toMatchObject({ subject: 'Re: News', message_count: 1, awaiting_reply: true });
    expect(sentReply.thread_id).toBe(thread.id);
    expect(await onlyThread(workspace)).toMatchObject({ id: thread.id, message_count: 4 });
  });

  test('from another sender starts another thread', async () => {
    const marketingEmail = await sendEmail({ risk_class: 'marketing' });

    await receiveInboundMail(workspace, { from: randomAddress(), inReplyTo: marketingEmail.messageId });
    await receiveInboundMail(workspace, { from: randomAddress(), inReplyTo: marketingEmail.messageId });

    expect(await threadsOf(workspace)).toHaveLength(2);
  });
});
