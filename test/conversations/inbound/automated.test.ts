import { receiveInboundMail, onlyThread, sentMessageId, threadsOf } from '../../support/inbound-mails';
import { type TestWorkspace, createTestWorkspace } from '../../support/test-workspace';
import { useService } from '../../support/use-service';

const service = useService();
let workspace: TestWorkspace;

beforeEach(async () => {
  workspace = await createTestWorkspace(service);
});

const autoReplyHeaders = ['Auto-Submitted: auto-replied'];

/** Receives a message that a person wrote, and returns its id and the id of its thread. */
async function receiveQuestion(): Promise<{ id: string; message: string }> {
  await receiveInboundMail(workspace, { subject: 'Question', messageId: '<question@example.com>' });
  await service.advance(1_000);
  const { id, messages } = await onlyThread(workspace);
  return { id, message: messages[0].id };
}

const receiveAutoReply = (): Promise<void> =>
  receiveInboundMail(workspace, { inReplyTo: '<question@example.com>', headers: autoReplyHeaders });

const awaitingThreadIds = async (): Promise<string[]> =>
  (await threadsOf(workspace, '?awaiting_reply=true')).map(({ id }) => id);

describe('an automated message', () => {
  // IN-12
  test.each([
    ['has auto-reply headers', { headers: autoReplyHeaders }, {}],
    ['comes from the postmaster', { from: 'MAILER-DAEMON@example.com' }, {}],
    ['has the null return path', {}, { mailFrom: '' }],
  ])('that %s starts a thread that does not await a reply', async (_description, parts, envelope) => {
    await receiveInboundMail(workspace, parts, envelope);

    const thread = await onlyThread(workspace);
    expect(thread).toMatchObject({
      awaiting_reply: false,
      message_count: 1,
      messages: [{ automated: true }],
    });
    expect(await awaitingThreadIds()).toEqual([]);
  });

  // IN-13
  test('from a mailing list is treated like a message from a person', async () => {
    await receiveInboundMail(workspace, { headers: ['Precedence: list', 'List-Id: <parcels.example.com>'] });

    expect(await onlyThread(workspace)).toMatchObject({
      awaiting_reply: true,
      messages: [{ automated: false }],
    });
  });

  // IN-14
  test('does not clear awaiting_reply of a thread', async () => {
    const { id } = await receiveQuestion();

    await receiveAutoReply();

    expect(await workspace.getThread(id)).toMatchObject({ awaiting_reply: true, message_count: 2 });
    expect(await awaitingThreadIds()).toEqual([id]);
  });

  // IN-14
  test('does not set awaiting_reply on a thread that was replied to', async () => {
    const first = await workspace.sendAccepted();
    await service.settle();

    await receiveInboundMail(workspace, {
      inReplyTo: await sentMessageId(workspace, first.id),
      headers: autoReplyHeaders,
    });

    expect(await workspace.getThread(first.thread_id)).toMatchObject({
      awaiting_reply: false,
      message_count: 2,
    });
    expect(await awaitingThreadIds()).toEqual([]);
  });

  test('does not prevent a later reply from clearing awaiting_reply', async () => {
    const { id, message } = await receiveQuestion();
    await receiveAutoReply();

    await workspace.sendAccepted({ reply_to_message_id: message });

    expect(await workspace.getThread(id)).toMatchObject({ awaiting_reply: false, message_count: 3 });
  });

  test('from the SES simulator joins the thread of the message it replies to', async () => {
    const outOfOfficeReply = await workspace.sendAccepted({ to: 'ooto@simulator.amazonses.com' });
    await service.settle();

    expect(await workspace.getThread(outOfOfficeReply.thread_id)).toMatchObject({
      awaiting_reply: false,
      message_count: 2,
      messages: [{ id: outOfOfficeReply.id }, { direction: 'inbound', automated: true }],
    });
  });

  test('that arrives immediately after the sent email joins the right thread among many', async () => {
    const labels = Array.from({ length: 20 }, (_, index) => index);
    const sent = await Promise.all(
      labels.map((label) => workspace.sendAccepted({ to: `ooto+${label}@simulator.amazonses.com` })),
    );
    await service.settle();

    const threads = await Promise.all(sent.map(({ thread_id }) => workspace.getThread(thread_id)));
    expect(threads.map(({ message_count }) => message_count)).toEqual(sent.map(() => 2));
    expect(threads.map(({ messages }) => messages[0].id)).toEqual(sent.map(({ id }) => id));
  });
});
