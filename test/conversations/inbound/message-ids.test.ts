import { arrives, comes, onlyThread, sentMessageId, threadsOf } from '../../support/inbox';
import { type Actor, anActor, aPerson } from '../../support/actor';
import { theService } from '../../support/the-service';

const service = theService();
let desk: Actor;

beforeEach(async () => {
  desk = await anActor(service);
});

const unknown = '<nobody-knows@example.com>';

describe('answers that come before, or without, what they answer', () => {
  test('wait for it: the mail that they overtook joins them', async () => {
    await arrives(desk, {
      subject: 'Re: Late',
      messageId: '<early@example.org>',
      inReplyTo: '<late@example.com>',
    });

    await arrives(desk, { subject: 'Late', messageId: '<late@example.com>' });
    await arrives(desk, { subject: 'Re: Late', inReplyTo: '<late@example.com>' });

    expect(await onlyThread(desk)).toMatchObject({ message_count: 3 });
  });

  test('find each other, although we never see it', async () => {
    await arrives(desk, { from: aPerson(), inReplyTo: unknown });

    await arrives(desk, { from: aPerson(), references: `<older@example.com> ${unknown}` });

    expect(await onlyThread(desk)).toMatchObject({ message_count: 2 });
  });

  test('find each other also in the moment in which they come', async () => {
    await Promise.all(Array.from({ length: 8 }, () => comes(desk, { from: aPerson(), inReplyTo: unknown })));
    await service.settle();

    expect(await onlyThread(desk)).toMatchObject({ message_count: 8 });
  });

  test('and it arrives at the same moment: one conversation', async () => {
    const pairs = Array.from({ length: 10 }, (_, index) => `<pair-${index}@example.com>`);

    await Promise.all(
      pairs.flatMap((id) => [
        comes(desk, { subject: id, messageId: id }),
        comes(desk, { subject: id, inReplyTo: id }),
      ]),
    );
    await service.settle();

    const threads = await threadsOf(desk);
    expect(threads.map(({ message_count }) => message_count)).toEqual(pairs.map(() => 2));
  });
});

describe('a Message-ID', () => {
  test('that somebody uses again brings him into no conversation, and takes nobody out of it', async () => {
    await arrives(desk, { subject: 'Kim’s', messageId: '<taken@example.com>' });
    const [{ id }] = await threadsOf(desk);

    await arrives(desk, {
      from: 'mallory@example.net',
      subject: 'Mallory’s',
      messageId: '<taken@example.com>',
    });
    await arrives(desk, { subject: 'Re: Kim’s', inReplyTo: '<taken@example.com>' });

    const { messages } = await desk.thread(id);
    expect(messages).toMatchObject([{ subject: 'Kim’s' }, { subject: 'Re: Kim’s' }]);
    expect(await threadsOf(desk)).toHaveLength(2);
  });

  test('of another workspace’s conversation joins nothing', async () => {
    const other = await anActor(service);
    const { id, thread_id } = await desk.accepted();
    await service.settle();
    const messageId = await sentMessageId(desk, id);
    await arrives(desk, { messageId: '<private@example.com>', inReplyTo: messageId });

    await arrives(other, { inReplyTo: '<private@example.com>', references: messageId });
    await arrives(other, { inReplyTo: messageId });

    expect(await desk.thread(thread_id)).toMatchObject({ message_count: 2 });
    expect((await threadsOf(other)).map(({ message_count }) => message_count)).toEqual([1, 1]);
  });
});
