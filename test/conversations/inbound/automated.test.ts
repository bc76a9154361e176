import { arrives, onlyThread, sentMessageId, threadsOf } from '../../support/inbox';
import { type Actor, anActor } from '../../support/actor';
import { theService } from '../../support/the-service';

const service = theService();
let desk: Actor;

beforeEach(async () => {
  desk = await anActor(service);
});

const byMachine = ['Auto-Submitted: auto-replied'];

/** A thread that a person started: its id, and that of what he wrote. */
async function asked(): Promise<{ id: string; message: string }> {
  await arrives(desk, { subject: 'Question', messageId: '<question@example.com>' });
  await service.advance(1_000);
  const { id, messages } = await onlyThread(desk);
  return { id, message: messages[0].id };
}

const machineWrites = (): Promise<void> =>
  arrives(desk, { inReplyTo: '<question@example.com>', headers: byMachine });

const waiting = async (): Promise<string[]> =>
  (await threadsOf(desk, '?awaiting_reply=true')).map(({ id }) => id);

describe('mail of a machine', () => {
  test.each([
    ['says so', { headers: byMachine }, {}],
    ['comes from the postmaster', { from: 'MAILER-DAEMON@example.com' }, {}],
    ['has the null return path', {}, { mailFrom: '' }],
  ])('that %s starts a thread that waits for nobody', async (_what, parts, envelope) => {
    await arrives(desk, parts, envelope);

    const thread = await onlyThread(desk);
    expect(thread).toMatchObject({
      awaiting_reply: false,
      message_count: 1,
      messages: [{ automated: true }],
    });
    expect(await waiting()).toEqual([]);
  });

  test('of a list is a person’s', async () => {
    await arrives(desk, { headers: ['Precedence: list', 'List-Id: <parcels.example.com>'] });

    expect(await onlyThread(desk)).toMatchObject({ awaiting_reply: true, messages: [{ automated: false }] });
  });

  test('leaves a thread waiting that waits', async () => {
    const { id } = await asked();

    await machineWrites();

    expect(await desk.thread(id)).toMatchObject({ awaiting_reply: true, message_count: 2 });
    expect(await waiting()).toEqual([id]);
  });

  test('wakes no thread that was answered', async () => {
    const first = await desk.accepted();
    await service.settle();

    await arrives(desk, { inReplyTo: await sentMessageId(desk, first.id), headers: byMachine });

    expect(await desk.thread(first.thread_id)).toMatchObject({ awaiting_reply: false, message_count: 2 });
    expect(await waiting()).toEqual([]);
  });

  test('is not what an answer has to be newer than', async () => {
    const { id, message } = await asked();
    await machineWrites();

    await desk.accepted({ reply_to_message_id: message });

    expect(await desk.thread(id)).toMatchObject({ awaiting_reply: false, message_count: 3 });
  });

  test('as the simulator sends it, lands on the thread of what it answers', async () => {
    const away = await desk.accepted({ to: 'ooto@simulator.amazonses.com' });
    await service.settle();

    expect(await desk.thread(away.thread_id)).toMatchObject({
      awaiting_reply: false,
      message_count: 2,
      messages: [{ id: away.id }, { direction: 'inbound', automated: true }],
    });
  });

  test('that comes at once finds its thread also among many', async () => {
    const labels = Array.from({ length: 20 }, (_, index) => index);
    const sent = await Promise.all(
      labels.map((label) => desk.accepted({ to: `ooto+${label}@simulator.amazonses.com` })),
    );
    await service.settle();

    const threads = await Promise.all(sent.map(({ thread_id }) => desk.thread(thread_id)));
    expect(threads.map(({ message_count }) => message_count)).toEqual(sent.map(() => 2));
    expect(threads.map(({ messages }) => messages[0].id)).toEqual(sent.map(({ id }) => id));
  });
});
