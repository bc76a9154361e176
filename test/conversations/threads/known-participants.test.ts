import { onlyThread, receiveInboundMail, sentMessageId, threadsOf } from '../../support/inbound-mails';
import { createTestWorkspace, randomAddress, type TestWorkspace } from '../../support/test-workspace';
import { useService } from '../../support/use-service';

const service = useService();
let workspace: TestWorkspace;

beforeEach(async () => {
  workspace = await createTestWorkspace(service);
});

interface Received {
  from: string;
  known_participant: boolean;
}

/** Returns the received messages of a thread, as pairs of the sender and whether the sender is known. */
async function sendersOf(threadId: string): Promise<[string, boolean][]> {
  const { messages } = await workspace.getThread(threadId);
  return messages
    .filter(({ direction }: { direction: string }) => direction === 'inbound')
    .map(({ from, known_participant: isKnown }: Received) => [from, isKnown]);
}

async function sendAndSettle(overrides: Record<string, unknown> = {}) {
  const { id, thread_id } = await workspace.sendAccepted({ to: 'kim@example.com', ...overrides });
  await service.settle();
  return { id, thread_id, messageId: await sentMessageId(workspace, id) };
}

describe('known_participant', () => {
  // TH-29
  test('is true for the addresses that the workspace wrote to on the thread, and false for others', async () => {
    const { thread_id, messageId } = await sendAndSettle({
      to: ['Kim@Example.com', 'Ana <ana@EXÄMPLE.com>'],
      cc: ['lee@example.com'],
    });
    for (const from of ['kim@example.com', 'ANA@exämple.com', 'Lee <LEE@example.com>', 'mallory@example.net'])
      await receiveInboundMail(workspace, { from, subject: from, inReplyTo: messageId });

    expect(await sendersOf(thread_id)).toEqual([
      ['kim@example.com', true],
      ['ana@xn--exmple-cua.com', true],
      ['lee@example.com', true],
      ['mallory@example.net', false],
    ]);
  });

  // TH-29
  test('is true for the founder of the thread, and false for others whom the founder put in copy', async () => {
    const founder = { messageId: '<first@example.com>', headers: ['Cc: lee@example.com'] };
    await receiveInboundMail(workspace, founder);

    await receiveInboundMail(workspace, { from: 'lee@example.com', inReplyTo: founder.messageId });

    const { id } = await onlyThread(workspace);
    expect(await sendersOf(id)).toEqual([
      ['kim@example.com', true],
      ['lee@example.com', false],
    ]);
  });

  // TH-29
  test('becomes true when the workspace writes to the address on the thread', async () => {
    const { thread_id, messageId } = await sendAndSettle();
    await receiveInboundMail(workspace, { from: 'lee@example.com', inReplyTo: messageId });
    await sendAndSettle({ to: 'lee@example.com' });
    const before = await sendersOf(thread_id);

    await sendAndSettle({ to: 'lee@example.com', thread_id });

    expect(before).toEqual([['lee@example.com', false]]);
    expect(await sendersOf(thread_id)).toEqual([['lee@example.com', true]]);
  });

  // TH-29
  test('stays false while an email to the address is only scheduled or was canceled', async () => {
    const { thread_id, messageId } = await sendAndSettle();
    await receiveInboundMail(workspace, { from: 'lee@example.com', inReplyTo: messageId });
    const id = await workspace.schedule({ to: 'lee@example.com', thread_id });
    const whileScheduled = await sendersOf(thread_id);

    await workspace.api('DELETE', `/v1/emails/${id}`);

    expect(whileScheduled).toEqual([['lee@example.com', false]]);
    expect(await sendersOf(thread_id)).toEqual(whileScheduled);
  });

  // TH-29
  test('is false for a message without a From address that joins', async () => {
    const { thread_id, messageId } = await sendAndSettle();

    await receiveInboundMail(workspace, { from: '', inReplyTo: messageId }, { mailFrom: '' });

    expect(await sendersOf(thread_id)).toEqual([['', false]]);
  });

  // TH-29
  test('is false for a stranger whose reply started the record of the thread', async () => {
    const failedStart = { service: 'dynamodb', operation: 'PutItem', error: 'InternalServerError' };
    await service.control('POST', '/faults', { ...failedStart, function: 'Events' });
    const { id, thread_id } = await workspace.sendAccepted({ to: 'kim@example.com' });
    await receiveInboundMail(workspace, {
      from: 'kim@example.com',
      inReplyTo: await sentMessageId(workspace, id),
    });
    await service.control('DELETE', '/faults');

    expect(await sendersOf(thread_id)).toEqual([['kim@example.com', true]]);
  });
});

describe('a message with a predictable Message-ID', () => {
  const predictable = '<ticket-1001@desk.example>';

  // IN-33
  test('does not join the thread of a stranger who answered it in advance', async () => {
    const stranger = randomAddress();
    await receiveInboundMail(workspace, { from: stranger, subject: 'Re: Ticket', inReplyTo: predictable });

    await receiveInboundMail(workspace, { subject: 'Ticket', messageId: predictable });
    await receiveInboundMail(workspace, { subject: 'More', inReplyTo: predictable });

    const threads = await threadsOf(workspace);
    const subjects = threads.map(async ({ id }) => (await workspace.getThread(id)).messages);
    expect(
      (await Promise.all(subjects)).map((messages) =>
        messages.map(({ subject }: { subject: string }) => subject),
      ),
    ).toEqual([['Ticket', 'More'], ['Re: Ticket']]);
  });

  // IN-33
  test.each(['To', 'Cc'])('joins the thread of an answer from a person in %s', async (header) => {
    const colleague = randomAddress();
    await receiveInboundMail(workspace, { from: colleague, inReplyTo: predictable });

    const recipients = header === 'To' ? `${workspace.from}, ${colleague}` : workspace.from;
    await receiveInboundMail(workspace, {
      messageId: predictable,
      to: recipients,
      headers: header === 'Cc' ? [`Cc: ${colleague.toUpperCase()}`] : [],
    });

    expect(await onlyThread(workspace)).toMatchObject({ message_count: 2 });
  });

  // IN-33
  test('of an email of the workspace cannot be answered in advance', async () => {
    const { id } = await sendAndSettle();
    const stranger = {
      from: 'mallory@example.net',
      inReplyTo: '<0100000000000001-000000@email.amazonses.com>',
    };
    await receiveInboundMail(workspace, stranger);

    const sent = await sendAndSettle();

    expect(sent.id).not.toBe(id);
    expect(await sendersOf(sent.thread_id)).toEqual([]);
  });
});
