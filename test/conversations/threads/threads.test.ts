import { randomBytes, randomUUID } from 'node:crypto';
import { aKey, refusalOf, scopesWithout } from '../../support/arrange';
import { Drafter } from '../../support/drafter';
import { aDomain } from '../../support/factories';
import type { Service, Answer } from '../../support/service';
import { anId, aTime, nobody } from '../../support/matchers';
import { type Actor, anActor, aPerson, people } from '../../support/actor';
import { leaseMs, unknownOutcomeMs } from '../../support/leases';
import { theService } from '../../support/the-service';

const service = theService();

afterEach(() => service.control('DELETE', '/faults'));

type Fields = Record<string, unknown>;

const list = ({ key }: Actor, query = ''): Promise<Answer> =>
  service.api('GET', `/v1/threads${query}`, { key });

const ids = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);

const listed = async (desk: Actor, query = ''): Promise<string[]> => ids((await list(desk, query)).body.data);

/** Moves the clock, so that two mails are never sent at the same time. */
const later = () => service.advance(1_000);

/** A thread of one mail. */
async function aThread(desk: Actor, overrides: Fields = {}): Promise<{ id: string; first: string }> {
  const { id, thread_id } = await desk.accepted(overrides);
  return { id: thread_id, first: id };
}

const messagesOf = async (desk: Actor, id: string): Promise<[string, string][]> => {
  const { messages } = await desk.thread(id);
  return messages.map((one: { id: string; status: string }) => [one.id, one.status]);
};

describe('a first mail', () => {
  test('starts a thread, which is all about it', async () => {
    const desk = await anActor(service);

    const sent = await desk.accepted({
      from: `"The Desk" <${desk.from}>`,
      to: ['Kim <Kim@Example.com>', 'lee@example.com'],
      cc: ['cam@example.com'],
      subject: 'Parcel',
      text: 'On its way.\n\n-- \nThe Desk',
      html: '<p>On its way.</p>',
    });
    await service.settle();

    const email = await desk.read(sent.id);
    const thread = {
      id: sent.thread_id,
      subject: 'Parcel',
      participants: ['cam@example.com', 'kim@example.com', 'lee@example.com'],
      message_count: 1,
      awaiting_reply: false,
      pending_reply: false,
      handled_at: null,
      last_message_at: email.sent_at,
      created_at: email.created_at,
    };
    const sorted = ({ participants, ...others }: { participants: string[] }) => ({
      ...others,
      participants: participants.toSorted(),
    });
    const answer = await desk.api('GET', `/v1/threads/${sent.thread_id}`);
    expect(answer.status).toBe(200);
    expect(sorted(answer.body)).toEqual({
      ...thread,
      messages: [
        {
          direction: 'outbound',
          id: sent.id,
          from: `"The Desk" <${desk.from}>`,
          to: email.to,
          subject: 'Parcel',
          text: 'On its way.\n\n-- \nThe Desk',
          html: '<p>On its way.</p>',
          status: 'delivered',
          at: email.sent_at,
        },
      ],
    });
    const { status, body } = await list(desk);
    expect({ status, ...body, data: body.data.map(sorted) }).toEqual({
      status: 200,
      object: 'list',
      data: [thread],
      has_more: false,
      next_cursor: null,
    });
  });

  test('of several starts a thread each', async () => {
    const desk = await anActor(service);

    const { body } = await desk.batch(people(3).map((to) => ({ to })));

    const threads = body.data.map(({ thread_id }: { thread_id: string }) => thread_id);
    expect(new Set(threads).size).toBe(3);
    expect((await listed(desk)).toSorted()).toEqual(threads.toSorted());
  });

  test.each(['held', 'scheduled'])(
    'that is %s has a thread already, which counts nothing yet',
    async (state) => {
      const drafter = await Drafter.forMail(service);
      const { desk } = drafter;
      const first =
        state === 'held' ? await drafter.hold() : await desk.accepted({ scheduled_at: 'in 10 minutes' });
      const before = await desk.thread(first.thread_id);

      if (state === 'held') await drafter.decide(first, { decision: 'approve' });
      else await service.advance(11 * 60_000);
      await service.settle();

      const email = await desk.read(first.id);
      const after = await desk.thread(first.thread_id);
      expect(before).toEqual({
        id: first.thread_id,
        subject: 'Hello',
        participants: ['kim@example.com'],
        message_count: 0,
        awaiting_reply: false,
        pending_reply: true,
        handled_at: null,
        last_message_at: aTime,
        created_at: email.created_at,
        messages: [expect.objectContaining({ id: first.id, status: state === 'held' ? 'queued' : state })],
      });
      expect(after).toMatchObject({
        message_count: 1,
        pending_reply: false,
        last_message_at: email.sent_at,
        created_at: email.created_at,
        messages: [{ id: first.id, status: 'delivered', at: email.sent_at }],
      });
      expect(after.messages).toHaveLength(1);
    },
  );

  test('that is scheduled can be joined before it leaves', async () => {
    const desk = await anActor(service);
    const first = await desk.accepted({ scheduled_at: 'in 10 minutes' });

    const second = await desk.accepted({ thread_id: first.thread_id });
    const counted = await desk.thread(first.thread_id);
    await service.advance(11 * 60_000);

    expect(second.thread_id).toBe(first.thread_id);
    expect(counted).toMatchObject({ message_count: 1 });
    expect(await desk.thread(first.thread_id)).toMatchObject({ message_count: 2 });
    expect(await messagesOf(desk, first.thread_id)).toEqual([
      [second.id, 'delivered'],
      [first.id, 'delivered'],
    ]);
  });

  test.each(['canceled', 'rejected'])('that is %s before it leaves is never counted', async (end) => {
    const drafter = await Drafter.forMail(service);
    const { desk } = drafter;
    const first =
      end === 'rejected' ? await drafter.hold() : await desk.accepted({ scheduled_at: 'in 9 hours' });

    if (end === 'rejected') await drafter.reject(first);
    else await desk.api('DELETE', `/v1/emails/${first.id}`);

    expect(await desk.thread(first.thread_id)).toMatchObject({ message_count: 0, pending_reply: false });
    expect(await messagesOf(desk, first.thread_id)).toEqual([[first.id, 'canceled']]);
  });

  test('that nobody gets has no thread', async () => {
    const desk = await anActor(service);
    await desk.suppress('kim@example.com');

    const skipped = await desk.accepted({ to: 'kim@example.com' });

    expect(skipped).toMatchObject({ status: 'rejected', thread_id: null });
    expect(await listed(desk)).toEqual([]);
  });

  test('that the provider refuses leaves no thread that counts it', async () => {
    const desk = await anActor(service);
    await service.control('POST', '/faults', {
      service: 'sesv2',
      operation: 'SendEmail',
      error: 'MessageRejected',
      times: 1,
    });

    const refused = await desk.send();

    expect(refused.status).toBe(502);
    expect((await list(desk)).body.data).toEqual([]);
  });
});

describe('a mail that joins', () => {
  test('as an answer or by the id of the thread, with all recipients there are', async () => {
    const desk = await anActor(service);
    const { id, first } = await aThread(desk, { subject: 'Parcel', to: 'kim@example.com' });

    await later();
    const answer = await desk.accepted({
      reply_to_message_id: first,
      subject: 'Re: Parcel',
      to: 'Lee@example.com',
    });
    await later();
    const joined = await desk.accepted({ thread_id: id, subject: 'More', cc: ['cam@example.com'] });
    await service.settle();

    const thread = await desk.thread(id);
    const [sent, sentLast] = [await desk.read(answer.id), await desk.read(joined.id)];
    expect([answer.thread_id, joined.thread_id]).toEqual([id, id]);
    expect(thread).toMatchObject({
      subject: 'Parcel',
      message_count: 3,
      last_message_at: sentLast.sent_at,
      awaiting_reply: false,
      pending_reply: false,
    });
    expect(thread.participants.toSorted()).toEqual(['cam@example.com', 'kim@example.com', 'lee@example.com']);
    expect(thread.messages).toMatchObject([
      { id: first, subject: 'Parcel' },
      { id: answer.id, subject: 'Re: Parcel', to: sent.to, at: sent.sent_at },
      { id: joined.id, subject: 'More', at: sentLast.sent_at },
    ]);
    expect(await listed(desk)).toEqual([id]);
  });

  test("joins its parent's thread, whatever thread it names", async () => {
    const desk = await anActor(service);
    const [one, two] = [await aThread(desk), await aThread(desk)];

    const answer = await desk.accepted({ reply_to_message_id: one.first, thread_id: two.id });

    expect(answer.thread_id).toBe(one.id);
    expect(await desk.thread(two.id)).toMatchObject({ message_count: 1 });
  });

  test.each(['marketing', 'rejected'])(
    'joins the named thread where its parent (%s) is on none',
    async (kind) => {
      const desk = await anActor(service, { marketing: true });
      await desk.suppress('gone@example.com');
      const parent = await desk.accepted(
        kind === 'marketing' ? { risk_class: 'marketing' } : { to: 'gone@example.com' },
      );
      const { id } = await aThread(desk);

      const named = await desk.accepted({ reply_to_message_id: parent.id, thread_id: id });
      const fresh = await desk.accepted({ reply_to_message_id: parent.id });

      expect(named.thread_id).toBe(id);
      expect(fresh.thread_id).toEqual(anId);
      expect(fresh.thread_id).not.toBe(id);
      expect(await desk.thread(fresh.thread_id)).toMatchObject({ message_count: 1 });
    },
  );

  test('does not bring its bounces and complaints into the count', async () => {
    const desk = await anActor(service);
    const { id } = await aThread(desk);

    const bounced = await desk.accepted({ thread_id: id, to: 'bounce@simulator.amazonses.com' });
    const complained = await desk.accepted({ thread_id: id, to: 'complaint@simulator.amazonses.com' });
    await service.settle();

    expect(await desk.thread(id)).toMatchObject({ message_count: 3 });
    expect((await messagesOf(desk, id)).slice(1)).toEqual([
      [bounced.id, 'bounced'],
      [complained.id, 'complained'],
    ]);
  });

  test('and that the provider refuses is shown as failed, and not counted', async () => {
    const desk = await anActor(service);
    const { id, first } = await aThread(desk);
    const before = await desk.thread(id);
    await service.control('POST', '/faults', {
      service: 'sesv2',
      operation: 'SendEmail',
      error: 'MessageRejected',
      times: 1,
    });

    await desk.send({ reply_to_message_id: first });

    const after = await desk.thread(id);
    expect(after).toMatchObject({ message_count: 1, last_message_at: before.last_message_at });
    expect(after.messages.map(({ status }: { status: string }) => status)).toEqual(['delivered', 'failed']);
  });

  test('twenty-five times at once is counted exactly', async () => {
    const desk = await anActor(service);
    const { id, first } = await aThread(desk);

    const answers = await Promise.all(
      people(25).map((to, index) =>
        desk.accepted({ to, ...(index % 2 ? { thread_id: id } : { reply_to_message_id: first }) }),
      ),
    );
    await service.settle();

    const thread = await desk.thread(id);
    const sent = (await desk.log()).map(({ sent_at }) => sent_at).toSorted();
    expect(thread.message_count).toBe(26);
    expect(ids(thread.messages).toSorted()).toEqual([first, ...ids(answers)].toSorted());
    expect(thread.participants.toSorted()).toEqual(['kim@example.com', ...people(25)].toSorted());
    expect(thread.last_message_at).toBe(sent.at(-1));
    expect(thread.messages.map(({ at }: { at: string }) => at)).toEqual(sent);
  });
});

describe('participants', () => {
  test("are everyone but the sender's own domain, bare and in small letters", async () => {
    const desk = await anActor(service);
    const domain = desk.from.split('@')[1];

    const { thread_id } = await desk.accepted({
      to: ['"Kim, the First" <KIM@Example.COM>', `team@${domain}`],
      cc: ['kim@example.com', `Boss@${domain}`],
    });

    expect((await desk.thread(thread_id)).participants).toEqual(['kim@example.com']);
  });

  test("are not on another domain of the workspace's either", async () => {
    const desk = await anActor(service);
    const { domain } = await aDomain(service, desk.workspaceId);

    const { thread_id } = await desk.accepted({ to: ['kim@example.com', `team@${domain}`] });

    expect((await desk.thread(thread_id)).participants).toEqual(['kim@example.com']);
  });

  test('may be nobody', async () => {
    const desk = await anActor(service);

    const { thread_id } = await desk.accepted({ to: desk.from });

    expect(await desk.thread(thread_id)).toMatchObject({
      participants: [],
      message_count: expect.any(Number),
    });
  });

  test('are not those who were dropped from an answer before it left', async () => {
    const drafter = await Drafter.forMail(service);
    const { id } = await aThread(drafter.desk);
    const held = await drafter.hold({
      thread_id: id,
      to: ['lee@example.com', 'leo@example.com'],
      cc: ['cam@example.com', 'cleo@example.com'],
    });
    await drafter.desk.suppress('leo@example.com');
    await drafter.desk.suppress('cleo@example.com');

    await drafter.approve(held);

    const { participants } = await drafter.desk.thread(id);
    expect(participants.toSorted()).toEqual(['cam@example.com', 'kim@example.com', 'lee@example.com']);
  });
});

describe('a transcript', () => {
  test('has every state of a mail, in the order in which they were said', async () => {
    const drafter = await Drafter.forMail(service);
    const { desk } = drafter;
    const { id, first } = await aThread(desk);
    const on = { thread_id: id };
    await later();
    const held = await drafter.hold(on);
    await later();
    const scheduled = await desk.accepted({ ...on, scheduled_at: 'in 9 hours' });
    await later();
    const canceled = await desk.accepted({ ...on, scheduled_at: 'in 9 hours' });
    await desk.api('DELETE', `/v1/emails/${canceled.id}`);
    await later();
    const refused = await drafter.hold(on);
    await drafter.reject(refused);
    await later();
    const approvedLate = await drafter.hold(on);
    await later();
    const bounced = await desk.accepted({ ...on, to: 'bounce@simulator.amazonses.com' });
    await later();
    await drafter.approve(approvedLate);
    await service.settle();

    expect(await messagesOf(desk, id)).toEqual([
      [first, 'delivered'],
      [held.id, 'queued'],
      [scheduled.id, 'scheduled'],
      [canceled.id, 'canceled'],
      [refused.id, 'canceled'],
      [bounced.id, 'bounced'],
      [approvedLate.id, 'delivered'],
    ]);
    const { message_count, messages } = await desk.thread(id);
    const times = messages.map(({ at }: { at: string }) => at);
    expect(message_count).toBe(3);
    expect(times).toEqual(times.toSorted());
    expect(times[5]).toBe((await desk.read(bounced.id)).sent_at);
    expect(times[1]).toBe((await desk.read(held.id)).created_at);
  });

  test.each(['at once', 'scheduled', 'held'])('has the text of a mail of only HTML, sent %s', async (how) => {
    const drafter = await Drafter.forMail(service);
    const { desk } = drafter;
    const email = { text: undefined, html: '<h1>Hello</h1><p>It &amp; you</p>' };
    const sent =
      how === 'held'
        ? await drafter.hold(email)
        : await desk.accepted({ ...email, ...(how === 'scheduled' && { scheduled_at: 'in 1 minute' }) });
    if (how === 'held') await drafter.approve(sent);
    await service.advance(2 * 60_000);

    const { messages } = await desk.thread(sent.thread_id);

    expect(messages).toMatchObject([
      { status: 'delivered', html: email.html, text: expect.stringContaining('It & you') },
    ]);
  });

  test('has only what the sender wrote: not the footer of a topic', async () => {
    const desk = await anActor(service);
    await desk.topic('orders');

    const { thread_id } = await desk.accepted({ topic: 'orders', html: '<p>It works.</p>' });

    expect((await desk.thread(thread_id)).messages).toMatchObject([
      { text: 'It works.', html: '<p>It works.</p>' },
    ]);
  });

  test('has what is large, too', async () => {
    const desk = await anActor(service);
    const texts = Array.from({ length: 5 }, () => randomBytes(50_000).toString('hex'));
    const { id } = await aThread(desk, { text: texts[0] });
    for (const text of texts.slice(1)) {
      await later();
      await desk.accepted({ text, thread_id: id });
    }

    const { messages } = await desk.thread(id);

    expect(messages.map(({ text }: { text: string }) => text)).toEqual(texts);
  });

  test('is answered although it is larger than an answer of a function', async () => {
    const desk = await anActor(service);
    const html = `<p>${'x'.repeat(2_500_000)}</p>`;
    const { id } = await aThread(desk, { html });
    for (let more = 0; more < 2; more++) await desk.accepted({ html, text: 'x', thread_id: id });

    const answer = await desk.api('GET', `/v1/threads/${id}`);

    expect(answer).toMatchObject({ status: 200, body: { message_count: 3 } });
  });

  test('of more than a hundred mails is whole', async () => {
    const desk = await anActor(service);
    const { id } = await aThread(desk);
    await desk.sendAll(people(120, 'a.example').map((to) => ({ to, thread_id: id })));

    const thread = await desk.thread(id);

    expect(thread.message_count).toBe(121);
    expect(thread.messages).toHaveLength(121);
    expect(thread.participants).toHaveLength(121);
  });

  test('of no thread is 404: the id of a mail, of nothing, of another workspace', async () => {
    const [desk, other] = [await anActor(service), await anActor(service)];
    const [own, theirs] = [await aThread(desk), await aThread(other)];

    for (const id of [own.first, nobody, 'garbage', theirs.id]) {
      const answer = await desk.api('GET', `/v1/threads/${id}`);

      expect(refusalOf(answer)).toMatchObject({
        status: 404,
        type: 'not_found',
        message: expect.stringMatching(/thread/),
      });
    }
  });
});

describe('the list of threads', () => {
  let desk: Actor;
  let all: string[];

  beforeAll(async () => {
    desk = await anActor(service);
    await desk.sendAll(people(201, 'a.example').map((to) => ({ to })));
    all = [
      ...(await listed(desk, '?limit=200')),
      ...(await listed(desk, `?limit=200&cursor=${await lastCursor()}`)),
    ];
  });

  const lastCursor = async (): Promise<string> => (await list(desk, '?limit=200')).body.next_cursor;

  test('puts the latest message first, and pages through all of them once', async () => {
    const rows: { id: string; last_message_at: string }[] = [];
    let cursor = '';
    for (let pages = 1; ; pages++) {
      const { body } = await list(desk, `?limit=40${cursor && `&cursor=${cursor}`}`);
      rows.push(...body.data);
      expect(body.has_more).toBe(body.next_cursor !== null);
      if (!body.has_more) {
        expect([pages, body.data.length]).toEqual([6, 1]);
        break;
      }
      expect(body.data).toHaveLength(40);
      cursor = encodeURIComponent(body.next_cursor);
    }

    const times = rows.map(({ last_message_at }) => last_message_at);
    expect(times).toEqual(times.toSorted().toReversed());
    expect(new Set(ids(rows)).size).toBe(201);
    expect(ids(rows)).toEqual(all);
  });

  test.each([
    ['', 50],
    ['?limit=', 50],
    ['?limit=abc', 50],
    ['?limit=0', 50],
    ['?limit=-3', 50],
    ['?limit=0.9', 50],
    ['?limit=NaN', 50],
    ['?limit=1', 1],
    ['?limit=1.9', 1],
    ['?limit=51', 51],
    ['?limit=200', 200],
    ['?limit=201', 200],
    ['?limit=1e9', 200],
    ['?limit=2&limit=3', 3],
  ])('%s is a page of %i', async (query, size) => {
    const { status, body } = await list(desk, query);

    expect(status).toBe(200);
    expect(ids(body.data)).toEqual(all.slice(0, size));
    expect(body).toMatchObject({ has_more: true, next_cursor: expect.any(String) });
  });

  test.each(['garbage', '', '%00', 'MDFh', nobody])(
    'begins at the beginning with the cursor "%s"',
    async (cursor) => {
      expect(await listed(desk, `?limit=3&cursor=${cursor}`)).toEqual(all.slice(0, 3));
    },
  );

  test('ends with a page that is just full', async () => {
    const { body } = await list(desk, '?limit=200');
    const rest = await list(desk, `?limit=1&cursor=${body.next_cursor}`);

    expect(rest.body).toMatchObject({ has_more: false, next_cursor: null });
    expect(ids(rest.body.data)).toEqual(all.slice(200));
  });

  test.each([
    ['false', 3],
    ['TRUE', 3],
    ['1', 3],
    ['yes', 3],
    ['', 3],
    ['true%20', 3],
    ['true', 0],
  ])('awaiting_reply=%s, while nobody waits for an answer', async (value, size) => {
    const { status, body } = await list(desk, `?limit=3&awaiting_reply=${value}`);

    expect(status).toBe(200);
    expect(ids(body.data)).toEqual(all.slice(0, size));
    expect(body.has_more).toBe(size > 0);
  });

  test('is empty in an empty workspace', async () => {
    const other = await anActor(service);

    expect((await list(other)).body).toEqual({
      object: 'list',
      data: [],
      has_more: false,
      next_cursor: null,
    });
  });

  test('needs the scope threads:read', async () => {
    const { key } = await aKey(service, { by: desk.key, scopes: scopesWithout(['threads:read']) });

    const answers = [
      await service.api('GET', '/v1/threads', { key }),
      await service.api('GET', `/v1/threads/${all[0]}`, { key }),
    ];

    for (const answer of answers) {
      expect(refusalOf(answer)).toMatchObject({
        status: 403,
        message: expect.stringContaining('threads:read'),
      });
    }
  });
});

test('a thread that gets a mail moves to the front', async () => {
  const desk = await anActor(service);
  const threads: string[] = [];
  for (const to of people(3)) {
    await later();
    threads.push((await aThread(desk, { to })).id);
  }
  const [one = '', two = '', three = ''] = threads;

  await later();
  await desk.accepted({ thread_id: one });
  const afterOne = await listed(desk);
  await later();
  await desk.accepted({ thread_id: two, scheduled_at: 'in 9 hours' });

  expect(afterOne).toEqual([one, three, two]);
  expect(await listed(desk)).toEqual([one, three, two]);
});

test('while one pages, threads that get mail move to the front and are not repeated', async () => {
  const desk = await anActor(service);
  const threads: string[] = [];
  for (const to of people(6)) {
    await later();
    threads.unshift((await aThread(desk, { to })).id);
  }

  const first = await list(desk, '?limit=2');
  await later();
  await desk.accepted({ thread_id: threads[1] });
  await later();
  await desk.accepted({ thread_id: threads[3] });
  await later();
  const fresh = await aThread(desk);
  const second = await list(desk, `?limit=2&cursor=${first.body.next_cursor}`);
  const third = await list(desk, `?limit=2&cursor=${second.body.next_cursor}`);

  expect(ids(first.body.data)).toEqual([threads[0], threads[1]]);
  expect(ids(second.body.data)).toEqual([threads[2], threads[4]]);
  expect(ids(third.body.data)).toEqual([threads[5]]);
  expect(third.body).toMatchObject({ has_more: false, next_cursor: null });
  expect(await listed(desk, '?limit=3')).toEqual([fresh.id, threads[3], threads[1]]);
});

describe('a pending reply', () => {
  const isPending = async (desk: Actor, id: string): Promise<boolean> =>
    (await desk.thread(id)).pending_reply;

  interface Story {
    reply: (
      drafter: Drafter,
      on: Fields,
    ) => Promise<{ id: string; approval_id: string; thread_id: string | null }>;
    end: (
      drafter: Drafter,
      reply: { id: string; approval_id: string; thread_id: string | null },
    ) => Promise<unknown>;
    status: string;
    count: number;
  }

  const scheduledReply: Story['reply'] = ({ desk }, on) =>
    desk.accepted({ ...on, scheduled_at: 'in 10 minutes' });
  const heldReply: Story['reply'] = (drafter, on) => drafter.hold(on);
  const atItsTime = () => service.advance(12 * 60_000);

  const stories: Record<string, Story> = {
    'held, and approved': {
      reply: heldReply,
      end: (drafter, reply) => drafter.approve(reply),
      status: 'delivered',
      count: 2,
    },
    'held, and rejected': {
      reply: heldReply,
      end: (drafter, reply) => drafter.reject(reply),
      status: 'canceled',
      count: 1,
    },
    'held, and approved when nobody wants it any more': {
      reply: heldReply,
      end: async (drafter, reply) => {
        await drafter.desk.suppress('lee@example.com');
        await drafter.approve(reply);
      },
      status: 'rejected',
      count: 1,
    },
    'scheduled, and sent at its time': {
      reply: scheduledReply,
      end: atItsTime,
      status: 'delivered',
      count: 2,
    },
    'scheduled, and canceled': {
      reply: scheduledReply,
      end: ({ desk }, { id }) => desk.api('DELETE', `/v1/emails/${id}`),
      status: 'canceled',
      count: 1,
    },
    'scheduled, and unsubscribed from by everybody': {
      reply: scheduledReply,
      end: ({ desk }) => desk.suppress('lee@example.com', { reason: 'unsubscribe' }),
      status: 'canceled',
      count: 1,
    },
    'scheduled, and dropped at its time': {
      reply: scheduledReply,
      end: async ({ desk }) => {
        await desk.suppress('lee@example.com');
        await atItsTime();
      },
      status: 'canceled',
      count: 1,
    },
    'scheduled, and failed because its domain was deleted': {
      reply: scheduledReply,
      end: async ({ desk }) => {
        const { body } = await desk.api('GET', '/v1/domains');
        const { id } = body.data.find(({ risk_class }: Fields) => risk_class === 'transactional');
        await desk.api('DELETE', `/v1/domains/${id}`);
        await atItsTime();
      },
      status: 'failed',
      count: 1,
    },
    'scheduled, and refused by the provider': {
      reply: scheduledReply,
      end: async () => {
        await service.control('POST', '/faults', {
          service: 'sesv2',
          operation: 'SendEmail',
          error: 'MessageRejected',
          times: 1,
        });
        await atItsTime();
      },
      status: 'failed',
      count: 1,
    },
    'held with a time, approved, and sent at that time': {
      reply: (drafter, on) => drafter.hold({ ...on, scheduled_at: 'in 10 minutes' }),
      end: async (drafter, reply) => {
        await drafter.approve(reply);
        expect(await isPending(drafter.desk, String(reply.thread_id))).toBe(true);
        await atItsTime();
      },
      status: 'delivered',
      count: 2,
    },
  };

  test.each(Object.entries(stories))(
    'is shown until it is over: %s',
    async (_name, { reply, end, status, count }) => {
      const drafter = await Drafter.forMail(service);
      const { desk } = drafter;
      const { id, first } = await aThread(desk);

      const answer = await reply(drafter, { reply_to_message_id: first, to: 'lee@example.com' });
      const before = await desk.thread(id);
      await end(drafter, answer);
      await service.settle();

      expect(before).toMatchObject({ pending_reply: true, message_count: 1, awaiting_reply: false });
      expect((await list(desk)).body.data).toMatchObject([
        { id, pending_reply: false, message_count: count },
      ]);
      expect((await messagesOf(desk, id)).at(-1)).toEqual([answer.id, status]);
    },
  );

  test('is shown in the list, and while another one is still pending', async () => {
    const drafter = await Drafter.forMail(service);
    const { desk } = drafter;
    const { id } = await aThread(desk);
    const [held, scheduled] = [
      await drafter.hold({ thread_id: id }),
      await desk.accepted({ thread_id: id, scheduled_at: 'in 9 hours' }),
    ];

    const inList = (await list(desk)).body.data;
    await desk.accepted({ thread_id: id });
    const afterAnother = await isPending(desk, id);
    await drafter.reject(held);
    const afterOne = await isPending(desk, id);
    await desk.api('DELETE', `/v1/emails/${scheduled.id}`);

    expect(inList).toMatchObject([{ id, pending_reply: true }]);
    expect([afterAnother, afterOne, await isPending(desk, id)]).toEqual([true, true, false]);
  });

  test('stays one while its release fails', async () => {
    const drafter = await Drafter.forMail(service);
    const { id } = await aThread(drafter.desk);
    const held = await drafter.hold({ thread_id: id });
    await drafter.desk.set({ suspended_reason: 'Abuse' });

    await drafter.approve(held);

    expect(await isPending(drafter.desk, id)).toBe(true);
  });
});

describe('marking a thread as handled', () => {
  const handle = (desk: Actor, id: string, options: Parameters<Service['api']>[2] = {}): Promise<Answer> =>
    service.api('POST', `/v1/threads/${id}/handled`, { key: desk.key, ...options });

  test('stamps it, sends nothing, and leaves the rest as it is', async () => {
    const desk = await anActor(service);
    const { id } = await aThread(desk);
    const before = (await list(desk)).body.data[0];

    const answer = await handle(desk, id);

    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ ...before, handled_at: aTime });
    expect((await list(desk)).body.data).toEqual([answer.body]);
    expect(await desk.outbox()).toHaveLength(1);
  });

  test('again moves the stamp', async () => {
    const desk = await anActor(service);
    const { id } = await aThread(desk);
    const first = await handle(desk, id, { body: {} });
    await service.advance(60_000);

    const second = await handle(desk, id, { body: {} });

    expect(second.status).toBe(200);
    expect(Date.parse(second.body.handled_at) - Date.parse(first.body.handled_at)).toBeGreaterThanOrEqual(
      60_000,
    );
    expect((await desk.thread(id)).handled_at).toBe(second.body.handled_at);
  });

  test('under an Idempotency-Key is replayed with the stamp that it made', async () => {
    const desk = await anActor(service);
    const { id } = await aThread(desk);
    const headers = { 'Idempotency-Key': randomUUID() };
    const first = await handle(desk, id, { headers });
    await service.advance(60_000);

    const replayed = await handle(desk, id, { headers });

    expect(replayed).toMatchObject({ status: 200, body: first.body });
    expect(replayed.headers.get('idempotent-replay')).toBe('true');
    expect((await desk.thread(id)).handled_at).toBe(first.body.handled_at);
  });

  test('keeps the stamp when the workspace itself writes again', async () => {
    const desk = await anActor(service);
    const { id } = await aThread(desk);
    const { body } = await handle(desk, id);

    await desk.accepted({ thread_id: id });

    expect(await desk.thread(id)).toMatchObject({ handled_at: body.handled_at, message_count: 2 });
  });

  test('does not move it in the list, nor forget a pending reply', async () => {
    const drafter = await Drafter.forMail(service);
    const { desk } = drafter;
    const [one, two] = [await aThread(desk), await aThread(desk)];
    await drafter.hold({ thread_id: one.id });

    const { body } = await handle(desk, one.id);

    expect(body).toMatchObject({ pending_reply: true });
    expect(await listed(desk)).toEqual([two.id, one.id]);
  });

  test.each<[string, readonly ('threads:read' | 'emails:send')[]]>([
    ['threads:read', ['threads:read']],
    ['emails:send', ['emails:send']],
  ])('takes a key with %s alone', async (_scope, scopes) => {
    const desk = await anActor(service);
    const { id } = await aThread(desk);
    const { key } = await aKey(service, { by: desk.key, scopes });

    expect(await handle(desk, id, { key })).toMatchObject({ status: 200, body: { id, handled_at: aTime } });
  });

  test('takes a key with guardrails, and a token', async () => {
    const desk = await anActor(service);
    const { id } = await aThread(desk);
    const guarded = await desk.guarded({ requires_approval: true, allowed_recipients: ['x.example'] });

    expect((await handle(desk, id, { key: guarded })).status).toBe(200);
    expect((await handle(desk, id, { key: await desk.token() })).status).toBe(200);
  });

  test('refuses a key with neither scope, and names threads:read', async () => {
    const desk = await anActor(service);
    const { id } = await aThread(desk);
    const { key } = await aKey(service, {
      by: desk.key,
      scopes: scopesWithout(['threads:read', 'emails:send']),
    });

    const answer = await handle(desk, id, { key });

    expect(refusalOf(answer)).toMatchObject({
      status: 403,
      message: expect.stringContaining('threads:read'),
    });
    expect((await desk.thread(id)).handled_at).toBeNull();
  });

  test('is 404 for no thread of this workspace', async () => {
    const [desk, other] = [await anActor(service), await anActor(service)];
    const [own, theirs] = [await aThread(desk), await aThread(other)];

    for (const id of [own.first, theirs.id, nobody, 'garbage']) {
      expect(refusalOf(await handle(desk, id))).toMatchObject({ status: 404, type: 'not_found' });
    }
    expect((await other.thread(theirs.id)).handled_at).toBeNull();
    expect(await listed(desk)).toEqual([own.id]);
  });
});

test('marketing starts no thread and joins none', async () => {
  const desk = await anActor(service, { marketing: true });
  const { id, first } = await aThread(desk);
  const marketing = { risk_class: 'marketing' };

  const sent = [
    await desk.accepted(marketing),
    await desk.accepted({ ...marketing, reply_to_message_id: first, thread_id: id }),
    await desk.accepted({ ...marketing, thread_id: id, scheduled_at: 'in 1 hour' }),
  ];

  expect(sent.map(({ thread_id }) => thread_id)).toEqual([null, null, null]);
  expect(await listed(desk)).toEqual([id]);
  expect(await desk.thread(id)).toMatchObject({ message_count: 1, pending_reply: false });
  expect(await messagesOf(desk, id)).toHaveLength(1);
});

describe('an attempt that dies after the hand-over', () => {
  const dies = (operation: string, crash: 'before' | 'after') =>
    service.control('POST', '/faults', {
      service: 'dynamodb',
      operation,
      function: 'sendEmail',
      crash,
      times: 1,
    });

  test.each(['before', 'after'] as const)(
    '%s it counts an answer: the Send event counts it once',
    async (crash) => {
      const desk = await anActor(service);
      const { id, first } = await aThread(desk);
      await dies('TransactWriteItems', crash);

      const died = await desk.send({ reply_to_message_id: first, to: 'lee@example.com' });
      await service.settle();

      const thread = await desk.thread(id);
      expect(died.status).toBe(500);
      expect(thread).toMatchObject({ message_count: 2, last_message_at: thread.messages[1].at });
      expect(thread.participants.toSorted()).toEqual(['kim@example.com', 'lee@example.com']);
      expect(thread.messages.map(({ status }: { status: string }) => status)).toEqual([
        'delivered',
        'delivered',
      ]);
    },
  );

  test.each(['before', 'after'] as const)(
    '%s it starts a thread: the Send event starts it once',
    async (crash) => {
      const desk = await anActor(service);
      await dies('PutItem', crash);

      const died = await desk.send();
      await service.settle();

      const [thread, ...others] = (await list(desk)).body.data;
      expect(died.status).toBe(500);
      expect(others).toEqual([]);
      expect(thread).toMatchObject({ message_count: 1, participants: ['kim@example.com'] });
      expect((await messagesOf(desk, thread.id)).map(([, status]) => status)).toEqual(['delivered']);
    },
  );

  test('and whose Send event comes late does not set the thread back to its time', async () => {
    const desk = await anActor(service);
    const { id, first } = await aThread(desk);
    await service.settle();
    await service.control('POST', '/faults', {
      service: 'dynamodb',
      operation: 'BatchGetItem',
      function: 'recordEmailEvents',
      error: 'InternalServerError',
    });
    await dies('TransactWriteItems', 'before');
    await desk.send({ reply_to_message_id: first });
    await later();

    const second = await desk.accepted({ reply_to_message_id: first });
    await service.control('DELETE', '/faults');
    await service.advance(10 * 60_000);

    const thread = await desk.thread(id);
    expect(await messagesOf(desk, id)).toEqual([
      [first, 'delivered'],
      [anId, 'delivered'],
      [second.id, 'delivered'],
    ]);
    expect(thread.message_count).toBe(3);
    expect(thread.last_message_at).toBe((await desk.read(second.id)).sent_at);
  });
});

describe('a first mail that ended without an answer of the provider', () => {
  const headers = { 'Idempotency-Key': 'once' };

  /** It is queued, and on a thread that nothing has been sent on. */
  async function anUnansweredMail() {
    const desk = await anActor(service);
    const body = desk.email();
    const send = () => service.api('POST', '/v1/emails', { key: desk.key, body, headers });
    await service.control('POST', '/faults', {
      service: 'sesv2',
      operation: 'SendEmail',
      error: 'InternalFailure',
      function: 'sendEmail',
      times: 1,
    });
    await send();
    const [{ id }] = await desk.log();
    return { desk, id: id as string, retry: send };
  }

  test('and is sent by a retry after it was answered: both are counted and shown', async () => {
    const { desk, id, retry } = await anUnansweredMail();
    const answer = await desk.accepted({ reply_to_message_id: id, to: aPerson() });

    await service.advance(leaseMs + unknownOutcomeMs);
    const retried = await retry();
    await service.settle();

    expect(retried.body).toMatchObject({ id, status: 'sent', thread_id: answer.thread_id });
    const thread = await desk.thread(answer.thread_id);
    expect(thread.message_count).toBe(2);
    expect(ids(thread.messages).toSorted()).toEqual([id, answer.id].toSorted());
    expect(await listed(desk)).toEqual([answer.thread_id]);
  });

  test.each(['scheduled', 'held'])('has a thread for an answer to it that is %s', async (how) => {
    const { desk, id } = await anUnansweredMail();
    const key = await desk.guarded({ requires_approval: true });
    const answer =
      how === 'held'
        ? await desk.accepted({ reply_to_message_id: id }, key)
        : await desk.accepted({ reply_to_message_id: id, scheduled_at: 'in 9 hours' });

    const { status, body } = await desk.api('GET', `/v1/threads/${answer.thread_id}`);

    expect(status).toBe(200);
    expect(body).toMatchObject({ id: answer.thread_id, message_count: 0, pending_reply: true });
  });

  test('has a whole thread, or none, when the scheduled answer to it is canceled', async () => {
    const { desk, id } = await anUnansweredMail();
    const answer = await desk.accepted({ reply_to_message_id: id, scheduled_at: 'in 9 hours' });
    await desk.api('DELETE', `/v1/emails/${answer.id}`);

    const { status, body } = await desk.api('GET', `/v1/threads/${answer.thread_id}`);

    if (status === 200) {
      expect(body).toMatchObject({
        id: answer.thread_id,
        subject: 'Hello',
        participants: ['kim@example.com'],
        message_count: 0,
        awaiting_reply: false,
        pending_reply: false,
        handled_at: null,
        last_message_at: aTime,
        created_at: aTime,
      });
    } else expect(status).toBe(404);
  });
});
