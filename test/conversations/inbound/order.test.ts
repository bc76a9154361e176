import {
  receiveInboundMail,
  injectInboundMail,
  onlyThread,
  sentMessageId,
  threadsOf,
} from '../../support/inbound-mails';
import type { MailParts } from '../../support/inbound-mail';
import { type TestWorkspace, createTestWorkspace, randomAddress } from '../../support/test-workspace';
import { useService } from '../../support/use-service';

const service = useService();
let workspace: TestWorkspace;

beforeEach(async () => {
  workspace = await createTestWorkspace(service);
});

afterEach(() => service.control('DELETE', '/faults'));

const minuteMs = 60_000;

const readClock = (): Promise<string> => service.now();

/** Returns a Date header with the time in `minutes` minutes. */
const dateHeaderInMinutes = async (minutes: number): Promise<string> =>
  new Date(Date.parse(await readClock()) + minutes * minuteMs).toUTCString();

/** Returns the subjects of the transcript, oldest first. */
const transcriptSubjects = async (threadId: string): Promise<string[]> =>
  (await workspace.getThread(threadId)).messages.map(({ subject }: { subject: string }) => subject);

/** Delivers a message that SES stores but the worker cannot read until the faults are removed. */
async function receiveUnprocessed(parts: MailParts): Promise<void> {
  const fault = { service: 's3', operation: 'GetObject', error: 'InternalError', function: 'Receive' };
  await service.control('POST', '/faults', fault);
  await injectInboundMail(workspace, parts);
  await service.settle();
  await service.control('DELETE', '/faults');
}

/** Moves the clock until the worker retries the pending messages. */
async function retryProcessing(): Promise<void> {
  await service.advance(15 * minuteMs);
  await service.settle();
}

async function sendEmail(overrides: Record<string, unknown> = {}) {
  const { id, thread_id } = await workspace.sendAccepted({ to: 'kim@example.com', ...overrides });
  await service.settle();
  await service.advance(1_000);
  return { id, thread_id, messageId: await sentMessageId(workspace, id) };
}

describe('the transcript', () => {
  // TH-26
  test('is ordered by arrival, regardless of the Date headers, with new messages last', async () => {
    const first = await sendEmail({ subject: 'First' });
    await service.advance(30 * minuteMs);

    await receiveInboundMail(workspace, {
      subject: 'Second',
      inReplyTo: first.messageId,
      date: await dateHeaderInMinutes(-10),
    });
    await receiveInboundMail(workspace, {
      subject: 'Third',
      inReplyTo: first.messageId,
      date: await dateHeaderInMinutes(-20),
    });
    await receiveInboundMail(workspace, { subject: 'Fourth', inReplyTo: first.messageId });

    expect(await transcriptSubjects(first.thread_id)).toEqual(['First', 'Second', 'Third', 'Fourth']);
  });

  // TH-26
  test.each([
    ['years behind', 'Thu, 1 Jan 1970 00:00:00 +0000'],
    ['years ahead', 'Fri, 1 Jan 2100 00:00:00 +0000'],
    ['in the year 9999', 'Fri, 31 Dec 9999 23:59:59 -0800'],
    ['before the year 1', 'Sat, 1 Jan 0000 00:00:00 +0800'],
  ])('places a message by its arrival if the sender’s clock is %s', async (_description, date) => {
    const first = await sendEmail({ subject: 'First' });
    await receiveInboundMail(workspace, {
      subject: 'Odd',
      inReplyTo: first.messageId,
      messageId: '<odd@example.com>',
      date,
    });
    await service.advance(1_000);
    await receiveInboundMail(workspace, { subject: 'Later', inReplyTo: '<odd@example.com>', date });
    await service.advance(1_000);
    const { messages } = await workspace.getThread(first.thread_id);
    await sendEmail({ subject: 'Last', reply_to_message_id: messages.at(-1).id });

    expect(await transcriptSubjects(first.thread_id)).toEqual(['First', 'Odd', 'Later', 'Last']);
  });

  test('places a reply after its parent, although the Date of the reply is an hour earlier', async () => {
    const date = await dateHeaderInMinutes(-10);
    await receiveInboundMail(workspace, { subject: 'Asked', messageId: '<asked@example.com>', date });
    await receiveInboundMail(workspace, {
      subject: 'Answered',
      from: randomAddress(),
      inReplyTo: '<asked@example.com>',
      date: await dateHeaderInMinutes(-70),
    });

    const { id } = await onlyThread(workspace);
    expect(await transcriptSubjects(id)).toEqual(['Asked', 'Answered']);
  });

  test.each(['with a date', 'without a date'])(
    'places a delayed message after its reply (%s)',
    async (variant) => {
      const hasDate = variant === 'with a date';
      const dates = hasDate ? [await dateHeaderInMinutes(-20), await dateHeaderInMinutes(-10)] : [];
      await receiveInboundMail(workspace, {
        subject: 'Answered',
        inReplyTo: '<slow@example.com>',
        ...(dates[1] && { date: dates[1] }),
      });
      await service.advance(1_000);

      await receiveInboundMail(workspace, {
        subject: 'Asked',
        messageId: '<slow@example.com>',
        ...(dates[0] && { date: dates[0] }),
      });

      const { id } = await onlyThread(workspace);
      expect(await transcriptSubjects(id)).toEqual(['Answered', 'Asked']);
    },
  );

  // TH-27
  test('moves a draft to the end when it is sent, after messages that arrived before the send', async () => {
    const first = await sendEmail({ subject: 'First' });
    await workspace.sendAccepted({ subject: 'Draft', thread_id: first.thread_id, scheduled_at: 'in 1 hour' });
    await receiveInboundMail(workspace, { subject: 'Meanwhile', inReplyTo: first.messageId });
    const before = await transcriptSubjects(first.thread_id);

    await service.advance(61 * minuteMs);

    expect(before).toEqual(['First', 'Draft', 'Meanwhile']);
    expect(await transcriptSubjects(first.thread_id)).toEqual(['First', 'Meanwhile', 'Draft']);
  });
});

describe('a message that is processed late', () => {
  test('comes after messages that were processed earlier, and does not change the time of the thread', async () => {
    const first = await sendEmail();
    await receiveUnprocessed({ subject: 'Late', inReplyTo: first.messageId });
    await service.advance(1_000);
    await receiveInboundMail(workspace, { subject: 'Prompt', inReplyTo: first.messageId });
    const before = await workspace.getThread(first.thread_id);

    await retryProcessing();

    const after = await workspace.getThread(first.thread_id);
    expect(after).toMatchObject({ message_count: 3, awaiting_reply: true });
    expect(after.last_message_at).toBe(before.last_message_at);
    expect(await transcriptSubjects(first.thread_id)).toEqual(['Hello', 'Prompt', 'Late']);
  });

  test('sets awaiting_reply on a thread that was replied to before the message could be read', async () => {
    const first = await sendEmail();
    await receiveUnprocessed({ subject: 'Late', inReplyTo: first.messageId });
    await service.advance(1_000);
    const reply = await sendEmail({ thread_id: first.thread_id });

    await retryProcessing();

    expect(await workspace.getThread(first.thread_id)).toMatchObject({
      awaiting_reply: true,
      last_message_at: (await workspace.getEmail(reply.id)).sent_at,
    });
    expect(await threadsOf(workspace, '?awaiting_reply=true')).toMatchObject([{ id: first.thread_id }]);
  });

  test('that is automated changes only the message count', async () => {
    const first = await sendEmail();
    await receiveUnprocessed({ headers: ['Auto-Submitted: auto-replied'], inReplyTo: first.messageId });
    await service.advance(1_000);
    await receiveInboundMail(workspace, { inReplyTo: first.messageId });
    const [{ message_count: count, ...before }] = await threadsOf(workspace);

    await retryProcessing();

    expect(await workspace.getThread(first.thread_id)).toMatchObject({
      ...before,
      message_count: Number(count) + 1,
    });
  });
});

describe('the thread list', () => {
  const listSubjects = async (): Promise<string[]> =>
    (await threadsOf(workspace)).map(({ subject }) => subject);

  // TH-17
  test('has the most recently active thread on top, whether a message was sent, received or automated', async () => {
    const first = await sendEmail({ subject: 'One' });
    await receiveInboundMail(workspace, {
      subject: 'Two',
      messageId: '<two@example.com>',
      date: 'Fri, 1 Jan 2100 00:00:00 +0000',
    });
    await service.advance(1_000);
    await sendEmail({ subject: 'Three' });
    const initialOrder = await listSubjects();

    await receiveInboundMail(workspace, {
      inReplyTo: first.messageId,
      headers: ['Auto-Submitted: auto-replied'],
    });
    const afterAutomatedMail = await listSubjects();
    await service.advance(1_000);
    await receiveInboundMail(workspace, {
      inReplyTo: '<two@example.com>',
      date: 'Thu, 1 Jan 1970 00:00:00 +0000',
    });

    expect(initialOrder).toEqual(['Three', 'Two', 'One']);
    expect(afterAutomatedMail).toEqual(['One', 'Three', 'Two']);
    expect(await listSubjects()).toEqual(['Two', 'One', 'Three']);
  });

  test('shows the time of the last activity', async () => {
    const { thread_id, messageId } = await sendEmail();
    const before = await readClock();

    await receiveInboundMail(workspace, { inReplyTo: messageId, date: 'Thu, 1 Jan 1970 00:00:00 +0000' });

    const { last_message_at } = await workspace.getThread(thread_id);
    expect(before <= last_message_at && last_message_at <= (await readClock())).toBe(true);
  });
});
