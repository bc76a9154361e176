import { refusalOf } from '../../support/arrange';
import { aWorkspace } from '../../support/factories';
import type { Answer } from '../../support/service';
import { theService } from '../../support/the-service';

const service = theService();
let workspace: { id: string; key: string };

/** Two topics: `offers` goes to everybody, `tips` to who asked for it. */
beforeEach(async () => {
  workspace = await aWorkspace(service);
  await api('POST', '/v1/topics', { key: 'offers', name: 'Offers', description: 'Cheap' });
  await api('POST', '/v1/topics', { key: 'tips', name: 'Tips', default_subscribed: false });
});

const api = (method: string, path: string, body?: unknown, key = workspace.key): Promise<Answer> =>
  service.api(method, path, { key, body });

const get = (email: string, key?: string): Promise<Answer> =>
  api('GET', `/v1/topics/preferences?email=${encodeURIComponent(email)}`, undefined, key);

const choose = (email: unknown, topics: unknown): Promise<Answer> =>
  api('POST', '/v1/topics/preferences', { email, topics });

/** Who gets what: `{ offers: true, tips: false }`. */
async function subscriptions(email: string, key?: string): Promise<Record<string, boolean>> {
  const { body } = await get(email, key);
  const topics = body.topics as { key: string; subscribed: boolean }[];
  return Object.fromEntries(topics.map((topic) => [topic.key, topic.subscribed]));
}

const defaults = { offers: true, tips: false };

describe('the preferences of an address', () => {
  test('are every topic by name, with the defaults for somebody unknown', async () => {
    expect(await get('kim@shop.test')).toMatchObject({
      status: 200,
      body: {
        email: 'kim@shop.test',
        topics: [
          {
            key: 'offers',
            name: 'Offers',
            description: 'Cheap',
            default_subscribed: true,
            subscribed: true,
          },
          { key: 'tips', name: 'Tips', description: null, default_subscribed: false, subscribed: false },
        ],
      },
    });
  });

  test('have these fields and no others', async () => {
    const { body } = await get('kim@shop.test');

    expect(Object.keys(body)).toEqual(['email', 'topics']);
    expect(Object.keys(body.topics[0])).toEqual([
      'key',
      'name',
      'description',
      'default_subscribed',
      'subscribed',
    ]);
  });

  test('are found however the address is written', async () => {
    await choose(' Kim@SHOP.test ', { offers: false });

    const { body } = await get(' KIM@shop.test ');

    expect(body).toMatchObject({ email: 'kim@shop.test', topics: [{ subscribed: false }, {}] });
  });

  test.each(['not an address', 'kim', `${'x'.repeat(5_000)}@shop.test`, 'é é', '\u0000'])(
    'are the defaults for what is no address (%#)',
    async (email) => {
      const { status, body } = await get(email);

      expect(status).toBe(200);
      expect(body.email).toBe(email);
      expect(await subscriptions(email)).toEqual(defaults);
    },
  );

  test.each(['', '?email=', '?email=%20', '?mail=kim@shop.test'])(
    'cannot be asked for without one: %j',
    async (query) => {
      const answer = await api('GET', `/v1/topics/preferences${query}`);

      expect(refusalOf(answer)).toMatchObject({ status: 422, type: 'invalid_request' });
      expect(answer.body.error.message).toMatch(/^email: /);
    },
  );

  test("are not another workspace's", async () => {
    await choose('kim@shop.test', { offers: false });
    const stranger = await aWorkspace(service);
    await api('POST', '/v1/topics', { key: 'offers', name: 'Offers' }, stranger.key);

    expect(await subscriptions('kim@shop.test', stranger.key)).toEqual({ offers: true });
  });

  test('who made no choice moves with the default, and who made one stays', async () => {
    await choose('kim@shop.test', { offers: true });

    await api('POST', '/v1/topics', { key: 'offers', name: 'Offers', default_subscribed: false });

    expect(await subscriptions('kim@shop.test')).toEqual({ offers: true, tips: false });
    expect(await subscriptions('lee@shop.test')).toEqual({ offers: false, tips: false });
  });
});

describe('choosing', () => {
  test('changes the topics that are named, and answers with all of them', async () => {
    const first = await choose('kim@shop.test', { offers: false });
    const second = await choose('kim@shop.test', { tips: true });

    expect(first.status).toBe(200);
    expect(first.body.topics).toMatchObject([{ subscribed: false }, { subscribed: false }]);
    expect(second.body.topics).toMatchObject([{ subscribed: false }, { subscribed: true }]);
    expect((await get('kim@shop.test')).body).toEqual(second.body);
  });

  test('can be taken back', async () => {
    await choose('kim@shop.test', { offers: false });

    await choose('kim@shop.test', { offers: true });

    expect(await subscriptions('kim@shop.test')).toEqual(defaults);
  });

  test('an unknown topic is refused, and nothing is saved', async () => {
    const answer = await choose('kim@shop.test', { offers: false, nope: true, tips: true });

    expect(refusalOf(answer)).toMatchObject({ status: 422, type: 'unknown_topic' });
    expect(answer.body.error.message).toMatch(/^topics\.nope: /);
    expect(await subscriptions('kim@shop.test')).toEqual(defaults);
  });

  test('a deleted topic is an unknown one', async () => {
    await api('DELETE', '/v1/topics/tips');

    const answer = await choose('kim@shop.test', { tips: true });

    expect(refusalOf(answer)).toMatchObject({ status: 422, type: 'unknown_topic' });
  });

  test.each([
    [{ topics: { offers: false } }, ['email']],
    [{ email: 'nobody', topics: { offers: false } }, ['email']],
    [{ email: 'Kim <kim@shop.test>', topics: { offers: false } }, ['email']],
    [{ email: null, topics: { offers: false } }, ['email']],
    [{ email: 'kim@shop.test' }, ['topics']],
    [{ email: 'kim@shop.test', topics: {} }, ['topics']],
    [{ email: 'kim@shop.test', topics: ['offers'] }, ['topics']],
    [{ email: 'kim@shop.test', topics: { offers: 'no' } }, ['topics', 'offers']],
    [{ email: 'kim@shop.test', topics: { offers: null } }, ['topics', 'offers']],
  ])('%j is refused, naming the field', async (body, path) => {
    const answer = await api('POST', '/v1/topics/preferences', body);

    expect(refusalOf(answer)).toEqual({ status: 422, type: 'invalid_request', message: 'Validation failed' });
    expect(answer.body.error.details).toEqual([{ path, message: expect.any(String) }]);
    expect(await subscriptions('kim@shop.test')).toEqual(defaults);
  });
});

describe('importing choices', () => {
  const importChoices = (body: unknown, path = 'offers', key?: string): Promise<Answer> =>
    api('POST', `/v1/topics/${path}/import`, body, key);

  test('overwrites what was chosen, each address once, and no other topic', async () => {
    await choose('kim@shop.test', { offers: true, tips: true });

    const imported = await importChoices({
      emails: [' Kim@shop.test ', 'lee@shop.test', 'KIM@SHOP.TEST'],
      subscribed: false,
    });

    expect(imported).toMatchObject({ status: 200 });
    expect(imported.body).toEqual({ key: 'offers', subscribed: false, updated: 2, duplicates: 1 });
    expect(await subscriptions('kim@shop.test')).toEqual({ offers: false, tips: true });
    expect(await subscriptions('lee@shop.test')).toEqual({ offers: false, tips: false });
  });

  test('opts in as well', async () => {
    await importChoices({ emails: ['kim@shop.test'], subscribed: true }, 'tips');

    expect(await subscriptions('kim@shop.test')).toEqual({ offers: true, tips: true });
  });

  test('leaves suppressions alone', async () => {
    await api('POST', '/v1/suppressions', { email: 'kim@shop.test', scope: 'marketing' });

    await importChoices({ emails: ['kim@shop.test'], subscribed: true });

    const { body } = await api('GET', '/v1/suppressions?email=kim@shop.test');
    expect(body.data).toHaveLength(1);
  });

  test('takes 50,000 addresses', async () => {
    const people = Array.from({ length: 5_000 }, (_, index) => `p${index}@shop.test`);
    const emails = Array.from({ length: 10 }, () => people).flat();

    const imported = await importChoices({ emails, subscribed: false });

    expect(imported).toMatchObject({ status: 200, body: { updated: 5_000, duplicates: 45_000 } });
    for (const email of ['p0@shop.test', 'p2499@shop.test', 'p4999@shop.test']) {
      expect(await subscriptions(email)).toEqual({ offers: false, tips: false });
    }
  });

  test('refuses one address more', async () => {
    const answer = await importChoices({
      emails: Array.from({ length: 50_001 }, () => 'kim@shop.test'),
      subscribed: false,
    });

    expect(refusalOf(answer)).toMatchObject({ status: 422, message: 'Validation failed' });
    expect(await subscriptions('kim@shop.test')).toEqual(defaults);
  });

  test('with one invalid address is refused, and nothing is saved', async () => {
    const answer = await importChoices({ emails: ['kim@shop.test', 'nobody'], subscribed: false });

    expect(refusalOf(answer)).toEqual({ status: 422, type: 'invalid_request', message: 'Validation failed' });
    expect(answer.body.error.details).toEqual([{ path: ['emails', 1], message: 'not an email address' }]);
    expect(await subscriptions('kim@shop.test')).toEqual(defaults);
  });

  test.each([
    [{ emails: [], subscribed: false }, ['emails']],
    [{ subscribed: false }, ['emails']],
    [{ emails: 'kim@shop.test', subscribed: false }, ['emails']],
    [{ emails: ['kim@shop.test'] }, ['subscribed']],
    [{ emails: ['kim@shop.test'], subscribed: null }, ['subscribed']],
  ])('%j is refused, naming the field', async (body, path) => {
    const answer = await importChoices(body);

    expect(refusalOf(answer)).toMatchObject({ status: 422, message: 'Validation failed' });
    expect(answer.body.error.details).toEqual([{ path, message: expect.any(String) }]);
  });

  test("for a topic that there is not, or that is another workspace's, is 404", async () => {
    const stranger = await aWorkspace(service);
    const body = { emails: ['kim@shop.test'], subscribed: false };

    const answers = [await importChoices(body, 'nope'), await importChoices(body, 'offers', stranger.key)];

    for (const answer of answers) {
      expect(refusalOf(answer)).toEqual({ status: 404, type: 'not_found', message: 'No such topic' });
    }
    expect(await subscriptions('kim@shop.test')).toEqual(defaults);
  });
});
