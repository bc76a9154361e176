import { randomUUID } from 'node:crypto';
import { refusalOf } from '../../support/api-helpers';
import { aWorkspace } from '../../support/factories';
import type { ApiResponse } from '../../support/service';
import { anId, aTimestamp } from '../../support/matchers';
import { useService } from '../../support/use-service';

const service = useService();
let workspace: { id: string; key: string };

beforeEach(async () => {
  workspace = await aWorkspace(service);
});

afterEach(() => service.control('DELETE', '/faults'));

const api = (method: string, path: string, body?: unknown, key = workspace.key): Promise<ApiResponse> =>
  service.api(method, path, { key, body });

const saveTopic = (body: unknown, key?: string): Promise<ApiResponse> => api('POST', '/v1/topics', body, key);

const listTopics = async (): Promise<Record<string, unknown>[]> => (await api('GET', '/v1/topics')).body.data;

/** Creates a topic in the workspace, with defaults for omitted fields. */
async function aTopic(
  overrides: Record<string, unknown> = {},
  key?: string,
): Promise<Record<string, unknown>> {
  const saved = await saveTopic({ key: `t-${randomUUID().slice(0, 8)}`, name: 'Offers', ...overrides }, key);
  if (saved.status !== 201) throw new Error(`Not created: ${JSON.stringify(saved.body)}`);
  return saved.body;
}

/** Moves the clock so that no two writes have the same time. */
const advanceClock = () => service.advance(1);

describe('saving a topic', () => {
  // TO-1, TO-2
  test('creates a topic with 201, subscribed by default and without a description', async () => {
    const created = await saveTopic({ key: 'offers', name: 'Offers' });

    expect(created.status).toBe(201);
    expect(created.body).toEqual({
      id: anId,
      key: 'offers',
      name: 'Offers',
      description: null,
      default_subscribed: true,
      created_at: aTimestamp,
      updated_at: null,
    });
    expect(await listTopics()).toEqual([created.body]);
  });

  // TO-2
  test('that exists returns 200, replaces the name and keeps omitted fields', async () => {
    const created = await aTopic({ key: 'news', description: 'Once a week', default_subscribed: false });
    await advanceClock();

    const updated = await saveTopic({ key: 'news', name: 'News' });

    expect(updated.status).toBe(200);
    expect(updated.body).toEqual({ ...created, name: 'News', updated_at: aTimestamp });
    expect(await listTopics()).toEqual([updated.body]);
  });

  // TO-2
  test('that exists changes the given fields, and null clears the description', async () => {
    const created = await aTopic({ description: 'Once a week' });

    const cleared = await saveTopic({
      key: created['key'],
      name: 'News',
      description: null,
      default_subscribed: false,
    });
    const described = await saveTopic({ key: created['key'], name: 'News', description: 'Daily' });

    expect(cleared.body).toMatchObject({ description: null, default_subscribed: false });
    expect(described.body).toMatchObject({ description: 'Daily', default_subscribed: false });
  });

  test('ten times concurrently creates one topic', async () => {
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, index) => saveTopic({ key: 'offers', name: `Offers ${index}` })),
    );

    expect(responses.map(({ status }) => status).toSorted()).toEqual([...Array(9).fill(200), 201]);
    expect(new Set(responses.map(({ body }) => body.id)).size).toBe(1);
  });

  test('returns 201 to a retry after the function crashed right after the write', async () => {
    const request = { key: workspace.key, headers: { 'Idempotency-Key': randomUUID() } };
    const body = { key: 'offers', name: 'Offers' };
    // The first PutItem claims the Idempotency-Key, and the second PutItem writes the topic.
    await service.control('POST', '/faults', {
      service: 'dynamodb',
      operation: 'PutItem',
      function: 'saveTopic',
      crash: 'after',
      skip: 1,
      times: 1,
    });
    const lost = await service.api('POST', '/v1/topics', { ...request, body });
    await service.advance(120_000);

    const retried = await service.api('POST', '/v1/topics', { ...request, body });

    expect(lost.status).toBeGreaterThanOrEqual(500);
    expect(retried).toMatchObject({ status: 201, body: { ...body, updated_at: null } });
    expect(await listTopics()).toEqual([retried.body]);
  });

  test.each([
    { key: 'a' },
    { key: '0-9' },
    { key: 'x'.repeat(60) },
    { name: 'N' },
    { name: 'N'.repeat(120) },
    { description: '' },
    { description: 'd'.repeat(500) },
    { default_subscribed: true },
    { unknown: 'ignored' },
  ])('accepts %j', async (fields) => {
    expect((await saveTopic({ key: 'offers', name: 'Offers', ...fields })).status).toBe(201);
  });

  test.each([
    [{ key: undefined }, ['key']],
    [{ key: '' }, ['key']],
    [{ key: 'x'.repeat(61) }, ['key']],
    [{ key: 'Offers' }, ['key']],
    [{ key: 'my offers' }, ['key']],
    [{ key: 'offers\n' }, ['key']],
    [{ key: 'preferences' }, ['key']],
    [{ key: 7 }, ['key']],
    [{ name: undefined }, ['name']],
    [{ name: '' }, ['name']],
    [{ name: 'N'.repeat(121) }, ['name']],
    [{ name: null }, ['name']],
    [{ description: 'd'.repeat(501) }, ['description']],
    [{ description: 7 }, ['description']],
    [{ default_subscribed: null }, ['default_subscribed']],
    [{ default_subscribed: 'yes' }, ['default_subscribed']],
  ])('refuses %j and names the field', async (fields, path) => {
    const response = await saveTopic({ key: 'offers', name: 'Offers', ...fields });

    expect(refusalOf(response)).toEqual({
      status: 422,
      type: 'invalid_request',
      message: 'Validation failed',
    });
    expect(response.body.error.details).toEqual([{ path, message: expect.any(String) }]);
    expect(await listTopics()).toEqual([]);
  });
});

describe('the list of topics', () => {
  // R-39, TO-4
  test('is sorted by name and not paged', async () => {
    for (const name of ['Zebra', 'apple', 'Öl', 'Banana']) await aTopic({ name });

    const { status, body } = await api('GET', '/v1/topics?limit=1&cursor=x');

    expect(status).toBe(200);
    expect(body).toMatchObject({ object: 'list', has_more: false, next_cursor: null });
    expect(body.data.map(({ name }: { name: string }) => name)).toEqual(['apple', 'Banana', 'Öl', 'Zebra']);
  });

  // TO-4
  test('has at most 500 topics', async () => {
    const names = Array.from({ length: 501 }, (_, index) => String(index).padStart(3, '0'));
    for (let start = 0; start < names.length; start += 20) {
      await Promise.all(names.slice(start, start + 20).map((name) => aTopic({ key: name, name })));
    }

    const { body } = await api('GET', '/v1/topics');
    expect(body.data.map(({ name }: { name: string }) => name)).toEqual(names.slice(0, 500));
    expect(body).toMatchObject({ has_more: true, next_cursor: null });
  });

  test('does not contain topics of another workspace', async () => {
    const otherWorkspace = await aWorkspace(service);
    await aTopic({ key: 'offers' }, otherWorkspace.key);

    expect(await listTopics()).toEqual([]);
    expect((await saveTopic({ key: 'offers', name: 'Ours' })).status).toBe(201);
  });
});

describe('deleting a topic', () => {
  // R-24, TO-5
  test('removes the topic', async () => {
    await aTopic({ key: 'offers' });

    const deleted = await api('DELETE', '/v1/topics/offers');
    const repeatResponse = await api('DELETE', '/v1/topics/offers');

    expect(deleted).toMatchObject({ status: 200, body: { key: 'offers', deleted: true } });
    expect(await listTopics()).toEqual([]);
    expect(refusalOf(repeatResponse)).toEqual({ status: 404, type: 'not_found', message: 'No such topic' });
  });

  // TO-5
  test('removes all preferences for the topic, so that a recreated topic starts with its default', async () => {
    const old = await aTopic({ key: 'offers' });
    await api('POST', '/v1/topics/preferences', { email: 'kim@shop.test', topics: { offers: false } });
    await api('DELETE', '/v1/topics/offers');

    const recreated = await saveTopic({ key: 'offers', name: 'Offers' });

    const { body } = await api('GET', '/v1/topics/preferences?email=kim@shop.test');
    expect(recreated.status).toBe(201);
    expect(recreated.body.id).not.toBe(old['id']);
    expect(body.topics).toMatchObject([{ key: 'offers', subscribed: true }]);
  });

  test('does not affect the topic of another workspace', async () => {
    await aTopic({ key: 'offers' });
    const otherWorkspace = await aWorkspace(service);

    const response = await api('DELETE', '/v1/topics/offers', undefined, otherWorkspace.key);

    expect(refusalOf(response)).toMatchObject({ status: 404, type: 'not_found' });
    expect(await listTopics()).toHaveLength(1);
  });

  //
  test.each(['nothing', 'OFFERS', 'x'.repeat(2_000), '%00', 'a%2Fb', '%E0%A4%A'])(
    'returns 404 for an unknown key (%#)',
    async (key) => {
      await aTopic({ key: 'offers' });

      expect(refusalOf(await api('DELETE', `/v1/topics/${key}`))).toMatchObject({
        status: 404,
        type: 'not_found',
      });
    },
  );
});
