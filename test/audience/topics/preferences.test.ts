import { refusalOf } from '../../support/api-helpers';
import { aWorkspace } from '../../support/factories';
import type { ApiResponse } from '../../support/service';
import { useService } from '../../support/use-service';

const service = useService();
let workspace: { id: string; key: string };

/** Creates the topics `offers`, which is subscribed by default, and `tips`, which is not. */
beforeEach(async () => {
  workspace = await aWorkspace(service);
  await api('POST', '/v1/topics', { key: 'offers', name: 'Offers', description: 'Cheap' });
  await api('POST', '/v1/topics', { key: 'tips', name: 'Tips', default_subscribed: false });
});

const api = (method: string, path: string, body?: unknown, key = workspace.key): Promise<ApiResponse> =>
  service.api(method, path, { key, body });

const readPreferences = (email: string, key?: string): Promise<ApiResponse> =>
  api('GET', `/v1/topics/preferences?email=${encodeURIComponent(email)}`, undefined, key);

const savePreferences = (email: unknown, topics: unknown): Promise<ApiResponse> =>
  api('POST', '/v1/topics/preferences', { email, topics });

/** Returns the subscriptions of the address, for example `{ offers: true, tips: false }`. */
async function subscriptions(email: string, key?: string): Promise<Record<string, boolean>> {
  const { body } = await readPreferences(email, key);
  const topics = body.topics as { key: string; subscribed: boolean }[];
  return Object.fromEntries(topics.map((topic) => [topic.key, topic.subscribed]));
}

const defaults = { offers: true, tips: false };

describe('the preferences of an address', () => {
  // TO-7
  test('list all topics by name, with the defaults for an unknown address', async () => {
    expect(await readPreferences('kim@shop.test')).toMatchObject({
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

  test('have exactly the specified fields', async () => {
    const { body } = await readPreferences('kim@shop.test');

    expect(Object.keys(body)).toEqual(['email', 'topics']);
    expect(Object.keys(body.topics[0])).toEqual([
      'key',
      'name',
      'description',
      'default_subscribed',
      'subscribed',
    ]);
  });

  // E-15
  test('are found under any spelling of the address', async () => {
    await savePreferences(' Kim@SHOP.test ', { offers: false });

    const { body } = await readPreferences(' KIM@shop.test ');

    expect(body).toMatchObject({ email: 'kim@shop.test', topics: [{ subscribed: false }, {}] });
  });

  // TO-7
  test.each(['not an address', 'kim', `${'x'.repeat(5_000)}@shop.test`, 'é é', '\u0000'])(
    'are the defaults for an invalid address (%#)',
    async (email) => {
      const { status, body } = await readPreferences(email);

      expect(status).toBe(200);
      expect(body.email).toBe(email);
      expect(await subscriptions(email)).toEqual(defaults);
    },
  );

  // TO-8
  test.each(['', '?email=', '?email=%20', '?mail=kim@shop.test'])(
    'require an address, so %j is refused',
    async (query) => {
      const response = await api('GET', `/v1/topics/preferences${query}`);

      expect(refusalOf(response)).toMatchObject({ status: 422, type: 'invalid_request' });
      expect(response.body.error.message).toMatch(/^email: /);
    },
  );

  test('are not shared with another workspace', async () => {
    await savePreferences('kim@shop.test', { offers: false });
    const otherWorkspace = await aWorkspace(service);
    await api('POST', '/v1/topics', { key: 'offers', name: 'Offers' }, otherWorkspace.key);

    expect(await subscriptions('kim@shop.test', otherWorkspace.key)).toEqual({ offers: true });
  });

  // TO-3
  test("follow the topic's default unless a choice is stored for the address", async () => {
    await savePreferences('kim@shop.test', { offers: true });

    await api('POST', '/v1/topics', { key: 'offers', name: 'Offers', default_subscribed: false });

    expect(await subscriptions('kim@shop.test')).toEqual({ offers: true, tips: false });
    expect(await subscriptions('lee@shop.test')).toEqual({ offers: false, tips: false });
  });
});

describe('saving preferences', () => {
  // TO-9
  test('changes the named topics and returns all topics', async () => {
    const first = await savePreferences('kim@shop.test', { offers: false });
    const second = await savePreferences('kim@shop.test', { tips: true });

    expect(first.status).toBe(200);
    expect(first.body.topics).toMatchObject([{ subscribed: false }, { subscribed: false }]);
    expect(second.body.topics).toMatchObject([{ subscribed: false }, { subscribed: true }]);
    expect((await readPreferences('kim@shop.test')).body).toEqual(second.body);
  });

  test('can restore the defaults', async () => {
    await savePreferences('kim@shop.test', { offers: false });

    await savePreferences('kim@shop.test', { offers: true });

    expect(await subscriptions('kim@shop.test')).toEqual(defaults);
  });

  // R-31, TO-10
  test('refuses an unknown topic and saves nothing', async () => {
    const response = await savePreferences('kim@shop.test', { offers: false, nope: true, tips: true });

    expect(refusalOf(response)).toMatchObject({ status: 422, type: 'unknown_topic' });
    expect(response.body.error.message).toMatch(/^topics\.nope: /);
    expect(await subscriptions('kim@shop.test')).toEqual(defaults);
  });

  test('treats a deleted topic as unknown', async () => {
    await api('DELETE', '/v1/topics/tips');

    const response = await savePreferences('kim@shop.test', { tips: true });

    expect(refusalOf(response)).toMatchObject({ status: 422, type: 'unknown_topic' });
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
  ])('refuses %j and names the field', async (body, path) => {
    const response = await api('POST', '/v1/topics/preferences', body);

    expect(refusalOf(response)).toEqual({
      status: 422,
      type: 'invalid_request',
      message: 'Validation failed',
    });
    expect(response.body.error.details).toEqual([{ path, message: expect.any(String) }]);
    expect(await subscriptions('kim@shop.test')).toEqual(defaults);
  });
});

describe('importing preferences', () => {
  const importChoices = (body: unknown, path = 'offers', key?: string): Promise<ApiResponse> =>
    api('POST', `/v1/topics/${path}/import`, body, key);

  // TO-12
  test('overwrites earlier choices for this topic only, and counts each address once', async () => {
    await savePreferences('kim@shop.test', { offers: true, tips: true });

    const imported = await importChoices({
      emails: [' Kim@shop.test ', 'lee@shop.test', 'KIM@SHOP.TEST'],
      subscribed: false,
    });

    expect(imported).toMatchObject({ status: 200 });
    expect(imported.body).toEqual({ key: 'offers', subscribed: false, updated: 2, duplicates: 1 });
    expect(await subscriptions('kim@shop.test')).toEqual({ offers: false, tips: true });
    expect(await subscriptions('lee@shop.test')).toEqual({ offers: false, tips: false });
  });

  test('can subscribe as well as unsubscribe', async () => {
    await importChoices({ emails: ['kim@shop.test'], subscribed: true }, 'tips');

    expect(await subscriptions('kim@shop.test')).toEqual({ offers: true, tips: true });
  });

  // TO-12
  test('does not change suppressions', async () => {
    await api('POST', '/v1/suppressions', { email: 'kim@shop.test', scope: 'marketing' });

    await importChoices({ emails: ['kim@shop.test'], subscribed: true });

    const { body } = await api('GET', '/v1/suppressions?email=kim@shop.test');
    expect(body.data).toHaveLength(1);
  });

  // TO-12
  test('accepts 50,000 addresses', async () => {
    const uniqueEmails = Array.from({ length: 5_000 }, (_, index) => `p${index}@shop.test`);
    const emails = Array.from({ length: 10 }, () => uniqueEmails).flat();

    const imported = await importChoices({ emails, subscribed: false });

    expect(imported).toMatchObject({ status: 200, body: { updated: 5_000, duplicates: 45_000 } });
    for (const email of ['p0@shop.test', 'p2499@shop.test', 'p4999@shop.test']) {
      expect(await subscriptions(email)).toEqual({ offers: false, tips: false });
    }
  });

  test('refuses 50,001 addresses', async () => {
    const response = await importChoices({
      emails: Array.from({ length: 50_001 }, () => 'kim@shop.test'),
      subscribed: false,
    });

    expect(refusalOf(response)).toMatchObject({ status: 422, message: 'Validation failed' });
    expect(await subscriptions('kim@shop.test')).toEqual(defaults);
  });

  // TO-13
  test('is refused if one address is invalid, and nothing is saved', async () => {
    const response = await importChoices({ emails: ['kim@shop.test', 'nobody'], subscribed: false });

    expect(refusalOf(response)).toEqual({
      status: 422,
      type: 'invalid_request',
      message: 'Validation failed',
    });
    expect(response.body.error.details).toEqual([{ path: ['emails', 1], message: 'not an email address' }]);
    expect(await subscriptions('kim@shop.test')).toEqual(defaults);
  });

  test.each([
    [{ emails: [], subscribed: false }, ['emails']],
    [{ subscribed: false }, ['emails']],
    [{ emails: 'kim@shop.test', subscribed: false }, ['emails']],
    [{ emails: ['kim@shop.test'] }, ['subscribed']],
    [{ emails: ['kim@shop.test'], subscribed: null }, ['subscribed']],
  ])('refuses %j and names the field', async (body, path) => {
    const response = await importChoices(body);

    expect(refusalOf(response)).toMatchObject({ status: 422, message: 'Validation failed' });
    expect(response.body.error.details).toEqual([{ path, message: expect.any(String) }]);
  });

  test("for an unknown topic, or another workspace's topic, returns 404", async () => {
    const otherWorkspace = await aWorkspace(service);
    const body = { emails: ['kim@shop.test'], subscribed: false };

    const responses = [
      await importChoices(body, 'nope'),
      await importChoices(body, 'offers', otherWorkspace.key),
    ];

    for (const response of responses) {
      expect(refusalOf(response)).toEqual({ status: 404, type: 'not_found', message: 'No such topic' });
    }
    expect(await subscriptions('kim@shop.test')).toEqual(defaults);
  });
});
