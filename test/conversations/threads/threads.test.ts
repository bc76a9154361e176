import { randomBytes, randomUUID } from 'node:crypto';
import { aKey, refusalOf, scopesWithout } from '../../support/api-helpers';
import { ApprovalWorkspace } from '../../support/approval-workspace';
import { aDomain } from '../../support/factories';
import type { Service, ApiResponse } from '../../support/service';
import { anId, aTimestamp, unknownId } from '../../support/matchers';
import {
  type TestWorkspace,
  createTestWorkspace,
  randomAddress,
  numberedAddresses,
} from '../../support/test-workspace';
import { idempotencyLeaseMs, outcomeTimeoutMs } from '../../support/leases';
import { useService } from '../../support/use-service';

const service = useService();

afterEach(() => service.control('DELETE', '/faults'));

type Fields = Record<string, unknown>;

const listThreads = ({ key }: TestWorkspace, query = ''): Promise<ApiResponse> =>
  service.api('GET', `/v1/threads${query}`, { key });

const ids = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);

const listThreadIds = async (workspace: TestWorkspace, query = ''): Promise<string[]> =>
  ids((await listThreads(workspace, query)).body.data);

/** Moves the clock so that no two emails have the same time. */
const advanceClock = () => service.advance(1_000);

/** Starts a thread with one email. */
async function startThread(
  workspace: TestWorkspace,
  overrides: Fields = {},
): Promise<{ id: string; firstId: string }> {
  const { id, thread_id } = await workspace.sendAccepted(overrides);
  return { id: thread_id, firstId: id };
}

const messageStatuses = async (workspace: TestWorkspace, id: string): Promise<[string, string][]> => {
  const { messages } = await workspace.getThread(id);
  return messages.map((message: { id: string; status: string }) => [message.id, message.status]);
};

describe('a first email', () => {
  // TH-7
  test('starts a thread with the data of the email', async () => {
    const workspace = await createTestWorkspace(service);

    const sent = await workspace.sendAccepted({
      from: `"The Desk" <${workspace.from}>`,
      to: ['Kim <Kim@Example.com>', 'lee@example.com'],
      cc: ['cam@example.com'],
      subject: 'Parcel',
      text: 'On its way.\n\n-- \nThe Desk',
      html: '<p>On its way.</p>',
    });
    await service.settle();

    const email = await workspace.getEmail(sent.id);
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
    const sortParticipants = ({ participants, ...rest }: { participants: string[] }) => ({
      ...rest,
      participants: participants.toSorted(),
    });
    const response = await workspace.api('GET', `/v1/threads/${sent.thread_id}`);
    expect(response.status).toBe(200);
    expect(sortParticipants(response.body)).toEqual({
      ...thread,
      messages: [
        {
          direction: 'outbound',
          id: sent.id,
          from: `"The Desk" <${workspace.from}>`,
          to: email.to,
          subject: 'Parcel',
          text: 'On its way.\n\n-- \nThe Desk',
          html: '<p>On its way.</p>',
          status: 'delivered',
          at: email.sent_at,
        },
      ],
    });
    const { status, body } = await listThreads(workspace);
    expect({ status, ...body, data: body.data.map(sortParticipants) }).toEqual({
      status: 200,
      object: 'list',
      data: [thread],
      has_more: false,
      next_cursor: null,
    });
  });

  test('in a batch starts a thread per email', async () => {
    const workspace = await createTestWorkspace(service);

    const { body } = await workspace.sendBatch(numberedAddresses(3).map((to) => ({ to })));

    const threads = body.data.map(({ thread_id }: { thread_id: string }) => thread_id);
    expect(new Set(threads).size).toBe(3);
    expect((await listThreadIds(workspace)).toSorted()).toEqual(threads.toSorted());
  });

  // E-44, TH-1
  test.each(['held', 'scheduled'])(
    'that is %s has a thread with a message count of zero until the email is sent',
    async (sendState) => {
      const approvalWorkspace = await ApprovalWorkspace.createTransactional(service);
      const { workspace } = approvalWorkspace;
      const first =
        sendState === 'held'
          ? await approvalWorkspace.createDraft()
          : await workspace.sendAccepted({ scheduled_at: 'in 10 minutes' });
      const before = await workspace.getThread(first.thread_id);

      if (sendState === 'held') await approvalWorkspace.decide(first, { decision: 'approve' });
      else await service.advance(11 * 60_000);
      await service.settle();

      const email = await workspace.getEmail(first.id);
      const after = await workspace.getThread(first.thread_id);
      expect(before).toEqual({
        id: first.thread_id,
        subject: 'Hello',
        participants: ['kim@example.com'],
        message_count: 0,
        awaiting_reply: false,
        pending_reply: true,
        handled_at: null,
        last_message_at: aTimestamp,
        created_at: email.created_at,
        messages: [
          expect.objectContaining({ id: first.id, status: sendState === 'held' ? 'queued' : sendState }),
        ],
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

  test('that is scheduled can be joined before it is sent', async () => {
    const workspace = await createTestWorkspace(service);
    const first = await workspace.sendAccepted({ scheduled_at: 'in 10 minutes' });

    const second = await workspace.sendAccepted({ thread_id: first.thread_id });
    const counted = await workspace.getThread(first.thread_id);
    await service.advance(11 * 60_000);

    expect(second.thread_id).toBe(first.thread_id);
    expect(counted).toMatchObject({ message_count: 1 });
    expect(await workspace.getThread(first.thread_id)).toMatchObject({ message_count: 2 });
    expect(await messageStatuses(workspace, first.thread_id)).toEqual([
      [second.id, 'delivered'],
      [first.id, 'delivered'],
    ]);
  });

  test.each(['canceled', 'rejected'])('that is %s before it is sent is never counted', async (outcome) => {
    const approvalWorkspace = await ApprovalWorkspace.createTransactional(service);
    const { workspace } = approvalWorkspace;
    const first =
      outcome === 'rejected'
        ? await approvalWorkspace.createDraft()
        : await workspace.sendAccepted({ scheduled_at: 'in 9 hours' });

    if (outcome === 'rejected') await approvalWorkspace.reject(first);
    else await workspace.api('DELETE', `/v1/emails/${first.id}`);

    expect(await workspace.getThread(first.thread_id)).toMatchObject({
      message_count: 0,
      pending_reply: false,
    });
    expect(await messageStatuses(workspace, first.thread_id)).toEqual([[first.id, 'canceled']]);
  });

  test('whose recipients are all suppressed has no thread', async () => {
    const workspace = await createTestWorkspace(service);
    await workspace.suppress('kim@example.com');

    const skipped = await workspace.sendAccepted({ to: 'kim@example.com' });

    expect(skipped).toMatchObject({ status: 'rejected', thread_id: null });
    expect(await listThreadIds(workspace)).toEqual([]);
  });

  test('that SES rejects leaves no thread in the list', async () => {
    const workspace = await createTestWorkspace(service);
    await service.control('POST', '/faults', {
      service: 'sesv2',
      operation: 'SendEmail',
      error: 'MessageRejected',
      times: 1,
    });

    const refused = await workspace.send();

    expect(refused.status).toBe(502);
    expect((await listThreads(workspace)).body.data).toEqual([]);
  });
});

describe('an email on an existing thread', () => {
  // TH-10
  test('joins as a reply or by thread_id, and adds its recipients to the participants', async () => {
    const workspace = await createTestWorkspace(service);
    const { id, firstId } = await startThread(workspace, { subject: 'Parcel', to: 'kim@example.com' });

    await advanceClock();
    const response = await workspace.sendAccepted({
      reply_to_message_id: firstId,
      subject: 'Re: Parcel',
      to: 'Lee@example.com',
    });
    await advanceClock();
    const joined = await workspace.sendAccepted({ thread_id: id, subject: 'More', cc: ['cam@example.com'] });
    await service.settle();

    const thread = await workspace.getThread(id);
    const [sent, sentLast] = [await workspace.getEmail(response.id), await workspace.getEmail(joined.id)];
    expect([response.thread_id, joined.thread_id]).toEqual([id, id]);
    expect(thread).toMatchObject({
      subject: 'Parcel',
      message_count: 3,
      last_message_at: sentLast.sent_at,
      awaiting_reply: false,
      pending_reply: false,
    });
    expect(thread.participants.toSorted()).toEqual(['cam@example.com', 'kim@example.com', 'lee@example.com']);
    expect(thread.messages).toMatchObject([
      { id: firstId, subject: 'Parcel' },
      { id: response.id, subject: 'Re: Parcel', to: sent.to, at: sent.sent_at },
      { id: joined.id, subject: 'More', at: sentLast.sent_at },
    ]);
    expect(await listThreadIds(workspace)).toEqual([id]);
  });

  test("joins its parent's thread, even with the thread_id of another thread", async () => {
    const workspace = await createTestWorkspace(service);
    const [one, two] = [await startThread(workspace), await startThread(workspace)];

    const response = await workspace.sendAccepted({ reply_to_message_id: one.firstId, thread_id: two.id });

    expect(response.thread_id).toBe(one.id);
    expect(await workspace.getThread(two.id)).toMatchObject({ message_count: 1 });
  });

  // TH-4
  test.each(['marketing', 'rejected'])(
    'joins the thread of its thread_id if its parent (%s) has no thread',
    async (kind) => {
      const workspace = await createTestWorkspace(service, { marketing: true });
      await workspace.suppress('gone@example.com');
      const parent = await workspace.sendAccepted(
        kind === 'marketing' ? { risk_class: 'marketing' } : { to: 'gone@example.com' },
      );
      const { id } = await startThread(workspace);

      const replyInThread = await workspace.sendAccepted({ reply_to_message_id: parent.id, thread_id: id });
      const newThread = await workspace.sendAccepted({ reply_to_message_id: parent.id });

      expect(replyInThread.thread_id).toBe(id);
      expect(newThread.thread_id).toEqual(anId);
      expect(newThread.thread_id).not.toBe(id);
      expect(await workspace.getThread(newThread.thread_id)).toMatchObject({ message_count: 1 });
    },
  );

  test('is counted once, even if it bounces or gets a complaint', async () => {
    const workspace = await createTestWorkspace(service);
    const { id } = await startThread(workspace);

    const bounced = await workspace.sendAccepted({ thread_id: id, to: 'bounce@simulator.amazonses.com' });
    const complained = await workspace.sendAccepted({
      thread_id: id,
      to: 'complaint@simulator.amazonses.com',
    });
    await service.settle();

    expect(await workspace.getThread(id)).toMatchObject({ message_count: 3 });
    expect((await messageStatuses(workspace, id)).slice(1)).toEqual([
      [bounced.id, 'bounced'],
      [complained.id, 'complained'],
    ]);
  });

  // TH-10
  test('that SES rejects is shown as failed and not counted', async () => {
    const workspace = await createTestWorkspace(service);
    const { id, firstId } = await startThread(workspace);
    const before = await workspace.getThread(id);
    await service.control('POST', '/faults', {
      service: 'sesv2',
      operation: 'SendEmail',
      error: 'MessageRejected',
      times: 1,
    });

    await workspace.send({ reply_to_message_id: firstId });

    const after = await workspace.getThread(id);
    expect(after).toMatchObject({ message_count: 1, last_message_at: before.last_message_at });
    expect(after.messages.map(({ status }: { status: string }) => status)).toEqual(['delivered', 'failed']);
  });

  test('sent twenty-five times concurrently is counted exactly', async () => {
    const workspace = await createTestWorkspace(service);
    const { id, firstId } = await startThread(workspace);

    const responses = await Promise.all(
      numberedAddresses(25).map((to, index) =>
        workspace.sendAccepted({ to, ...(index % 2 ? { thread_id: id } : { reply_to_message_id: firstId }) }),
      ),
    );
    await service.settle();

    const thread = await workspace.getThread(id);
    const sent = (await workspace.listEmails()).map(({ sent_at }) => sent_at).toSorted();
    expect(thread.message_count).toBe(26);
    expect(ids(thread.messages).toSorted()).toEqual([firstId, ...ids(responses)].toSorted());
    expect(thread.participants.toSorted()).toEqual(['kim@example.com', ...numberedAddresses(25)].toSorted());
    expect(thread.last_message_at).toBe(sent.at(-1));
    expect(thread.messages.map(({ at }: { at: string }) => at)).toEqual(sent);
  });
});

describe('participants', () => {
  // TH-9
  test("are all recipients outside the sender's domain, in lower case and without display names", async () => {
    const workspace = await createTestWorkspace(service);
    const domain = workspace.from.split('@')[1];

    const { thread_id } = await workspace.sendAccepted({
      to: ['"Kim, the First" <KIM@Example.COM>', `team@${domain}`],
      cc: ['kim@example.com', `Boss@${domain}`],
    });

    expect((await workspace.getThread(thread_id)).participants).toEqual(['kim@example.com']);
  });

  test('do not include addresses on other domains of the workspace', async () => {
    const workspace = await createTestWorkspace(service);
    const { domain } = await aDomain(service, workspace.workspaceId);

    const { thread_id } = await workspace.sendAccepted({ to: ['kim@example.com', `team@${domain}`] });

    expect((await workspace.getThread(thread_id)).participants).toEqual(['kim@example.com']);
  });

  test('may be empty', async () => {
    const workspace = await createTestWorkspace(service);

    const { thread_id } = await workspace.sendAccepted({ to: workspace.from });

    expect(await workspace.getThread(thread_id)).toMatchObject({
      participants: [],
      message_count: expect.any(Number),
    });
  });

  test('do not include recipients that were dropped before the reply was sent', async () => {
    const approvalWorkspace = await ApprovalWorkspace.createTransactional(service);
    const { id } = await startThread(approvalWorkspace.workspace);
    const heldDraft = await approvalWorkspace.createDraft({
      thread_id: id,
      to: ['lee@example.com', 'leo@example.com'],
      cc: ['cam@example.com', 'cleo@example.com'],
    });
    await approvalWorkspace.workspace.suppress('leo@example.com');
    await approvalWorkspace.workspace.suppress('cleo@example.com');

    await approvalWorkspace.approve(heldDraft);

    const { participants } = await approvalWorkspace.workspace.getThread(id);
    expect(participants.toSorted()).toEqual(['cam@example.com', 'kim@example.com', 'lee@example.com']);
  });
});

describe('a transcript', () => {
  // TH-24
  test('shows emails of every status in chronological order', async () => {
    const approvalWorkspace = await ApprovalWorkspace.createTransactional(service);
    const { workspace } = approvalWorkspace;
    const { id, firstId } = await startThread(workspace);
    const threadFields = { thread_id: id };
    await advanceClock();
    const heldDraft = await approvalWorkspace.createDraft(threadFields);
    await advanceClock();
    const scheduled = await workspace.sendAccepted({ ...threadFields, scheduled_at: 'in 9 hours' });
    await advanceClock();
    const canceled = await workspace.sendAccepted({ ...threadFields, scheduled_at: 'in 9 hours' });
    await workspace.api('DELETE', `/v1/emails/${canceled.id}`);
    await advanceClock();
    const refused = await approvalWorkspace.createDraft(threadFields);
    await approvalWorkspace.reject(refused);
    await advanceClock();
    const lateDraft = await approvalWorkspace.createDraft(threadFields);
    await advanceClock();
    const bounced = await workspace.sendAccepted({ ...threadFields, to: 'bounce@simulator.amazonses.com' });
    await advanceClock();
    await approvalWorkspace.approve(lateDraft);
    await service.settle();

    expect(await messageStatuses(workspace, id)).toEqual([
      [firstId, 'delivered'],
      [heldDraft.id, 'queued'],
      [scheduled.id, 'scheduled'],
      [canceled.id, 'canceled'],
      [refused.id, 'canceled'],
      [bounced.id, 'bounced'],
      [lateDraft.id, 'delivered'],
    ]);
    const { message_count, messages } = await workspace.getThread(id);
    const times = messages.map(({ at }: { at: string }) => at);
    expect(message_count).toBe(3);
    expect(times).toEqual(times.toSorted());
    expect(times[5]).toBe((await workspace.getEmail(bounced.id)).sent_at);
    expect(times[1]).toBe((await workspace.getEmail(heldDraft.id)).created_at);
  });

  test.each(['sent immediately', 'scheduled', 'held'])(
    'shows the text derived from an HTML-only email that was %s',
    async (sendMode) => {
      const approvalWorkspace = await ApprovalWorkspace.createTransactional(service);
      const { workspace } = approvalWorkspace;
      const email = { text: undefined, html: '<h1>Hello</h1><p>It &amp; you</p>' };
      const sent =
        sendMode === 'held'
          ? await approvalWorkspace.createDraft(email)
          : await workspace.sendAccepted({
              ...email,
              ...(sendMode === 'scheduled' && { scheduled_at: 'in 1 minute' }),
            });
      if (sendMode === 'held') await approvalWorkspace.approve(sent);
      await service.advance(2 * 60_000);

      const { messages } = await workspace.getThread(sent.thread_id);

      expect(messages).toMatchObject([
        { status: 'delivered', html: email.html, text: expect.stringContaining('It & you') },
      ]);
    },
  );

  test('shows only the text that the sender wrote, without the footer of a topic', async () => {
    const workspace = await createTestWorkspace(service);
    await workspace.createTopic('orders');

    const { thread_id } = await workspace.sendAccepted({ topic: 'orders', html: '<p>It works.</p>' });

    expect((await workspace.getThread(thread_id)).messages).toMatchObject([
      { text: 'It works.', html: '<p>It works.</p>' },
    ]);
  });

  test('shows large emails', async () => {
    const workspace = await createTestWorkspace(service);
    const texts = Array.from({ length: 5 }, () => randomBytes(50_000).toString('hex'));
    const { id } = await startThread(workspace, { text: texts[0] });
    for (const text of texts.slice(1)) {
      await advanceClock();
      await workspace.sendAccepted({ text, thread_id: id });
    }

    const { messages } = await workspace.getThread(id);

    expect(messages.map(({ text }: { text: string }) => text)).toEqual(texts);
  });

  test('is returned even if its emails exceed the response limit of a function', async () => {
    const workspace = await createTestWorkspace(service);
    const html = `<p>${'x'.repeat(2_500_000)}</p>`;
    const { id } = await startThread(workspace, { html });
    for (let replyCount = 0; replyCount < 2; replyCount++)
      await workspace.sendAccepted({ html, text: 'x', thread_id: id });

    const response = await workspace.api('GET', `/v1/threads/${id}`);

    expect(response).toMatchObject({ status: 200, body: { message_count: 3 } });
  });

  // TH-23
  test('of more than a hundred emails is complete', async () => {
    const workspace = await createTestWorkspace(service);
    const { id } = await startThread(workspace);
    await workspace.sendAll(numberedAddresses(120, 'a.example').map((to) => ({ to, thread_id: id })));

    const thread = await workspace.getThread(id);

    expect(thread.message_count).toBe(121);
    expect(thread.messages).toHaveLength(121);
    expect(thread.participants).toHaveLength(121);
  });

  // TH-23
  test("returns 404 for the id of an email, an unknown id, or another workspace's thread", async () => {
    const [workspace, otherWorkspace] = [
      await createTestWorkspace(service),
      await createTestWorkspace(service),
    ];
    const [ownThread, otherThread] = [await startThread(workspace), await startThread(otherWorkspace)];

    for (const id of [ownThread.firstId, unknownId, 'garbage', otherThread.id]) {
      const response = await workspace.api('GET', `/v1/threads/${id}`);

      expect(refusalOf(response)).toMatchObject({
        status: 404,
        type: 'not_found',
        message: expect.stringMatching(/thread/),
      });
    }
  });
});

describe('the list of threads', () => {
  let workspace: TestWorkspace;
  let allIds: string[];

  beforeAll(async () => {
    workspace = await createTestWorkspace(service);
    await workspace.sendAll(numberedAddresses(201, 'a.example').map((to) => ({ to })));
    allIds = [
      ...(await listThreadIds(workspace, '?limit=200')),
      ...(await listThreadIds(workspace, `?limit=200&cursor=${await lastCursor()}`)),
    ];
  });

  const lastCursor = async (): Promise<string> =>
    (await listThreads(workspace, '?limit=200')).body.next_cursor;

  // TH-17
  test('is sorted by latest message, and lists each thread once across pages', async () => {
    const rows: { id: string; last_message_at: string }[] = [];
    let cursor = '';
    for (let pages = 1; ; pages++) {
      const { body } = await listThreads(workspace, `?limit=40${cursor && `&cursor=${cursor}`}`);
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
    expect(ids(rows)).toEqual(allIds);
  });

  // R-37
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
  ])('the query "%s" returns a page of %i threads', async (query, size) => {
    const { status, body } = await listThreads(workspace, query);

    expect(status).toBe(200);
    expect(ids(body.data)).toEqual(allIds.slice(0, size));
    expect(body).toMatchObject({ has_more: true, next_cursor: expect.any(String) });
  });

  // R-38
  test.each(['garbage', '', '%00', 'MDFh', unknownId])(
    'starts over if the cursor is invalid: "%s"',
    async (cursor) => {
      expect(await listThreadIds(workspace, `?limit=3&cursor=${cursor}`)).toEqual(allIds.slice(0, 3));
    },
  );

  test('has no next page if the last page is full', async () => {
    const { body } = await listThreads(workspace, '?limit=200');
    const rest = await listThreads(workspace, `?limit=1&cursor=${body.next_cursor}`);

    expect(rest.body).toMatchObject({ has_more: false, next_cursor: null });
    expect(ids(rest.body.data)).toEqual(allIds.slice(200));
  });

  test.each([
    ['false', 3],
    ['TRUE', 3],
    ['1', 3],
    ['yes', 3],
    ['', 3],
    ['true%20', 3],
    ['true', 0],
  ])('with awaiting_reply=%s returns %i threads while no thread awaits a reply', async (value, size) => {
    const { status, body } = await listThreads(workspace, `?limit=3&awaiting_reply=${value}`);

    expect(status).toBe(200);
    expect(ids(body.data)).toEqual(allIds.slice(0, size));
    expect(body.has_more).toBe(size > 0);
  });

  test('is empty in an empty workspace', async () => {
    const otherWorkspace = await createTestWorkspace(service);

    expect((await listThreads(otherWorkspace)).body).toEqual({
      object: 'list',
      data: [],
      has_more: false,
      next_cursor: null,
    });
  });

  test('requires the scope threads:read', async () => {
    const { key } = await aKey(service, {
      creatorKey: workspace.key,
      scopes: scopesWithout(['threads:read']),
    });

    const responses = [
      await service.api('GET', '/v1/threads', { key }),
      await service.api('GET', `/v1/threads/${allIds[0]}`, { key }),
    ];

    for (const response of responses) {
      expect(refusalOf(response)).toMatchObject({
        status: 403,
        message: expect.stringContaining('threads:read'),
      });
    }
  });
});

test('a thread that gets an email moves to the front', async () => {
  const workspace = await createTestWorkspace(service);
  const threads: string[] = [];
  for (const to of numberedAddresses(3)) {
    await advanceClock();
    threads.push((await startThread(workspace, { to })).id);
  }
  const [one = '', two = '', three = ''] = threads;

  await advanceClock();
  await workspace.sendAccepted({ thread_id: one });
  const afterOne = await listThreadIds(workspace);
  await advanceClock();
  await workspace.sendAccepted({ thread_id: two, scheduled_at: 'in 9 hours' });

  expect(afterOne).toEqual([one, three, two]);
  expect(await listThreadIds(workspace)).toEqual([one, three, two]);
});

// TH-18
test('while paging, threads that get email move to the front and are not repeated', async () => {
  const workspace = await createTestWorkspace(service);
  const threads: string[] = [];
  for (const to of numberedAddresses(6)) {
    await advanceClock();
    threads.unshift((await startThread(workspace, { to })).id);
  }

  const first = await listThreads(workspace, '?limit=2');
  await advanceClock();
  await workspace.sendAccepted({ thread_id: threads[1] });
  await advanceClock();
  await workspace.sendAccepted({ thread_id: threads[3] });
  await advanceClock();
  const newThread = await startThread(workspace);
  const second = await listThreads(workspace, `?limit=2&cursor=${first.body.next_cursor}`);
  const third = await listThreads(workspace, `?limit=2&cursor=${second.body.next_cursor}`);

  expect(ids(first.body.data)).toEqual([threads[0], threads[1]]);
  expect(ids(second.body.data)).toEqual([threads[2], threads[4]]);
  expect(ids(third.body.data)).toEqual([threads[5]]);
  expect(third.body).toMatchObject({ has_more: false, next_cursor: null });
  expect(await listThreadIds(workspace, '?limit=3')).toEqual([newThread.id, threads[3], threads[1]]);
});

describe('a pending reply', () => {
  const hasPendingReply = async (workspace: TestWorkspace, id: string): Promise<boolean> =>
    (await workspace.getThread(id)).pending_reply;

  interface PendingReplyCase {
    reply: (
      approvalWorkspace: ApprovalWorkspace,
      threadFields: Fields,
    ) => Promise<{ id: string; approval_id: string; thread_id: string | null }>;
    outcome: (
      approvalWorkspace: ApprovalWorkspace,
      reply: { id: string; approval_id: string; thread_id: string | null },
    ) => Promise<unknown>;
    status: string;
    count: number;
  }

  const scheduleReply: PendingReplyCase['reply'] = ({ workspace }, threadFields) =>
    workspace.sendAccepted({ ...threadFields, scheduled_at: 'in 10 minutes' });
  const holdReply: PendingReplyCase['reply'] = (approvalWorkspace, threadFields) =>
    approvalWorkspace.createDraft(threadFields);
  const advancePastDue = () => service.advance(12 * 60_000);

  const pendingReplyCases: Record<string, PendingReplyCase> = {
    'held, and approved': {
      reply: holdReply,
      outcome: (approvalWorkspace, reply) => approvalWorkspace.approve(reply),
      status: 'delivered',
      count: 2,
    },
    'held, and rejected': {
      reply: holdReply,
      outcome: (approvalWorkspace, reply) => approvalWorkspace.reject(reply),
      status: 'canceled',
      count: 1,
    },
    'held, and approved when every recipient is suppressed': {
      reply: holdReply,
      outcome: async (approvalWorkspace, reply) => {
        await approvalWorkspace.workspace.suppress('lee@example.com');
        await approvalWorkspace.approve(reply);
      },
      status: 'rejected',
      count: 1,
    },
    'scheduled, and sent at its time': {
      reply: scheduleReply,
      outcome: advancePastDue,
      status: 'delivered',
      count: 2,
    },
    'scheduled, and canceled': {
      reply: scheduleReply,
      outcome: ({ workspace }, { id }) => workspace.api('DELETE', `/v1/emails/${id}`),
      status: 'canceled',
      count: 1,
    },
    'scheduled, and canceled because every recipient unsubscribed': {
      reply: scheduleReply,
      outcome: ({ workspace }) => workspace.suppress('lee@example.com', { reason: 'unsubscribe' }),
      status: 'canceled',
      count: 1,
    },
    'scheduled, and canceled at its time because every recipient is suppressed': {
      reply: scheduleReply,
      outcome: async ({ workspace }) => {
        await workspace.suppress('lee@example.com');
        await advancePastDue();
      },
      status: 'canceled',
      count: 1,
    },
    'scheduled, and failed because its domain was deleted': {
      reply: scheduleReply,
      outcome: async ({ workspace }) => {
        const { body } = await workspace.api('GET', '/v1/domains');
        const { id } = body.data.find(({ risk_class }: Fields) => risk_class === 'transactional');
        await workspace.api('DELETE', `/v1/domains/${id}`);
        await advancePastDue();
      },
      status: 'failed',
      count: 1,
    },
    'scheduled, and rejected by SES': {
      reply: scheduleReply,
      outcome: async () => {
        await service.control('POST', '/faults', {
          service: 'sesv2',
          operation: 'SendEmail',
          error: 'MessageRejected',
          times: 1,
        });
        await advancePastDue();
      },
      status: 'failed',
      count: 1,
    },
    'held with a time, approved, and sent at that time': {
      reply: (approvalWorkspace, threadFields) =>
        approvalWorkspace.createDraft({ ...threadFields, scheduled_at: 'in 10 minutes' }),
      outcome: async (approvalWorkspace, reply) => {
        await approvalWorkspace.approve(reply);
        expect(await hasPendingReply(approvalWorkspace.workspace, String(reply.thread_id))).toBe(true);
        await advancePastDue();
      },
      status: 'delivered',
      count: 2,
    },
  };

  // TH-12, TH-14
  test.each(Object.entries(pendingReplyCases))(
    'is shown until it is resolved: %s',
    async (_name, { reply, outcome, status, count }) => {
      const approvalWorkspace = await ApprovalWorkspace.createTransactional(service);
      const { workspace } = approvalWorkspace;
      const { id, firstId } = await startThread(workspace);

      const response = await reply(approvalWorkspace, {
        reply_to_message_id: firstId,
        to: 'lee@example.com',
      });
      const before = await workspace.getThread(id);
      await outcome(approvalWorkspace, response);
      await service.settle();

      expect(before).toMatchObject({ pending_reply: true, message_count: 1, awaiting_reply: false });
      expect((await listThreads(workspace)).body.data).toMatchObject([
        { id, pending_reply: false, message_count: count },
      ]);
      expect((await messageStatuses(workspace, id)).at(-1)).toEqual([response.id, status]);
    },
  );

  test('is shown in the list while at least one of two replies is pending', async () => {
    const approvalWorkspace = await ApprovalWorkspace.createTransactional(service);
    const { workspace } = approvalWorkspace;
    const { id } = await startThread(workspace);
    const [heldDraft, scheduled] = [
      await approvalWorkspace.createDraft({ thread_id: id }),
      await workspace.sendAccepted({ thread_id: id, scheduled_at: 'in 9 hours' }),
    ];

    const listedThreads = (await listThreads(workspace)).body.data;
    await workspace.sendAccepted({ thread_id: id });
    const afterAnother = await hasPendingReply(workspace, id);
    await approvalWorkspace.reject(heldDraft);
    const afterOne = await hasPendingReply(workspace, id);
    await workspace.api('DELETE', `/v1/emails/${scheduled.id}`);

    expect(listedThreads).toMatchObject([{ id, pending_reply: true }]);
    expect([afterAnother, afterOne, await hasPendingReply(workspace, id)]).toEqual([true, true, false]);
  });

  test('stays pending after an approval if the workspace is suspended', async () => {
    const approvalWorkspace = await ApprovalWorkspace.createTransactional(service);
    const { id } = await startThread(approvalWorkspace.workspace);
    const heldDraft = await approvalWorkspace.createDraft({ thread_id: id });
    await approvalWorkspace.workspace.updateWorkspace({ suspended_reason: 'Abuse' });

    await approvalWorkspace.approve(heldDraft);

    expect(await hasPendingReply(approvalWorkspace.workspace, id)).toBe(true);
  });
});

describe('marking a thread as handled', () => {
  const markHandled = (
    workspace: TestWorkspace,
    id: string,
    options: Parameters<Service['api']>[2] = {},
  ): Promise<ApiResponse> =>
    service.api('POST', `/v1/threads/${id}/handled`, { key: workspace.key, ...options });

  // TH-20
  test('sets handled_at, sends nothing, and changes no other field', async () => {
    const workspace = await createTestWorkspace(service);
    const { id } = await startThread(workspace);
    const before = (await listThreads(workspace)).body.data[0];

    const response = await markHandled(workspace, id);

    expect(response.status).toBe(200);
    expect(response.body).toEqual({ ...before, handled_at: aTimestamp });
    expect((await listThreads(workspace)).body.data).toEqual([response.body]);
    expect(await workspace.outbox()).toHaveLength(1);
  });

  // TH-21
  test('a second time updates handled_at', async () => {
    const workspace = await createTestWorkspace(service);
    const { id } = await startThread(workspace);
    const first = await markHandled(workspace, id, { body: {} });
    await service.advance(60_000);

    const second = await markHandled(workspace, id, { body: {} });

    expect(second.status).toBe(200);
    expect(Date.parse(second.body.handled_at) - Date.parse(first.body.handled_at)).toBeGreaterThanOrEqual(
      60_000,
    );
    expect((await workspace.getThread(id)).handled_at).toBe(second.body.handled_at);
  });

  test('with the same Idempotency-Key replays the response with the first handled_at', async () => {
    const workspace = await createTestWorkspace(service);
    const { id } = await startThread(workspace);
    const headers = { 'Idempotency-Key': randomUUID() };
    const first = await markHandled(workspace, id, { headers });
    await service.advance(60_000);

    const replayed = await markHandled(workspace, id, { headers });

    expect(replayed).toMatchObject({ status: 200, body: first.body });
    expect(replayed.headers.get('idempotent-replay')).toBe('true');
    expect((await workspace.getThread(id)).handled_at).toBe(first.body.handled_at);
  });

  test('keeps handled_at when the workspace sends again', async () => {
    const workspace = await createTestWorkspace(service);
    const { id } = await startThread(workspace);
    const { body } = await markHandled(workspace, id);

    await workspace.sendAccepted({ thread_id: id });

    expect(await workspace.getThread(id)).toMatchObject({ handled_at: body.handled_at, message_count: 2 });
  });

  test('does not move the thread in the list or clear a pending reply', async () => {
    const approvalWorkspace = await ApprovalWorkspace.createTransactional(service);
    const { workspace } = approvalWorkspace;
    const [one, two] = [await startThread(workspace), await startThread(workspace)];
    await approvalWorkspace.createDraft({ thread_id: one.id });

    const { body } = await markHandled(workspace, one.id);

    expect(body).toMatchObject({ pending_reply: true });
    expect(await listThreadIds(workspace)).toEqual([two.id, one.id]);
  });

  // TH-22
  test.each<[string, readonly ('threads:read' | 'emails:send')[]]>([
    ['threads:read', ['threads:read']],
    ['emails:send', ['emails:send']],
  ])('accepts a key with only %s', async (_scope, scopes) => {
    const workspace = await createTestWorkspace(service);
    const { id } = await startThread(workspace);
    const { key } = await aKey(service, { creatorKey: workspace.key, scopes });

    expect(await markHandled(workspace, id, { key })).toMatchObject({
      status: 200,
      body: { id, handled_at: aTimestamp },
    });
  });

  // TH-22
  test('accepts a key with guardrails, and a token', async () => {
    const workspace = await createTestWorkspace(service);
    const { id } = await startThread(workspace);
    const guarded = await workspace.createGuardedKey({
      requires_approval: true,
      allowed_recipients: ['x.example'],
    });

    expect((await markHandled(workspace, id, { key: guarded })).status).toBe(200);
    expect((await markHandled(workspace, id, { key: await workspace.createToken() })).status).toBe(200);
  });

  // TH-22
  test('refuses a key with neither threads:read nor emails:send, and the error names threads:read', async () => {
    const workspace = await createTestWorkspace(service);
    const { id } = await startThread(workspace);
    const { key } = await aKey(service, {
      creatorKey: workspace.key,
      scopes: scopesWithout(['threads:read', 'emails:send']),
    });

    const response = await markHandled(workspace, id, { key });

    expect(refusalOf(response)).toMatchObject({
      status: 403,
      message: expect.stringContaining('threads:read'),
    });
    expect((await workspace.getThread(id)).handled_at).toBeNull();
  });

  test('returns 404 for an id that is not a thread of the workspace', async () => {
    const [workspace, otherWorkspace] = [
      await createTestWorkspace(service),
      await createTestWorkspace(service),
    ];
    const [ownThread, otherThread] = [await startThread(workspace), await startThread(otherWorkspace)];

    for (const id of [ownThread.firstId, otherThread.id, unknownId, 'garbage']) {
      expect(refusalOf(await markHandled(workspace, id))).toMatchObject({ status: 404, type: 'not_found' });
    }
    expect((await otherWorkspace.getThread(otherThread.id)).handled_at).toBeNull();
    expect(await listThreadIds(workspace)).toEqual([ownThread.id]);
  });
});

// TH-6
test('marketing email starts no thread and joins no thread', async () => {
  const workspace = await createTestWorkspace(service, { marketing: true });
  const { id, firstId } = await startThread(workspace);
  const marketing = { risk_class: 'marketing' };

  const sent = [
    await workspace.sendAccepted(marketing),
    await workspace.sendAccepted({ ...marketing, reply_to_message_id: firstId, thread_id: id }),
    await workspace.sendAccepted({ ...marketing, thread_id: id, scheduled_at: 'in 1 hour' }),
  ];

  expect(sent.map(({ thread_id }) => thread_id)).toEqual([null, null, null]);
  expect(await listThreadIds(workspace)).toEqual([id]);
  expect(await workspace.getThread(id)).toMatchObject({ message_count: 1, pending_reply: false });
  expect(await messageStatuses(workspace, id)).toHaveLength(1);
});

describe('a send whose function crashes after SES accepted the email', () => {
  const injectCrash = (operation: string, crash: 'before' | 'after') =>
    service.control('POST', '/faults', {
      service: 'dynamodb',
      operation,
      function: 'sendEmail',
      crash,
      times: 1,
    });

  test.each(['before', 'after'] as const)(
    '(%s the reply is counted) is completed by the SES Send event, and the reply is counted once',
    async (crash) => {
      const workspace = await createTestWorkspace(service);
      const { id, firstId } = await startThread(workspace);
      await injectCrash('TransactWriteItems', crash);

      const failedResponse = await workspace.send({ reply_to_message_id: firstId, to: 'lee@example.com' });
      await service.settle();

      const thread = await workspace.getThread(id);
      expect(failedResponse.status).toBe(500);
      expect(thread).toMatchObject({ message_count: 2, last_message_at: thread.messages[1].at });
      expect(thread.participants.toSorted()).toEqual(['kim@example.com', 'lee@example.com']);
      expect(thread.messages.map(({ status }: { status: string }) => status)).toEqual([
        'delivered',
        'delivered',
      ]);
    },
  );

  test.each(['before', 'after'] as const)(
    '(%s the thread is stored) is completed by the SES Send event, and only one thread exists',
    async (crash) => {
      const workspace = await createTestWorkspace(service);
      await injectCrash('PutItem', crash);

      const failedResponse = await workspace.send();
      await service.settle();

      const [thread, ...rest] = (await listThreads(workspace)).body.data;
      expect(failedResponse.status).toBe(500);
      expect(rest).toEqual([]);
      expect(thread).toMatchObject({ message_count: 1, participants: ['kim@example.com'] });
      expect((await messageStatuses(workspace, thread.id)).map(([, status]) => status)).toEqual([
        'delivered',
      ]);
    },
  );

  test('with a late Send event does not move the thread back in time', async () => {
    const workspace = await createTestWorkspace(service);
    const { id, firstId } = await startThread(workspace);
    await service.settle();
    await service.control('POST', '/faults', {
      service: 'dynamodb',
      operation: 'BatchGetItem',
      function: 'recordEmailEvents',
      error: 'InternalServerError',
    });
    await injectCrash('TransactWriteItems', 'before');
    await workspace.send({ reply_to_message_id: firstId });
    await advanceClock();

    const second = await workspace.sendAccepted({ reply_to_message_id: firstId });
    await service.control('DELETE', '/faults');
    await service.advance(10 * 60_000);

    const thread = await workspace.getThread(id);
    expect(await messageStatuses(workspace, id)).toEqual([
      [firstId, 'delivered'],
      [anId, 'delivered'],
      [second.id, 'delivered'],
    ]);
    expect(thread.message_count).toBe(3);
    expect(thread.last_message_at).toBe((await workspace.getEmail(second.id)).sent_at);
  });
});

describe('a first email with an unknown SES outcome', () => {
  const headers = { 'Idempotency-Key': 'once' };

  /** Creates a queued email on a thread without sent emails. */
  async function anEmailWithUnknownOutcome() {
    const workspace = await createTestWorkspace(service);
    const body = workspace.buildEmail();
    const send = () => service.api('POST', '/v1/emails', { key: workspace.key, body, headers });
    await service.control('POST', '/faults', {
      service: 'sesv2',
      operation: 'SendEmail',
      error: 'InternalFailure',
      function: 'sendEmail',
      times: 1,
    });
    await send();
    const [{ id }] = await workspace.listEmails();
    return { workspace, id: id as string, retry: send };
  }

  test('that is sent by a retry, after a reply to the email, is counted and shown with the reply on one thread', async () => {
    const { workspace, id, retry } = await anEmailWithUnknownOutcome();
    const response = await workspace.sendAccepted({ reply_to_message_id: id, to: randomAddress() });

    await service.advance(idempotencyLeaseMs + outcomeTimeoutMs);
    const retried = await retry();
    await service.settle();

    expect(retried.body).toMatchObject({ id, status: 'sent', thread_id: response.thread_id });
    const thread = await workspace.getThread(response.thread_id);
    expect(thread.message_count).toBe(2);
    expect(ids(thread.messages).toSorted()).toEqual([id, response.id].toSorted());
    expect(await listThreadIds(workspace)).toEqual([response.thread_id]);
  });

  test.each(['scheduled', 'held'])('has a thread while a reply to the email is %s', async (sendMode) => {
    const { workspace, id } = await anEmailWithUnknownOutcome();
    const key = await workspace.createGuardedKey({ requires_approval: true });
    const response =
      sendMode === 'held'
        ? await workspace.sendAccepted({ reply_to_message_id: id }, key)
        : await workspace.sendAccepted({ reply_to_message_id: id, scheduled_at: 'in 9 hours' });

    const { status, body } = await workspace.api('GET', `/v1/threads/${response.thread_id}`);

    expect(status).toBe(200);
    expect(body).toMatchObject({ id: response.thread_id, message_count: 0, pending_reply: true });
  });

  test('has either a complete thread or no thread after a scheduled reply to the email is canceled', async () => {
    const { workspace, id } = await anEmailWithUnknownOutcome();
    const response = await workspace.sendAccepted({ reply_to_message_id: id, scheduled_at: 'in 9 hours' });
    await workspace.api('DELETE', `/v1/emails/${response.id}`);

    const { status, body } = await workspace.api('GET', `/v1/threads/${response.thread_id}`);

    if (status === 200) {
      expect(body).toMatchObject({
        id: response.thread_id,
        subject: 'Hello',
        participants: ['kim@example.com'],
        message_count: 0,
        awaiting_reply: false,
        pending_reply: false,
        handled_at: null,
        last_message_at: aTimestamp,
        created_at: aTimestamp,
      });
    } else expect(status).toBe(404);
  });
});
