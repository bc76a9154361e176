import { ApprovalWorkspace } from '../../support/approval-workspace';
import { receiveInboundMail, injectInboundMail, onlyThread, threadsOf } from '../../support/inbound-mails';
import { aTimestamp } from '../../support/matchers';
import type { TestWorkspace } from '../../support/test-workspace';
import { useService } from '../../support/use-service';

const service = useService();
let approvalWorkspace: ApprovalWorkspace;
let workspace: TestWorkspace;

beforeEach(async () => {
  approvalWorkspace = await ApprovalWorkspace.createTransactional(service);
  ({ workspace } = approvalWorkspace);
});

afterEach(() => service.control('DELETE', '/faults'));

const minuteMs = 60_000;
const autoReplyHeaders = ['Auto-Submitted: auto-replied'];

/** Receives a message that a person wrote, and returns its id and the id of its thread. */
async function receiveQuestion(): Promise<{ id: string; message: string }> {
  await receiveInboundMail(workspace, { subject: 'Question', messageId: '<question@example.com>' });
  await service.advance(1_000);
  const { id, messages } = await onlyThread(workspace);
  return { id, message: messages[0].id };
}

const receiveFollowUp = (): Promise<void> =>
  receiveInboundMail(workspace, { inReplyTo: '<question@example.com>' });

const receiveAutoReply = (): Promise<void> =>
  receiveInboundMail(workspace, { inReplyTo: '<question@example.com>', headers: autoReplyHeaders });

const markHandled = (id: string) => workspace.api('POST', `/v1/threads/${id}/handled`);

const awaitingThreadIds = async (): Promise<string[]> =>
  (await threadsOf(workspace, '?awaiting_reply=true')).map(({ id }) => id);

describe('awaiting_reply', () => {
  // TH-11
  test("is set by a person's message, cleared by a reply that SES accepted, and set by the next message", async () => {
    const { id, message } = await receiveQuestion();
    const awaitingBefore = await awaitingThreadIds();
    await workspace.sendAccepted({ reply_to_message_id: message });
    const [answered, awaitingAfter] = [await workspace.getThread(id), await awaitingThreadIds()];
    await service.advance(1_000);

    await receiveFollowUp();

    expect([awaitingBefore, awaitingAfter, await awaitingThreadIds()]).toEqual([[id], [], [id]]);
    expect(answered).toMatchObject({ awaiting_reply: false, handled_at: null, message_count: 2 });
    expect(await workspace.getThread(id)).toMatchObject({ awaiting_reply: true, message_count: 3 });
  });

  test('is also cleared by an email that joins the thread by thread_id', async () => {
    const { id } = await receiveQuestion();

    await workspace.sendAccepted({ thread_id: id, to: 'somebody-else@example.com' });

    expect(await workspace.getThread(id)).toMatchObject({ awaiting_reply: false });
  });

  // TH-11
  test('stays set while a reply is held, and is cleared when the reply is approved', async () => {
    const { id, message } = await receiveQuestion();
    const draft = await approvalWorkspace.createDraft({ reply_to_message_id: message });
    const before = await workspace.getThread(id);

    await approvalWorkspace.approve(draft);

    expect(before).toMatchObject({ awaiting_reply: true, pending_reply: true, message_count: 1 });
    expect(await workspace.getThread(id)).toMatchObject({
      awaiting_reply: false,
      pending_reply: false,
      message_count: 2,
    });
    expect(await awaitingThreadIds()).toEqual([]);
  });

  // TH-11
  test('stays set while a reply is scheduled, and is cleared when the reply is sent', async () => {
    const { id, message } = await receiveQuestion();
    await workspace.sendAccepted({ reply_to_message_id: message, scheduled_at: 'in 10 minutes' });
    const before = await workspace.getThread(id);

    await service.advance(11 * minuteMs);

    expect(before).toMatchObject({ awaiting_reply: true, pending_reply: true });
    expect(await workspace.getThread(id)).toMatchObject({ awaiting_reply: false, pending_reply: false });
  });

  test.each(['canceled', 'rejected'])('stays set if the reply is %s', async (end) => {
    const { id, message } = await receiveQuestion();
    const reply = { reply_to_message_id: message };
    const pending =
      end === 'rejected'
        ? await approvalWorkspace.createDraft(reply)
        : await workspace.sendAccepted({ ...reply, scheduled_at: 'in 9 hours' });

    if (end === 'rejected') await approvalWorkspace.reject(pending);
    else await workspace.api('DELETE', `/v1/emails/${pending.id}`);

    expect(await workspace.getThread(id)).toMatchObject({ awaiting_reply: true, pending_reply: false });
  });

  test('stays set if SES rejected the reply', async () => {
    const { id, message } = await receiveQuestion();
    const fault = { service: 'sesv2', operation: 'SendEmail', error: 'MessageRejected', times: 1 };
    await service.control('POST', '/faults', fault);

    const refused = await workspace.send({ reply_to_message_id: message });

    expect(refused.status).toBe(502);
    expect(await workspace.getThread(id)).toMatchObject({ awaiting_reply: true, message_count: 1 });
  });

  test('stays set if a reply was sent before the newest message and recorded later', async () => {
    const { id, message } = await receiveQuestion();
    const fault = { service: 'dynamodb', operation: 'TransactWriteItems', error: 'InternalServerError' };
    await service.control('POST', '/faults', { ...fault, function: 'sendEmail' });
    await service.control('POST', '/faults', { ...fault, function: 'Events' });
    await workspace.send({ reply_to_message_id: message });
    await service.advance(1_000);
    await receiveFollowUp();
    const before = await workspace.getThread(id);

    await service.control('DELETE', '/faults');
    await service.advance(15 * minuteMs);
    await service.settle();

    const after = await workspace.getThread(id);
    expect(before).toMatchObject({ awaiting_reply: true, message_count: 2 });
    expect(after).toMatchObject({ awaiting_reply: true, message_count: 3 });
    expect(after.last_message_at).toBe(before.last_message_at);
    expect(after.messages.map(({ direction }: { direction: string }) => direction)).toEqual([
      'inbound',
      'outbound',
      'inbound',
    ]);
    expect(await awaitingThreadIds()).toEqual([id]);
  });
});

describe('marking a thread as handled', () => {
  // TH-15
  test('clears awaiting_reply until a person writes again, which clears handled_at', async () => {
    const { id } = await receiveQuestion();

    const { status, body } = await markHandled(id);
    const awaitingAfter = await awaitingThreadIds();
    await receiveFollowUp();

    expect({ status, body }).toMatchObject({
      status: 200,
      body: { id, awaiting_reply: false, handled_at: aTimestamp, message_count: 1 },
    });
    expect(awaitingAfter).toEqual([]);
    expect(await workspace.getThread(id)).toMatchObject({ awaiting_reply: true, handled_at: null });
  });

  // TH-16
  test('keeps handled_at when an automated message arrives, and when the workspace sends', async () => {
    const { id, message } = await receiveQuestion();
    const { handled_at } = (await markHandled(id)).body;

    await receiveAutoReply();
    const afterAutomatedMail = await workspace.getThread(id);
    await workspace.sendAccepted({ reply_to_message_id: message });

    expect(afterAutomatedMail).toMatchObject({ handled_at, awaiting_reply: false, message_count: 2 });
    expect(await workspace.getThread(id)).toMatchObject({ handled_at, awaiting_reply: false });
  });
});

describe('pending_reply', () => {
  // TH-12
  test("is cleared by a person's newer message, and set by a later draft", async () => {
    const { id, message } = await receiveQuestion();
    const awaitingBefore = await approvalWorkspace.createDraft({ reply_to_message_id: message });
    await service.advance(1_000);

    await receiveFollowUp();
    const after = await workspace.getThread(id);
    const second = await approvalWorkspace.createDraft({ reply_to_message_id: message });
    const awaitingAfter = await workspace.getThread(id);
    await approvalWorkspace.reject(second);
    const last = await workspace.getThread(id);
    await approvalWorkspace.approve(awaitingBefore);

    expect(after).toMatchObject({ pending_reply: false, awaiting_reply: true });
    expect(awaitingAfter).toMatchObject({ pending_reply: true });
    expect(last).toMatchObject({ pending_reply: false });
    expect(await workspace.getThread(id)).toMatchObject({ pending_reply: false, awaiting_reply: false });
  });

  // TH-13
  test('is not changed by automated messages, such as an out-of-office reply', async () => {
    const { id, message } = await receiveQuestion();
    const draft = await approvalWorkspace.createDraft({ reply_to_message_id: message });
    await service.advance(1_000);

    await receiveAutoReply();

    expect(await workspace.getThread(id)).toMatchObject({ pending_reply: true, awaiting_reply: true });
    await approvalWorkspace.approve(draft);
    expect(await workspace.getThread(id)).toMatchObject({ pending_reply: false, awaiting_reply: false });
  });

  test('stays set for a draft written after the arrival of a message that was processed later', async () => {
    const { id, message } = await receiveQuestion();
    await service.control('POST', '/faults', {
      service: 's3',
      operation: 'GetObject',
      error: 'InternalError',
      function: 'receiveMail',
    });
    await injectInboundMail(workspace, { inReplyTo: '<question@example.com>' });
    await service.settle();
    await service.control('DELETE', '/faults');
    const before = await workspace.getThread(id);
    await service.advance(1_000);

    await approvalWorkspace.createDraft({ reply_to_message_id: message });
    await service.advance(7 * minuteMs);

    expect(before).toMatchObject({ message_count: 1 });
    expect(await workspace.getThread(id)).toMatchObject({ message_count: 2, pending_reply: true });
  });

  test('is cleared by a new message even if the thread has several drafts', async () => {
    const { id, message } = await receiveQuestion();
    await approvalWorkspace.createDraft({ reply_to_message_id: message });
    await workspace.sendAccepted({ thread_id: id, scheduled_at: 'in 9 hours' });
    await service.advance(1_000);

    await receiveFollowUp();

    expect(await workspace.getThread(id)).toMatchObject({ pending_reply: false });
  });
});
