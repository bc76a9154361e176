import { dayMs } from '../../../shared/core/time';
import { CarrierNest, type FeedEvent, type Settings } from '../../../packages/sdk/src';
import { refusalOf } from '../../support/api-helpers';
import { receiveInboundMail } from '../../support/inbound-mails';
import { aTimestamp, anId, unknownId } from '../../support/matchers';
import { createTestWorkspace, type TestWorkspace } from '../../support/test-workspace';
import { useService, useTimeTravelRuntime } from '../../support/use-service';

const service = useService();
let workspace: TestWorkspace;

beforeEach(async () => {
  workspace = await createTestWorkspace(service);
});

const createFeed = async (events: readonly string[] = ['send', 'delivery', 'inbound']): Promise<string> =>
  (await workspace.api('POST', '/v1/feeds', { events })).body.id;

const readEvents = (id: string, query = '') => workspace.api('GET', `/v1/feeds/${id}/events${query}`);

const sdk = (settings: Settings = {}) =>
  new CarrierNest({ url: service.metadata.api, key: workspace.key, ...settings });

// W-44
test('a feed can be created, listed and deleted', async () => {
  const created = await workspace.api('POST', '/v1/feeds', { events: ['inbound', 'bounce', 'inbound'] });
  const { id } = created.body;

  expect(created.status).toBe(201);
  expect(created.body).toEqual({
    id: anId,
    events: ['inbound', 'bounce'],
    inbox_id: null,
    created_at: aTimestamp,
  });
  expect((await workspace.api('GET', '/v1/feeds')).body.data).toEqual([created.body]);
  expect((await workspace.api('GET', '/v1/webhook-endpoints')).body.data).toEqual([]);
  expect((await workspace.api('DELETE', `/v1/feeds/${id}`)).body).toEqual({ id, deleted: true });
  expect(refusalOf(await readEvents(id))).toMatchObject({ status: 404 });
});

// W-44
test('the eleventh feed is refused', async () => {
  for (let count = 0; count < 10; count += 1) await createFeed();

  const eleventh = await workspace.api('POST', '/v1/feeds', { events: ['inbound'] });

  expect(refusalOf(eleventh)).toMatchObject({ status: 422, type: 'invalid_request' });
});

test.each([
  ['no type', { events: [] }, 422],
  ['an unknown type', { events: ['nothing'] }, 422],
  ['an unknown field', { events: ['inbound'], url: 'https://x.test' }, 422],
  ['an unknown inbox', { events: ['inbound'], inbox_id: unknownId }, 422],
])('a feed with %s is refused', async (_name, body, status) => {
  expect(refusalOf(await workspace.api('POST', '/v1/feeds', body))).toMatchObject({ status });
});

// W-45
test('a feed contains the webhook payloads of its types, once, and each row continues after itself', async () => {
  const id = await createFeed(['delivery', 'inbound']);
  const sent = await workspace.sendAccepted();
  await service.settle();
  await receiveInboundMail(workspace, { body: 'x'.repeat(5_000) });

  const { body } = await readEvents(id);

  expect(body.data.map(({ event }: FeedEvent) => event)).toEqual([
    expect.objectContaining({ type: 'delivery', message_id: sent.id }),
    expect.objectContaining({ type: 'inbound', text: 'x'.repeat(5_000) }),
  ]);
  expect((await readEvents(id, `?after=${body.data[0].cursor}`)).body.data).toEqual([body.data[1]]);
  expect((await readEvents(id, `?after=${body.next_cursor}`)).body.data).toEqual([]);
});

// W-45
test.each(['nonsense', unknownId, Buffer.from(`${unknownId} 1 0 1`).toString('base64url')])(
  'after %s is refused',
  async (after) => {
    expect(refusalOf(await readEvents(await createFeed(), `?after=${after}`))).toMatchObject({
      status: 422,
      type: 'invalid_request',
    });
  },
);

// W-45
test('a text that does not fit into a response is null and does not block the feed', async () => {
  const id = await createFeed(['inbound']);
  await receiveInboundMail(workspace, { subject: 'large', body: 'a "b" '.repeat(600_000) });
  await receiveInboundMail(workspace, { subject: 'small', messageId: '<small@example.com>', body: 'Hi' });

  const first = await readEvents(id, '?wait=20');
  const second = await readEvents(id, `?wait=20&after=${first.body.next_cursor}`);

  expect([first.status, second.status]).toEqual([200, 200]);
  expect(first.body.data).toMatchObject([{ event: { subject: 'large', text: null } }]);
  expect(second.body.data).toMatchObject([{ event: { subject: 'small', text: 'Hi' } }]);
});

// W-46
test('the SDK iterates over events as they arrive', async () => {
  const id = await createFeed(['inbound']);
  const events = sdk().feeds.events(id);
  const first = events.next();

  await receiveInboundMail(workspace, { subject: 'one' });
  await receiveInboundMail(workspace, { subject: 'two', messageId: '<two@example.com>', body: 'two' });

  expect((await first).value).toMatchObject({ event: { subject: 'one' } });
  expect((await events.next()).value).toMatchObject({ event: { subject: 'two' } });
  await events.return();
});

// IN-42
test('the SDK waits longer than the timeout of other requests', async () => {
  await workspace.api('POST', '/v1/inbound/enable');
  const client = sdk({ timeoutMs: 1_000, retries: 0 });

  expect(await client.inbound.wait({}, { waitMs: 2_500 })).toBeUndefined();
});

// IN-42
test('the SDK waits for a reply', async () => {
  await workspace.api('POST', '/v1/inbound/enable');
  await receiveInboundMail(workspace, { subject: 'one' });
  const client = sdk();
  const { next_cursor: after, data } = await client.getReceivedMessages();
  const threadId = String(data[0]?.thread_id);
  const [nothing, reply] = [
    client.threads.waitForReply(threadId, { after, waitMs: 500 }),
    client.inbound.wait({ after }),
  ];

  expect(await nothing).toBeUndefined();
  await receiveInboundMail(workspace, { subject: 'two', messageId: '<two@example.com>', body: 'two' });

  expect(await reply).toMatchObject({ subject: 'two' });
});

test('the feeds of an inbox are deleted with the inbox', async () => {
  const id = await createFeed(['inbound']);
  await receiveInboundMail(workspace, { subject: 'one' });
  expect((await readEvents(id)).body.data).toHaveLength(1);
  // W-46
  const inbox = (await workspace.api('POST', '/v1/inboxes')).body.id;
  await workspace.api('POST', '/v1/feeds', { events: ['inbound'], inbox_id: inbox });

  await workspace.api('DELETE', `/v1/inboxes/${inbox}`);

  expect((await workspace.api('GET', '/v1/feeds')).body.data.map((feed: { id: string }) => feed.id)).toEqual([
    id,
  ]);
});

describe('after 8 days', () => {
  useTimeTravelRuntime();

  // W-45
  test('an old cursor is gone, and the feed continues', async () => {
    const id = await createFeed(['inbound']);
    await receiveInboundMail(workspace, { subject: 'old' });
    const { next_cursor: cursor } = (await readEvents(id)).body;
    await service.advance(8 * dayMs);
    await receiveInboundMail(workspace, { subject: 'new', messageId: '<new@example.com>', body: 'new' });

    expect(refusalOf(await readEvents(id, `?after=${cursor}`))).toMatchObject({ status: 410, type: 'gone' });
    expect((await readEvents(id)).body.data).toMatchObject([{ event: { subject: 'new' } }]);
  });
});
