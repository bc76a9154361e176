import { arrives, comes, onlyThread, sentMessageId, threadsOf } from '../../support/inbox';
import type { MailParts } from '../../support/correspondent';
import { type Actor, anActor, aPerson } from '../../support/actor';
import { theService } from '../../support/the-service';

const service = theService();
let desk: Actor;

beforeEach(async () => {
  desk = await anActor(service);
});

afterEach(() => service.control('DELETE', '/faults'));

const minute = 60_000;

const clock = (): Promise<string> => service.now();

/** A Date header of so many minutes from now. */
const minutesFromNow = async (minutes: number): Promise<string> =>
  new Date(Date.parse(await clock()) + minutes * minute).toUTCString();

/** The transcript's subjects, oldest first. */
const said = async (threadId: string): Promise<string[]> =>
  (await desk.thread(threadId)).messages.map(({ subject }: { subject: string }) => subject);

/** The mail lies at the provider, received, and is not read before all faults are gone. */
async function waits(parts: MailParts): Promise<void> {
  const fault = { service: 's3', operation: 'GetObject', error: 'InternalError', function: 'Receive' };
  await service.control('POST', '/faults', fault);
  await comes(desk, parts);
  await service.settle();
  await service.control('DELETE', '/faults');
}

/** What waits is tried again. */
async function isTriedAgain(): Promise<void> {
  await service.advance(15 * minute);
  await service.settle();
}

async function sent(overrides: Record<string, unknown> = {}) {
  const { id, thread_id } = await desk.accepted({ to: 'kim@example.com', ...overrides });
  await service.settle();
  await service.advance(1_000);
  return { id, thread_id, messageId: await sentMessageId(desk, id) };
}

describe('the transcript', () => {
  test('is in the order of what arrived, whatever the dates say: what is new stands last', async () => {
    const first = await sent({ subject: 'First' });
    await service.advance(30 * minute);

    await arrives(desk, { subject: 'Second', inReplyTo: first.messageId, date: await minutesFromNow(-10) });
    await arrives(desk, { subject: 'Third', inReplyTo: first.messageId, date: await minutesFromNow(-20) });
    await arrives(desk, { subject: 'Fourth', inReplyTo: first.messageId });

    expect(await said(first.thread_id)).toEqual(['First', 'Second', 'Third', 'Fourth']);
  });

  test.each([
    ['years behind', 'Thu, 1 Jan 1970 00:00:00 +0000'],
    ['years ahead', 'Fri, 1 Jan 2100 00:00:00 +0000'],
    ['at the end of time', 'Fri, 31 Dec 9999 23:59:59 -0800'],
    ['before our era', 'Sat, 1 Jan 0000 00:00:00 +0800'],
  ])('has a mail from a clock that is %s where it became known', async (_what, date) => {
    const first = await sent({ subject: 'First' });
    await arrives(desk, {
      subject: 'Odd',
      inReplyTo: first.messageId,
      messageId: '<odd@example.com>',
      date,
    });
    await service.advance(1_000);
    await arrives(desk, { subject: 'Later', inReplyTo: '<odd@example.com>', date });
    await service.advance(1_000);
    const { messages } = await desk.thread(first.thread_id);
    await sent({ subject: 'Last', reply_to_message_id: messages.at(-1).id });

    expect(await said(first.thread_id)).toEqual(['First', 'Odd', 'Later', 'Last']);
  });

  test('has an answer after what it answers, although its clock says an hour before', async () => {
    const date = await minutesFromNow(-10);
    await arrives(desk, { subject: 'Asked', messageId: '<asked@example.com>', date });
    await arrives(desk, {
      subject: 'Answered',
      from: aPerson(),
      inReplyTo: '<asked@example.com>',
      date: await minutesFromNow(-70),
    });

    const { id } = await onlyThread(desk);
    expect(await said(id)).toEqual(['Asked', 'Answered']);
  });

  test.each(['with a date', 'without one'])(
    'has the mail that was overtaken after its answer, %s',
    async (which) => {
      const dated = which === 'with a date';
      const dates = dated ? [await minutesFromNow(-20), await minutesFromNow(-10)] : [];
      await arrives(desk, {
        subject: 'Answered',
        inReplyTo: '<slow@example.com>',
        ...(dates[1] && { date: dates[1] }),
      });
      await service.advance(1_000);

      await arrives(desk, {
        subject: 'Asked',
        messageId: '<slow@example.com>',
        ...(dates[0] && { date: dates[0] }),
      });

      const { id } = await onlyThread(desk);
      expect(await said(id)).toEqual(['Answered', 'Asked']);
    },
  );

  test('has a draft that leaves at its end, behind what came meanwhile', async () => {
    const first = await sent({ subject: 'First' });
    await desk.accepted({ subject: 'Draft', thread_id: first.thread_id, scheduled_at: 'in 1 hour' });
    await arrives(desk, { subject: 'Meanwhile', inReplyTo: first.messageId });
    const before = await said(first.thread_id);

    await service.advance(61 * minute);

    expect(before).toEqual(['First', 'Draft', 'Meanwhile']);
    expect(await said(first.thread_id)).toEqual(['First', 'Meanwhile', 'Draft']);
  });
});

describe('a mail that is read late', () => {
  test('does not set its thread back: others that had mail since stay below it', async () => {
    const first = await sent();
    await waits({ subject: 'Late', inReplyTo: first.messageId });
    await service.advance(1_000);
    await arrives(desk, { subject: 'Prompt', inReplyTo: first.messageId });
    const before = await desk.thread(first.thread_id);

    await isTriedAgain();

    const after = await desk.thread(first.thread_id);
    expect(after).toMatchObject({ message_count: 3, awaiting_reply: true });
    expect(after.last_message_at).toBe(before.last_message_at);
    expect(await said(first.thread_id)).toEqual(['Hello', 'Prompt', 'Late']);
  });

  test('raises the flag of a thread that was answered before anybody could read it', async () => {
    const first = await sent();
    await waits({ subject: 'Late', inReplyTo: first.messageId });
    await service.advance(1_000);
    const answer = await sent({ thread_id: first.thread_id });

    await isTriedAgain();

    expect(await desk.thread(first.thread_id)).toMatchObject({
      awaiting_reply: true,
      last_message_at: (await desk.read(answer.id)).sent_at,
    });
    expect(await threadsOf(desk, '?awaiting_reply=true')).toMatchObject([{ id: first.thread_id }]);
  });

  test('of a machine leaves everything as it is, but counts', async () => {
    const first = await sent();
    await waits({ headers: ['Auto-Submitted: auto-replied'], inReplyTo: first.messageId });
    await service.advance(1_000);
    await arrives(desk, { inReplyTo: first.messageId });
    const [{ message_count: count, ...before }] = await threadsOf(desk);

    await isTriedAgain();

    expect(await desk.thread(first.thread_id)).toMatchObject({ ...before, message_count: count + 1 });
  });
});

describe('the list', () => {
  const order = async (): Promise<string[]> => (await threadsOf(desk)).map(({ subject }) => subject);

  test('has the thread on top that was written on last, by us or by others, by machines too', async () => {
    const first = await sent({ subject: 'One' });
    await arrives(desk, {
      subject: 'Two',
      messageId: '<two@example.com>',
      date: 'Fri, 1 Jan 2100 00:00:00 +0000',
    });
    await service.advance(1_000);
    await sent({ subject: 'Three' });
    const atFirst = await order();

    await arrives(desk, { inReplyTo: first.messageId, headers: ['Auto-Submitted: auto-replied'] });
    const afterMachine = await order();
    await service.advance(1_000);
    await arrives(desk, { inReplyTo: '<two@example.com>', date: 'Thu, 1 Jan 1970 00:00:00 +0000' });

    expect(atFirst).toEqual(['Three', 'Two', 'One']);
    expect(afterMachine).toEqual(['One', 'Three', 'Two']);
    expect(await order()).toEqual(['Two', 'One', 'Three']);
  });

  test('shows when that was', async () => {
    const { thread_id, messageId } = await sent();
    const before = await clock();

    await arrives(desk, { inReplyTo: messageId, date: 'Thu, 1 Jan 1970 00:00:00 +0000' });

    const { last_message_at } = await desk.thread(thread_id);
    expect(before <= last_message_at && last_message_at <= (await clock())).toBe(true);
  });
});
