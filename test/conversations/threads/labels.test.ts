import { readsOf } from '../../../bench/metered-send';
import { keys, threadsKey, timePosition } from '../../../shared/db/keys';
import { deriveIdAt } from '../../../shared/core/time';
import { aKey, refusalOf } from '../../support/api-helpers';
import { receiveInboundMail, sentMessageId } from '../../support/inbound-mails';
import { changeLabels, labelThread, listLabeled } from '../../support/labels';
import { aTimestamp, unknownId } from '../../support/matchers';
import { ServiceTable } from '../../support/table';
import { createTestWorkspace, type TestWorkspace } from '../../support/test-workspace';
import { useService } from '../../support/use-service';

const service = useService();
let workspace: TestWorkspace;

beforeEach(async () => {
  workspace = await createTestWorkspace(service);
});

/** Starts a thread a second after the previous one. */
async function startThread(): Promise<string> {
  const { thread_id } = await workspace.sendAccepted();
  await service.advance(1_000);
  return thread_id;
}

const numberedLabels = (count: number, prefix = 'label'): string[] =>
  Array.from({ length: count }, (_, index) => `${prefix}-${index}`);

describe('the labels of a thread', () => {
  // TH-30
  test('are normalized like tags, sorted, and shown wherever the thread is shown', async () => {
    const id = await startThread();

    const labels = await labelThread(workspace, id, { add: [' Needs  Reply ', 'ÄRGER', 'needs-reply', 'a'] });

    const expected = { labels: ['a', 'needs-reply', 'ärger'], read_at: null };
    expect(labels).toEqual(expected.labels);
    expect(await workspace.getThread(id)).toMatchObject(expected);
    expect((await workspace.api('GET', '/v1/threads')).body.data).toMatchObject([expected]);
    expect((await workspace.api('POST', `/v1/threads/${id}/handled`)).body).toMatchObject(expected);
  });

  // TH-30
  test('are added first and then removed', async () => {
    const id = await startThread();
    await labelThread(workspace, id, { add: ['old', 'kept'] });

    const labels = await labelThread(workspace, id, {
      add: ['new', 'both'],
      remove: ['OLD', 'both', 'never'],
    });

    expect(labels).toEqual(['kept', 'new']);
    expect(await labelThread(workspace, id, { remove: ['kept', 'new'] })).toEqual([]);
    expect(await labelThread(workspace, id, {})).toEqual([]);
  });

  // TH-31
  test('have 1 to 60 characters', async () => {
    const id = await startThread();
    const emoji = '🐦'.repeat(60);

    expect(await labelThread(workspace, id, { add: ['x'.repeat(60), `  ${emoji}  `] })).toEqual([
      'x'.repeat(60),
      emoji,
    ]);
    for (const label of ['x'.repeat(61), '🐦'.repeat(61), '', '   ', 7, null])
      for (const field of ['add', 'remove']) {
        const response = await workspace.api('POST', `/v1/threads/${id}/labels`, { [field]: [label] });

        expect(refusalOf(response)).toMatchObject({ status: 422, type: 'invalid_request' });
        expect(response.body.error.details).toMatchObject([{ path: [field, 0] }]);
      }
  });

  // TH-31
  test('are at most 20', async () => {
    const id = await startThread();
    await labelThread(workspace, id, { add: numberedLabels(20) });

    const refused = await changeLabels(workspace, id, { add: ['one-more'] });

    expect(refusalOf(refused)).toMatchObject({ status: 422, type: 'invalid_request' });
    expect(await labelThread(workspace, id, { add: ['one-more'], remove: ['label-0'] })).toHaveLength(20);
  });

  // TH-32
  test('are at most 200 in a workspace, not counting labels that no thread has anymore', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 10; index++) {
      ids.push(await startThread());
      await labelThread(workspace, ids[index] ?? '', { add: numberedLabels(20, `thread-${index}`) });
    }
    const [first = '', second = ''] = ids;
    const last = await startThread();

    const refused = await changeLabels(workspace, last, { add: ['one-more'] });
    const known = await labelThread(workspace, last, { add: ['thread-0-0'] });
    await labelThread(workspace, first, { remove: ['thread-0-0'] });
    const stillUsed = await changeLabels(workspace, last, { add: ['one-more'] });
    await labelThread(workspace, second, { remove: ['thread-1-0'] });
    const accepted = await labelThread(workspace, last, { add: ['one-more'] });

    expect(refusalOf(refused)).toMatchObject({ status: 422, type: 'invalid_request' });
    expect(refusalOf(refused).message).toContain('200 labels');
    expect(known).toEqual(['thread-0-0']);
    expect(stillUsed.status).toBe(422);
    expect(accepted).toEqual(['one-more', 'thread-0-0']);
  });

  // TH-30
  test('need emails:send, and an unknown field is refused with a suggestion', async () => {
    const id = await startThread();
    const { key } = await aKey(service, { creatorKey: workspace.key, scopes: ['threads:read'] });

    const forbidden = await workspace.api('POST', `/v1/threads/${id}/labels`, { add: ['a'] }, key);
    const unknown = await workspace.api('POST', `/v1/threads/${id}/labels`, { removed: ['a'] });

    expect(refusalOf(forbidden)).toMatchObject({ status: 403, type: 'forbidden' });
    expect(refusalOf(unknown)).toMatchObject({ status: 422, type: 'invalid_request' });
    expect(JSON.stringify(unknown.body.error.details)).toContain('remove');
    expect(await workspace.getThread(id)).not.toHaveProperty('labels');
  });

  // TH-30
  test('are 404 for an unknown thread before the body is checked', async () => {
    for (const path of ['labels', 'read'])
      for (const id of [unknownId, 'garbage']) {
        const response = await workspace.api('POST', `/v1/threads/${id}/${path}`, { nonsense: 1 });

        expect(refusalOf(response)).toMatchObject({ status: 404, type: 'not_found' });
      }
    const id = await startThread();
    expect(await workspace.getThread(id)).not.toHaveProperty('labels');
  });

  // TH-30
  test('are all kept if requests add them concurrently', async () => {
    const id = await startThread();

    await Promise.all(numberedLabels(6).map((label) => labelThread(workspace, id, { add: [label] })));

    expect((await workspace.getThread(id)).labels).toEqual(numberedLabels(6));
    for (const label of numberedLabels(6)) expect(await listLabeled(workspace, label)).toEqual([[id]]);
  });

  // TH-30
  test('are changed once by requests with the same Idempotency-Key', async () => {
    const id = await startThread();
    const once = { 'Idempotency-Key': 'once' };
    const first = await changeLabels(workspace, id, { add: ['a'] }, once);
    await labelThread(workspace, id, { remove: ['a'] });

    const replay = await changeLabels(workspace, id, { add: ['a'] }, once);

    expect(replay.headers.get('idempotent-replay')).toBe('true');
    expect(replay.body).toEqual(first.body);
    expect((await workspace.getThread(id)).labels).toEqual([]);
  });
});

describe('the fields labels and read_at', () => {
  // TH-33
  test('are absent until the workspace uses labels, and then on all of its threads', async () => {
    const [one, other] = [await startThread(), await startThread()];
    const before = await workspace.getThread(other);

    await labelThread(workspace, one, { add: ['a'] });

    expect(Object.keys(before)).not.toEqual(expect.arrayContaining(['labels']));
    expect(Object.keys(before)).not.toEqual(expect.arrayContaining(['read_at']));
    expect(await workspace.getThread(other)).toEqual({ ...before, labels: [], read_at: null });
    const stranger = await createTestWorkspace(service);
    const { thread_id } = await stranger.sendAccepted();
    expect(await stranger.getThread(thread_id)).not.toHaveProperty('labels');
  });

  // TH-33
  test('are on all threads once the workspace marks a thread as read', async () => {
    const [one, other] = [await startThread(), await startThread()];

    const read = await workspace.api('POST', `/v1/threads/${one}/read`, { read: false });

    expect(read.status).toBe(200);
    expect(read.body).toMatchObject({ id: one, labels: [], read_at: null });
    expect(await workspace.getThread(other)).toMatchObject({ labels: [], read_at: null });
  });
});

describe('POST /v1/threads/{id}/read', () => {
  // TH-34
  test('sets read_at to now or null, and messages do not change it', async () => {
    const { id: emailId, thread_id: id } = await workspace.sendAccepted();
    await service.settle();

    const read = await workspace.api('POST', `/v1/threads/${id}/read`, { read: true });
    await receiveInboundMail(workspace, { inReplyTo: await sentMessageId(workspace, emailId) });
    const later = await workspace.getThread(id);
    const unread = await workspace.api('POST', `/v1/threads/${id}/read`, { read: false });

    expect(read.body).toMatchObject({ id, read_at: aTimestamp });
    expect(Math.abs(Date.parse(read.body.read_at) - Date.parse(await service.now()))).toBeLessThan(60_000);
    expect(later).toMatchObject({ message_count: 2, awaiting_reply: true, read_at: read.body.read_at });
    expect(unread.body.read_at).toBeNull();
  });

  // TH-34
  test.each([['threads:read'], ['emails:send']])('takes a key with %s alone', async (scope) => {
    const id = await startThread();
    const { key } = await aKey(service, { creatorKey: workspace.key, scopes: [scope as 'emails:send'] });

    const response = await workspace.api('POST', `/v1/threads/${id}/read`, { read: true }, key);

    expect(response).toMatchObject({ status: 200, body: { read_at: aTimestamp } });
  });

  // TH-34
  test.each([[{}], [{ read: 'yes' }], [{ read: true, raed: false }]])('refuses the body %j', async (body) => {
    const id = await startThread();

    const response = await workspace.api('POST', `/v1/threads/${id}/read`, body);

    expect(refusalOf(response)).toMatchObject({ status: 422, type: 'invalid_request' });
  });
});

describe('GET /v1/threads?label=', () => {
  // TH-35
  test('lists the threads with the label, latest message first, page by page', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 7; index++) ids.push(await startThread());
    for (const id of ids) await labelThread(workspace, id, { add: ['even', 'all'] });
    for (const id of ids.filter((_id, index) => index % 2))
      await labelThread(workspace, id, { remove: ['even'] });

    expect(await listLabeled(workspace, ' All ')).toEqual([ids.toReversed()]);
    expect(await listLabeled(workspace, 'even', 'limit=3')).toEqual([[ids[6], ids[4], ids[2]], [ids[0]]]);
    for (const label of ['odd', 'x'.repeat(61), 'even#0'])
      expect(await listLabeled(workspace, label)).toEqual([[]]);
    const stranger = await createTestWorkspace(service);
    expect(await listLabeled(stranger, 'all')).toEqual([[]]);
  });

  // TH-35
  test('moves a thread to the front when it gets a reply or is answered', async () => {
    const [first, second, third] = [await startThread(), await startThread(), await startThread()];
    for (const id of [first, second, third]) await labelThread(workspace, id, { add: ['open', 'sales'] });
    await service.settle();
    const { messages } = await workspace.getThread(first);

    await receiveInboundMail(workspace, { inReplyTo: await sentMessageId(workspace, messages[0].id) });
    const afterReply = await listLabeled(workspace, 'open');
    await service.advance(1_000);
    await workspace.sendAccepted({ thread_id: second });
    await service.settle();

    expect(afterReply).toEqual([[first, third, second]]);
    for (const label of ['open', 'sales'])
      expect(await listLabeled(workspace, label)).toEqual([[second, first, third]]);
    expect(await workspace.getThread(second)).toMatchObject({ message_count: 2, labels: ['open', 'sales'] });
  });

  // TH-35
  test('combines with awaiting_reply', async () => {
    const [answered, waiting, other] = [await startThread(), await startThread(), await startThread()];
    await service.settle();
    for (const id of [waiting, other]) {
      const { messages } = await workspace.getThread(id);
      await receiveInboundMail(workspace, { inReplyTo: await sentMessageId(workspace, messages[0].id) });
    }
    for (const id of [answered, waiting]) await labelThread(workspace, id, { add: ['a'] });

    expect(await listLabeled(workspace, 'a', 'awaiting_reply=true')).toEqual([[waiting]]);
    expect(await listLabeled(workspace, 'a', 'awaiting_reply=false')).toEqual([[answered]]);
  });

  // TH-35
  test('reads at most 40 units for a page of 50, however many threads there are', async () => {
    const id = await startThread();
    await labelThread(workspace, id, { add: ['many'] });
    const createdMs = Date.parse(await service.now());
    const items = Array.from({ length: 2_000 }, (_, index) =>
      threadItems(workspace.workspaceId, createdMs - index * 1_000, index % 4 === 0 ? 'many' : undefined),
    ).flat();
    await ServiceTable.with(service, (table) => table.putAll(items));
    const before = (await service.calls()).length;

    const { body } = await workspace.api('GET', '/v1/threads?label=many&limit=50');

    const calls = (await service.calls())
      .slice(before)
      .filter((row) => row.function.endsWith('-listThreads'));
    expect(body.data).toHaveLength(50);
    expect(body.has_more).toBe(true);
    expect(readsOf(calls)).toBeLessThanOrEqual(40);
  });
});

/** Returns the records of a thread and of its label. */
function threadItems(workspaceId: string, atMs: number, label: string | undefined) {
  const id = deriveIdAt(atMs, `thread ${atMs}`);
  const at = new Date(atMs).toISOString();
  const timeAt = timePosition(at, id);
  const thread = {
    ...keys.thread(workspaceId, id),
    ...{ id, workspaceId, subject: 'Hello', firstMessageId: id, messageCount: 1, awaitingReply: false },
    ...{ handledAt: null, lastMessageAt: at, createdAt: at, timeKey: threadsKey(workspaceId, id), timeAt },
  };
  if (label === undefined) return [thread];
  const key = keys.threadLabel(workspaceId, label, id);
  return [
    { ...thread, labels: new Set([label]) },
    { ...key, timeKey: key.pk, timeAt },
  ];
}
