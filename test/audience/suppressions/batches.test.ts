import { refusalOf } from '../../support/arrange';
import { aWorkspace } from '../../support/factories';
import type { Answer } from '../../support/service';
import { theService } from '../../support/the-service';

const service = theService();
let workspace: { id: string; key: string };

beforeEach(async () => {
  workspace = await aWorkspace(service);
});

afterEach(() => service.control('DELETE', '/faults'));

const api = (method: string, path: string, body?: unknown, key = workspace.key): Promise<Answer> =>
  service.api(method, path, { key, body });

const suppressAll = (body: unknown): Promise<Answer> => api('POST', '/v1/suppressions/batch', body);

const liftAll = (body: unknown, key?: string): Promise<Answer> =>
  api('DELETE', '/v1/suppressions/batch', body, key);

/** Every row of the workspace: `kim@shop.test marketing list_hygiene`. */
async function rows(): Promise<string[]> {
  const { body } = await api('GET', '/v1/suppressions?limit=100');
  const data = body.data as { email: string; scope: string; reason: string }[];
  return data.map(({ email, scope, reason }) => `${email} ${scope} ${reason}`).toSorted();
}

const addresses = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `p${index}@shop.test`);

describe('suppressing many addresses', () => {
  test('cleans a list: marketing only, each address once', async () => {
    const { status, body } = await suppressAll({
      emails: [' Kim@shop.test', 'lee@shop.test', 'KIM@SHOP.test '],
    });

    expect(status).toBe(201);
    expect(body).toEqual({ suppressed: 2, duplicates: 1 });
    expect(await rows()).toEqual([
      'kim@shop.test marketing list_hygiene',
      'lee@shop.test marketing list_hygiene',
    ]);
  });

  test('has one scope and one reason for all', async () => {
    await suppressAll({ emails: addresses(2), scope: 'all', reason: 'unsubscribe' });

    expect(await rows()).toEqual(['p0@shop.test all unsubscribe', 'p1@shop.test all unsubscribe']);
  });

  test('counts those that were suppressed already, and keeps a bounce and a complaint', async () => {
    for (const [index, reason] of ['hard_bounce', 'complaint', 'manual'].entries()) {
      await api('POST', '/v1/suppressions', { email: `p${index}@shop.test`, scope: 'marketing', reason });
    }

    const { body } = await suppressAll({ emails: addresses(4) });

    expect(body).toEqual({ suppressed: 4, duplicates: 0 });
    expect(await rows()).toEqual([
      'p0@shop.test marketing hard_bounce',
      'p1@shop.test marketing complaint',
      'p2@shop.test marketing list_hygiene',
      'p3@shop.test marketing list_hygiene',
    ]);
  });

  test('leaves those alone that bounce at the same moment', async () => {
    const bounces = addresses(30).map((email) =>
      api('POST', '/v1/suppressions', { email, reason: 'hard_bounce' }),
    );

    const { status } = await suppressAll({ emails: addresses(60), scope: 'all' });
    const bounced = await Promise.all(bounces);

    expect([status, ...bounced.map((answer) => answer.status)]).toEqual(Array(31).fill(201));
    expect(await rows()).toEqual(
      addresses(60)
        .map((email, index) => `${email} all ${index < 30 ? 'hard_bounce' : 'list_hygiene'}`)
        .toSorted(),
    );
  });

  test('takes 10,000 addresses', async () => {
    const { status, body } = await suppressAll({ emails: addresses(10_000) });

    expect(status).toBe(201);
    expect(body).toEqual({ suppressed: 10_000, duplicates: 0 });
    expect((await api('GET', '/v1/suppressions?email=p9999@shop.test')).body.data).toHaveLength(1);
  });

  test('can be repeated when it failed half-way', async () => {
    await service.control('POST', '/faults', {
      service: 'dynamodb',
      operation: 'TransactWriteItems',
      function: 'createSuppressionBatch',
      error: 'InternalServerError',
      skip: 2,
    });
    const failed = await suppressAll({ emails: addresses(100) });
    await service.control('DELETE', '/faults');

    const repeated = await suppressAll({ emails: addresses(100) });

    expect(failed.status).toBe(500);
    expect(repeated.body).toEqual({ suppressed: 100, duplicates: 0 });
    expect(await rows()).toHaveLength(100);
  });
});

describe('lifting many suppressions', () => {
  test('removes the rows of exactly this scope, and counts them', async () => {
    await suppressAll({ emails: addresses(3), scope: 'marketing' });
    await suppressAll({ emails: addresses(2), scope: 'all', reason: 'complaint' });

    const { status, body } = await liftAll({
      emails: ['P0@shop.test', ' p0@shop.test', 'p2@shop.test', 'nobody@shop.test'],
      scope: 'marketing',
    });

    expect(status).toBe(200);
    expect(body).toEqual({ removed: 2 });
    expect(await rows()).toEqual([
      'p0@shop.test all complaint',
      'p1@shop.test all complaint',
      'p1@shop.test marketing list_hygiene',
    ]);
  });

  test('means the scope "all" unless it says otherwise', async () => {
    await suppressAll({ emails: addresses(1), scope: 'marketing' });
    await suppressAll({ emails: addresses(1), scope: 'all' });

    const { body } = await liftAll({ emails: addresses(1) });

    expect(body).toEqual({ removed: 1 });
    expect(await rows()).toEqual(['p0@shop.test marketing list_hygiene']);
  });

  test('takes 10,000 addresses', async () => {
    await suppressAll({ emails: addresses(150), scope: 'all' });

    const answer = await liftAll({ emails: addresses(10_000) });

    expect(answer).toMatchObject({ status: 200, body: { removed: 150 } });
    expect(await rows()).toEqual([]);
  });

  test('twice at once counts each row once', async () => {
    await suppressAll({ emails: addresses(30), scope: 'all' });

    const answers = await Promise.all([
      liftAll({ emails: addresses(30) }),
      liftAll({ emails: addresses(30) }),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers.reduce((sum, { body }) => sum + body.removed, 0)).toBe(30);
  });

  test("does not reach another workspace's", async () => {
    await suppressAll({ emails: addresses(1), scope: 'all' });
    const stranger = await aWorkspace(service);

    const { body } = await liftAll({ emails: addresses(1) }, stranger.key);

    expect(body).toEqual({ removed: 0 });
    expect(await rows()).toHaveLength(1);
  });
});

describe.each(['POST', 'DELETE'])('%s /v1/suppressions/batch', (method) => {
  const call = (body: unknown) => api(method, '/v1/suppressions/batch', body);

  test.each([
    [{}, ['emails']],
    [{ emails: [] }, ['emails']],
    [{ emails: 'p0@shop.test' }, ['emails']],
    [{ emails: addresses(10_001) }, ['emails']],
    [{ emails: ['p0@shop.test', 7] }, ['emails', 1]],
    [{ emails: ['p0@shop.test', 'p1'] }, ['emails', 1]],
    [{ emails: ['p0@shop.test'], scope: 'both' }, ['scope']],
  ])('refuses a bad body, naming the field, and changes nothing (%#)', async (body, path) => {
    await api('POST', '/v1/suppressions', { email: 'p0@shop.test' });

    const answer = await call(body);

    expect(refusalOf(answer)).toEqual({ status: 422, type: 'invalid_request', message: 'Validation failed' });
    expect(answer.body.error.details).toEqual([{ path, message: expect.any(String) }]);
    expect(await rows()).toEqual(['p0@shop.test all manual']);
  });

  test('needs a body', async () => {
    expect(refusalOf(await call(undefined))).toMatchObject({ status: 400, type: 'invalid_json' });
  });
});

test('a POST refuses an unknown reason', async () => {
  const answer = await suppressAll({ emails: addresses(1), reason: 'because' });

  expect(refusalOf(answer)).toMatchObject({ status: 422, message: 'Validation failed' });
  expect(await rows()).toEqual([]);
});
