import { arrives, comes, onlyThread, sentMessageId, threadsOf } from '../../support/inbox';
import { type Actor, anActor, aPerson } from '../../support/actor';
import { theService } from '../../support/the-service';

const service = theService();
let desk: Actor;

beforeEach(async () => {
  desk = await anActor(service, { marketing: true });
});

afterEach(() => service.control('DELETE', '/faults'));

const unknown = '<nobody-knows@example.com>';

interface Sent {
  id: string;
  thread_id: string;
  messageId: string;
}

/** An email that the provider has said it sent. */
async function sent(overrides: Record<string, unknown> = {}): Promise<Sent> {
  const { id, thread_id } = await desk.accepted({ to: 'kim@example.com', ...overrides });
  await service.settle();
  return { id, thread_id, messageId: await sentMessageId(desk, id) };
}

const countOf = async (threadId: string): Promise<number> => (await desk.thread(threadId)).message_count;

const subjectsOf = async (threadId: string): Promise<string[]> =>
  (await desk.thread(threadId)).messages.map(({ subject }: { subject: string }) => subject);

describe('a reply to an email of ours', () => {
  test.each(['email', 'eu-central-1', 'EMAIL'])('finds it under the host %s', async (host) => {
    const { id, thread_id } = await sent();

    await arrives(desk, { inReplyTo: await sentMessageId(desk, id, host) });

    expect(await onlyThread(desk)).toMatchObject({ id: thread_id, message_count: 2, awaiting_reply: true });
  });

  test('does not find it under a host of somebody else', async () => {
    const { id, thread_id, messageId } = await sent();

    await comes(desk, { inReplyTo: messageId.replace('email.amazonses.com', 'amazonses.com.example.com') });
    await comes(desk, { inReplyTo: messageId.replace('email.amazonses.com', 'example.com') });
    await arrives(desk, { inReplyTo: `<${id}@email.amazonses.com>` });

    expect(await countOf(thread_id)).toBe(1);
    expect(await threadsOf(desk)).toHaveLength(4);
  });

  test('joins from an address that we never wrote to, and brings it into the conversation', async () => {
    const { thread_id, messageId } = await sent();
    const somebody = aPerson();

    await arrives(desk, { from: somebody, inReplyTo: messageId });

    const { participants } = await desk.thread(thread_id);
    expect(participants.toSorted()).toEqual(['kim@example.com', somebody].toSorted());
  });

  test('joins also where it came to another address of ours', async () => {
    const { thread_id, messageId } = await sent();

    await arrives(desk, { inReplyTo: messageId }, { rcpt: desk.newsFrom });

    expect(await countOf(thread_id)).toBe(2);
  });

  test('and a reply to that, and to our answer to that, are one conversation', async () => {
    const { thread_id, messageId } = await sent();
    await arrives(desk, { messageId: '<second@example.com>', inReplyTo: messageId });
    await arrives(desk, {
      from: aPerson(),
      messageId: '<third@example.org>',
      inReplyTo: '<second@example.com>',
    });
    const received = (await desk.thread(thread_id)).messages.at(-1);
    const answer = await sent({ reply_to_message_id: received.id });
    await arrives(desk, { inReplyTo: answer.messageId });

    expect(answer.thread_id).toBe(thread_id);
    expect(await onlyThread(desk)).toMatchObject({ id: thread_id, message_count: 5 });
  });

  test('that is faster than the provider’s event finds it by whom it was sent to', async () => {
    const fault = {
      service: 'dynamodb',
      operation: 'PutItem',
      error: 'InternalServerError',
      function: 'Events',
    };
    await service.control('POST', '/faults', fault);
    const { id, thread_id } = await desk.accepted({ to: ['lee@example.com', 'Kim@Example.com'] });

    await comes(desk, { inReplyTo: await sentMessageId(desk, id) });
    await service.settle();
    const { events } = await desk.read(id);
    const thread = await onlyThread(desk);

    expect(events).toEqual([]);
    expect(thread).toMatchObject({ id: thread_id, message_count: 2, awaiting_reply: true });
  });

  test('joins where whoever sent that died, and only the provider’s event tells of it', async () => {
    const noting = { service: 'dynamodb', operation: 'UpdateItem', error: 'InternalServerError' };
    const dying = { service: 'sesv2', operation: 'SendEmail', crash: 'after', times: 1 };
    await service.control('POST', '/faults', { ...noting, function: 'Events' });
    await service.control('POST', '/faults', { ...dying, function: 'sendEmail' });
    await desk.send();
    await service.settle();
    const [{ id, status }] = await desk.log();
    const [mail] = await desk.outbox();

    await arrives(desk, { inReplyTo: `<${mail?.['provider_message_id']}@email.amazonses.com>` });
    const answered = await threadsOf(desk);
    await service.control('DELETE', '/faults');
    await service.advance(15 * 60_000);
    await service.settle();

    expect([status, answered.length]).toEqual(['queued', 1]);
    const { message_count, messages } = await onlyThread(desk);
    expect(message_count).toBe(2);
    expect(messages).toMatchObject([{ id }, { direction: 'inbound' }]);
  });

  test('stays with it where a copy of that came back to us, or somebody took its Message-ID', async () => {
    const own = `team@${desk.from.split('@')[1]}`;
    const { thread_id, messageId } = await sent({ to: 'kim@example.com', cc: [own] });
    await arrives(desk, { from: 'mallory@example.net', messageId });
    const before = await countOf(thread_id);

    await arrives(desk, { subject: 'Re: Hello', inReplyTo: messageId });

    expect(await countOf(thread_id)).toBe(before + 1);
    expect((await subjectsOf(thread_id)).at(-1)).toBe('Re: Hello');
  });
});

describe('of the messages that a mail names', () => {
  test('In-Reply-To counts before References', async () => {
    const [one, two] = [await sent(), await sent()];

    await arrives(desk, { inReplyTo: one.messageId, references: two.messageId });

    expect([await countOf(one.thread_id), await countOf(two.thread_id)]).toEqual([2, 1]);
  });

  test('the nearest of the References counts where In-Reply-To is unknown or absent', async () => {
    const [far, near] = [await sent(), await sent()];
    const references = `${far.messageId}\r\n\t${near.messageId} <unknown-too@example.com>`;

    await arrives(desk, { inReplyTo: unknown, references });
    await arrives(desk, { references });

    expect([await countOf(far.thread_id), await countOf(near.thread_id)]).toEqual([1, 3]);
  });

  test('the first and the last ones are looked at where a hostile mail names thousands', async () => {
    const [first, last] = [await sent(), await sent()];
    const many = Array.from({ length: 3_000 }, (_, index) => `<filler-${index}@example.com>`);

    await arrives(desk, { references: [first.messageId, ...many].join('\r\n ') });
    await arrives(desk, { references: [...many, last.messageId].join('\r\n ') });

    expect([await countOf(first.thread_id), await countOf(last.thread_id)]).toEqual([2, 2]);
  });

  test('none is known: a thread begins, also under the subject of another', async () => {
    const { thread_id } = await sent({ subject: 'Parcel' });

    await arrives(desk, { subject: 'Re: Parcel', inReplyTo: unknown, references: unknown });

    const threads = await threadsOf(desk);
    expect(threads).toHaveLength(2);
    expect(await countOf(thread_id)).toBe(1);
  });

  test('none is the mail itself', async () => {
    const selfish = { messageId: '<self@example.com>', inReplyTo: '<self@example.com>' };

    await arrives(desk, { ...selfish, references: '<self@example.com>' });

    expect(await onlyThread(desk)).toMatchObject({ message_count: 1, awaiting_reply: true });
  });
});

describe('a reply to marketing mail', () => {
  test('starts a thread, which later mails and our answer join', async () => {
    const news = await sent({ risk_class: 'marketing' });
    const reply = { messageId: '<interested@example.com>', inReplyTo: news.messageId };
    await arrives(desk, { subject: 'Re: News', ...reply });
    const thread = await onlyThread(desk);

    const answer = await sent({ reply_to_message_id: thread.messages[0].id });
    await arrives(desk, { inReplyTo: answer.messageId });
    await arrives(desk, { inReplyTo: unknown, references: `${news.messageId} <interested@example.com>` });

    expect(thread).toMatchObject({ subject: 'Re: News', message_count: 1, awaiting_reply: true });
    expect(answer.thread_id).toBe(thread.id);
    expect(await onlyThread(desk)).toMatchObject({ id: thread.id, message_count: 4 });
  });

  test('of somebody else starts another', async () => {
    const news = await sent({ risk_class: 'marketing' });

    await arrives(desk, { from: aPerson(), inReplyTo: news.messageId });
    await arrives(desk, { from: aPerson(), inReplyTo: news.messageId });

    expect(await threadsOf(desk)).toHaveLength(2);
  });
});
