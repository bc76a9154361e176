import { randomUUID } from 'node:crypto';
import { refusalOf } from '../../support/arrange';
import { aWorkspace } from '../../support/factories';
import type { Answer } from '../../support/service';
import { anId, aTime } from '../../support/matchers';
import { theService } from '../../support/the-service';

const service = theService();
let workspace: { id: string; key: string };

beforeEach(async () => {
  workspace = await aWorkspace(service);
});

afterEach(() => service.control('DELETE', '/faults'));

const api = (method: string, path: string, body?: unknown, key = workspace.key): Promise<Answer> =>
  service.api(method, path, { key, body });

const save = (body: unknown, key?: string): Promise<Answer> => api('POST', '/v1/topics', body, key);

const listed = async (): Promise<Record<string, unknown>[]> => (await api('GET', '/v1/topics')).body.data;

/** A topic of the workspace, with defaults. */
async function aTopic(
  overrides: Record<string, unknown> = {},
  key?: string,
): Promise<Record<string, unknown>> {
  const saved = await save({ key: `t-${randomUUID().slice(0, 8)}`, name: 'Offers', ...overrides }, key);
  if (saved.status !== 201) throw new Error(`Not created: ${JSON.stringify(saved.body)}`);
  return saved.body;
}

/** Moves the clock, so that two writes never happen at the same time. */
const later = () => service.advance(1);

describe('saving a topic', () => {
  test('creates it with 201: everybody is subscribed, and there is no description', async () => {
    const created = await save({ key: 'offers', name: 'Offers' });

    expect(created.status).toBe(201);
    expect(created.body).toEqual({
      id: anId,
      key: 'offers',
      name: 'Offers',
      description: null,
      default_subscribed: true,
      created_at: aTime,
      updated_at: null,
    });
    expect(await listed()).toEqual([created.body]);
  });

  test('again answers 200, replaces the name and keeps what was not sent', async () => {
    const created = await aTopic({ key: 'news', description: 'Once a week', default_subscribed: false });
    await later();

    const updated = await save({ key: 'news', name: 'News' });

    expect(updated.status).toBe(200);
    expect(updated.body).toEqual({ ...created, name: 'News', updated_at: aTime });
    expect(await listed()).toEqual([updated.body]);
  });

  test('again changes what was sent, and null clears the description', async () => {
    const created = await aTopic({ description: 'Once a week' });

    const cleared = await save({
      key: created['key'],
      name: 'News',
      description: null,
      default_subscribed: false,
    });
    const described = await save({ key: created['key'], name: 'News', description: 'Daily' });

    expect(cleared.body).toMatchObject({ description: null, default_subscribed: false });
    expect(described.body).toMatchObject({ description: 'Daily', default_subscribed: false });
  });

  test('ten times at once creates it once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => save({ key: 'offers', name: `Offers ${index}` })),
    );

    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(9).fill(200), 201]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  });

  test('whose outcome is unknown is created by the first attempt for its retry, too', async () => {
    const request = { key: workspace.key, headers: { 'Idempotency-Key': randomUUID() } };
    const body = { key: 'offers', name: 'Offers' };
    // The first PutItem is the claim of the Idempotency-Key, the second one the topic.
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
    expect(await listed()).toEqual([retried.body]);
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
  ])('takes %j', async (fields) => {
    expect((await save({ key: 'offers', name: 'Offers', ...fields })).status).toBe(201);
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
  ])('refuses %j, naming the field', async (fields, path) => {
    const answer = await save({ key: 'offers', name: 'Offers', ...fields });

    expect(refusalOf(answer)).toEqual({ status: 422, type: 'invalid_request', message: 'Validation failed' });
    expect(answer.body.error.details).toEqual([{ path, message: expect.any(String) }]);
    expect(await listed()).toEqual([]);
  });
});

describe('the list of topics', () => {
  test('is by name and unpaged', async () => {
    for (const name of ['Zebra', 'apple', 'Öl', 'Banana']) await aTopic({ name });

    const { status, body } = await api('GET', '/v1/topics?limit=1&cursor=x');

    expect(status).toBe(200);
    expect(body).toMatchObject({ object: 'list', has_more: false, next_cursor: null });
    expect(body.data.map(({ name }: { name: string }) => name)).toEqual(['apple', 'Banana', 'Öl', 'Zebra']);
  });

  test('has 500 of them at most', async () => {
    const names = Array.from({ length: 501 }, (_, index) => String(index).padStart(3, '0'));
    for (let start = 0; start < names.length; start += 20) {
      await Promise.all(names.slice(start, start + 20).map((name) => aTopic({ key: name, name })));
    }

    const { body } = await api('GET', '/v1/topics');
    expect(body.data.map(({ name }: { name: string }) => name)).toEqual(names.slice(0, 500));
    expect(body).toMatchObject({ has_more: true, next_cursor: null });
  });

  test("does not have another workspace's", async () => {
    const stranger = await aWorkspace(service);
    await aTopic({ key: 'offers' }, stranger.key);

    expect(await listed()).toEqual([]);
    expect((await save({ key: 'offers', name: 'Ours' })).status).toBe(201);
  });
});

describe('deleting a topic', () => {
  test('erases it', async () => {
    await aTopic({ key: 'offers' });

    const deleted = await api('DELETE', '/v1/topics/offers');
    const again = await api('DELETE', '/v1/topics/offers');

    expect(deleted).toMatchObject({ status: 200, body: { key: 'offers', deleted: true } });
    expect(await listed()).toEqual([]);
    expect(refusalOf(again)).toEqual({ status: 404, type: 'not_found', message: 'No such topic' });
  });

  test('erases every choice about it: made anew, it has its default for everybody', async () => {
    const old = await aTopic({ key: 'offers' });
    await api('POST', '/v1/topics/preferences', { email: 'kim@shop.test', topics: { offers: false } });
    await api('DELETE', '/v1/topics/offers');

    const made = await save({ key: 'offers', name: 'Offers' });

    const { body } = await api('GET', '/v1/topics/preferences?email=kim@shop.test');
    expect(made.status).toBe(201);
    expect(made.body.id).not.toBe(old['id']);
    expect(body.topics).toMatchObject([{ key: 'offers', subscribed: true }]);
  });

  test("does not reach another workspace's", async () => {
    await aTopic({ key: 'offers' });
    const stranger = await aWorkspace(service);

    const answer = await api('DELETE', '/v1/topics/offers', undefined, stranger.key);

    expect(refusalOf(answer)).toMatchObject({ status: 404, type: 'not_found' });
    expect(await listed()).toHaveLength(1);
  });

  test.each(['nothing', 'OFFERS', 'x'.repeat(2_000), '%00', 'a%2Fb', '%E0%A4%A'])(
    'answers 404 for a key that there is not (%#)',
    async (key) => {
      await aTopic({ key: 'offers' });

      expect(refusalOf(await api('DELETE', `/v1/topics/${key}`))).toMatchObject({
        status: 404,
        type: 'not_found',
      });
    },
  );
});
