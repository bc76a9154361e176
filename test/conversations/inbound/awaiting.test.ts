import { Drafter } from '../../support/drafter';
import { arrives, comes, onlyThread, threadsOf } from '../../support/inbox';
import { aTime } from '../../support/matchers';
import type { Actor } from '../../support/actor';
import { theService } from '../../support/the-service';

const service = theService();
let drafter: Drafter;
let desk: Actor;

beforeEach(async () => {
  drafter = await Drafter.forMail(service);
  ({ desk } = drafter);
});

afterEach(() => service.control('DELETE', '/faults'));

const minute = 60_000;
const byMachine = ['Auto-Submitted: auto-replied'];

/** A thread that a person started: its id, and that of what he wrote. */
async function asked(): Promise<{ id: string; message: string }> {
  await arrives(desk, { subject: 'Question', messageId: '<question@example.com>' });
  await service.advance(1_000);
  const { id, messages } = await onlyThread(desk);
  return { id, message: messages[0].id };
}

const asksAgain = (): Promise<void> => arrives(desk, { inReplyTo: '<question@example.com>' });

const machineWrites = (): Promise<void> =>
  arrives(desk, { inReplyTo: '<question@example.com>', headers: byMachine });

const handle = (id: string) => desk.api('POST', `/v1/threads/${id}/handled`);

const waiting = async (): Promise<string[]> =>
  (await threadsOf(desk, '?awaiting_reply=true')).map(({ id }) => id);

describe('awaiting_reply', () => {
  test('is set by a person, cleared by an answer that the provider took, and set by the next mail', async () => {
    const { id, message } = await asked();
    const first = await waiting();
    await desk.accepted({ reply_to_message_id: message });
    const [answered, then] = [await desk.thread(id), await waiting()];
    await service.advance(1_000);

    await asksAgain();

    expect([first, then, await waiting()]).toEqual([[id], [], [id]]);
    expect(answered).toMatchObject({ awaiting_reply: false, handled_at: null, message_count: 2 });
    expect(await desk.thread(id)).toMatchObject({ awaiting_reply: true, message_count: 3 });
  });

  test('is cleared as well by a mail that joins by thread_id', async () => {
    const { id } = await asked();

    await desk.accepted({ thread_id: id, to: 'somebody-else@example.com' });

    expect(await desk.thread(id)).toMatchObject({ awaiting_reply: false });
  });

  test('stays while an answer is held, and is cleared when that is approved', async () => {
    const { id, message } = await asked();
    const held = await drafter.hold({ reply_to_message_id: message });
    const before = await desk.thread(id);

    await drafter.approve(held);

    expect(before).toMatchObject({ awaiting_reply: true, pending_reply: true, message_count: 1 });
    expect(await desk.thread(id)).toMatchObject({
      awaiting_reply: false,
      pending_reply: false,
      message_count: 2,
    });
    expect(await waiting()).toEqual([]);
  });

  test('stays while an answer is scheduled, and is cleared when that leaves', async () => {
    const { id, message } = await asked();
    await desk.accepted({ reply_to_message_id: message, scheduled_at: 'in 10 minutes' });
    const before = await desk.thread(id);

    await service.advance(11 * minute);

    expect(before).toMatchObject({ awaiting_reply: true, pending_reply: true });
    expect(await desk.thread(id)).toMatchObject({ awaiting_reply: false, pending_reply: false });
  });

  test.each(['canceled', 'rejected'])('stays where the answer is %s', async (end) => {
    const { id, message } = await asked();
    const answer = { reply_to_message_id: message };
    const pending =
      end === 'rejected'
        ? await drafter.hold(answer)
        : await desk.accepted({ ...answer, scheduled_at: 'in 9 hours' });

    if (end === 'rejected') await drafter.reject(pending);
    else await desk.api('DELETE', `/v1/emails/${pending.id}`);

    expect(await desk.thread(id)).toMatchObject({ awaiting_reply: true, pending_reply: false });
  });

  test('stays where the provider refused the answer', async () => {
    const { id, message } = await asked();
    const fault = { service: 'sesv2', operation: 'SendEmail', error: 'MessageRejected', times: 1 };
    await service.control('POST', '/faults', fault);

    const refused = await desk.send({ reply_to_message_id: message });

    expect(refused.status).toBe(502);
    expect(await desk.thread(id)).toMatchObject({ awaiting_reply: true, message_count: 1 });
  });

  test('stays where an answer left before the newest mail, and is known to have left after it', async () => {
    const { id, message } = await asked();
    const fault = { service: 'dynamodb', operation: 'TransactWriteItems', error: 'InternalServerError' };
    await service.control('POST', '/faults', { ...fault, function: 'sendEmail' });
    await service.control('POST', '/faults', { ...fault, function: 'Events' });
    await desk.send({ reply_to_message_id: message });
    await service.advance(1_000);
    await asksAgain();
    const before = await desk.thread(id);

    await service.control('DELETE', '/faults');
    await service.advance(15 * minute);
    await service.settle();

    const after = await desk.thread(id);
    expect(before).toMatchObject({ awaiting_reply: true, message_count: 2 });
    expect(after).toMatchObject({ awaiting_reply: true, message_count: 3 });
    expect(after.last_message_at).toBe(before.last_message_at);
    expect(after.messages.map(({ direction }: { direction: string }) => direction)).toEqual([
      'inbound',
      'outbound',
      'inbound',
    ]);
    expect(await waiting()).toEqual([id]);
  });
});

describe('handled', () => {
  test('clears the flag until a person writes again, which clears the stamp', async () => {
    const { id } = await asked();

    const { status, body } = await handle(id);
    const then = await waiting();
    await asksAgain();

    expect({ status, body }).toMatchObject({
      status: 200,
      body: { id, awaiting_reply: false, handled_at: aTime, message_count: 1 },
    });
    expect(then).toEqual([]);
    expect(await desk.thread(id)).toMatchObject({ awaiting_reply: true, handled_at: null });
  });

  test('keeps its stamp when a machine writes, and when we do', async () => {
    const { id, message } = await asked();
    const { handled_at } = (await handle(id)).body;

    await machineWrites();
    const afterMachine = await desk.thread(id);
    await desk.accepted({ reply_to_message_id: message });

    expect(afterMachine).toMatchObject({ handled_at, awaiting_reply: false, message_count: 2 });
    expect(await desk.thread(id)).toMatchObject({ handled_at, awaiting_reply: false });
  });
});

describe('pending_reply', () => {
  test('is cleared by a newer mail of a person, and set by a later draft', async () => {
    const { id, message } = await asked();
    const first = await drafter.hold({ reply_to_message_id: message });
    await service.advance(1_000);

    await asksAgain();
    const after = await desk.thread(id);
    const second = await drafter.hold({ reply_to_message_id: message });
    const then = await desk.thread(id);
    await drafter.reject(second);
    const last = await desk.thread(id);
    await drafter.approve(first);

    expect(after).toMatchObject({ pending_reply: false, awaiting_reply: true });
    expect(then).toMatchObject({ pending_reply: true });
    expect(last).toMatchObject({ pending_reply: false });
    expect(await desk.thread(id)).toMatchObject({ pending_reply: false, awaiting_reply: false });
  });

  test('is left by a mail of a machine: an out-of-office answer makes no draft outdated', async () => {
    const { id, message } = await asked();
    const draft = await drafter.hold({ reply_to_message_id: message });
    await service.advance(1_000);

    await machineWrites();

    expect(await desk.thread(id)).toMatchObject({ pending_reply: true, awaiting_reply: true });
    await drafter.approve(draft);
    expect(await desk.thread(id)).toMatchObject({ pending_reply: false, awaiting_reply: false });
  });

  test('stays for a draft that was written after the mail had arrived, although that was read later', async () => {
    const { id, message } = await asked();
    await service.control('POST', '/faults', {
      service: 's3',
      operation: 'GetObject',
      error: 'InternalError',
      function: 'receiveMail',
    });
    await comes(desk, { inReplyTo: '<question@example.com>' });
    await service.settle();
    await service.control('DELETE', '/faults');
    const before = await desk.thread(id);
    await service.advance(1_000);

    await drafter.hold({ reply_to_message_id: message });
    await service.advance(7 * minute);

    expect(before).toMatchObject({ message_count: 1 });
    expect(await desk.thread(id)).toMatchObject({ message_count: 2, pending_reply: true });
  });

  test('is cleared for all drafts there are', async () => {
    const { id, message } = await asked();
    await drafter.hold({ reply_to_message_id: message });
    await desk.accepted({ thread_id: id, scheduled_at: 'in 9 hours' });
    await service.advance(1_000);

    await asksAgain();

    expect(await desk.thread(id)).toMatchObject({ pending_reply: false });
  });
});
