import { refusalOf } from '../../support/api-helpers';
import { aWorkspace } from '../../support/factories';
import type { ApiResponse } from '../../support/service';
import { useService } from '../../support/use-service';

const service = useService();
let workspace: { id: string; key: string };

beforeEach(async () => {
  workspace = await aWorkspace(service);
});

afterEach(() => service.control('DELETE', '/faults'));

const api = (method: string, path: string, body?: unknown, key = workspace.key): Promise<ApiResponse> =>
  service.api(method, path, { key, body });

const suppressAddresses = (body: unknown): Promise<ApiResponse> =>
  api('POST', '/v1/suppressions/batch', body);

const liftSuppressions = (body: unknown, key?: string): Promise<ApiResponse> =>
  api('DELETE', '/v1/suppressions/batch', body, key);

/** Returns every suppression of the workspace, for example `kim@shop.test marketing list_hygiene`. */
async function listRows(): Promise<string[]> {
  const { body } = await api('GET', '/v1/suppressions?limit=100');
  const data = body.data as { email: string; scope: string; reason: string }[];
  return data.map(({ email, scope, reason }) => `${email} ${scope} ${reason}`).toSorted();
}

const addresses = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `p${index}@shop.test`);

describe('suppressing many addresses', () => {
  // SU-9
  test('defaults to the reason list_hygiene and the scope marketing, and stores each address once', async () => {
    const { status, body } = await suppressAddresses({
      emails: [' Kim@shop.test', 'lee@shop.test', 'KIM@SHOP.test '],
    });

    expect(status).toBe(201);
    expect(body).toEqual({ suppressed: 2, duplicates: 1 });
    expect(await listRows()).toEqual([
      'kim@shop.test marketing list_hygiene',
      'lee@shop.test marketing list_hygiene',
    ]);
  });

  test('applies the given scope and reason to every address', async () => {
    await suppressAddresses({ emails: addresses(2), scope: 'all', reason: 'unsubscribe' });

    expect(await listRows()).toEqual(['p0@shop.test all unsubscribe', 'p1@shop.test all unsubscribe']);
  });

  test('counts addresses that are already suppressed, and keeps bounces and complaints', async () => {
    for (const [index, reason] of ['hard_bounce', 'complaint', 'manual'].entries()) {
      await api('POST', '/v1/suppressions', { email: `p${index}@shop.test`, scope: 'marketing', reason });
    }

    const { body } = await suppressAddresses({ emails: addresses(4) });

    expect(body).toEqual({ suppressed: 4, duplicates: 0 });
    expect(await listRows()).toEqual([
      'p0@shop.test marketing hard_bounce',
      'p1@shop.test marketing complaint',
      'p2@shop.test marketing list_hygiene',
      'p3@shop.test marketing list_hygiene',
    ]);
  });

  test('keeps bounces that arrive concurrently', async () => {
    const bounces = addresses(30).map((email) =>
      api('POST', '/v1/suppressions', { email, reason: 'hard_bounce' }),
    );

    const { status } = await suppressAddresses({ emails: addresses(60), scope: 'all' });
    const bounced = await Promise.all(bounces);

    expect([status, ...bounced.map((response) => response.status)]).toEqual(Array(31).fill(201));
    expect(await listRows()).toEqual(
      addresses(60)
        .map((email, index) => `${email} all ${index < 30 ? 'hard_bounce' : 'list_hygiene'}`)
        .toSorted(),
    );
  });

  // SU-9
  test('accepts 10,000 addresses', async () => {
    const { status, body } = await suppressAddresses({ emails: addresses(10_000) });

    expect(status).toBe(201);
    expect(body).toEqual({ suppressed: 10_000, duplicates: 0 });
    expect((await api('GET', '/v1/suppressions?email=p9999@shop.test')).body.data).toHaveLength(1);
  });

  test('can be repeated after a partial failure', async () => {
    await service.control('POST', '/faults', {
      service: 'dynamodb',
      operation: 'TransactWriteItems',
      function: 'createSuppressionBatch',
      error: 'InternalServerError',
      skip: 2,
    });
    const failed = await suppressAddresses({ emails: addresses(100) });
    await service.control('DELETE', '/faults');

    const repeated = await suppressAddresses({ emails: addresses(100) });

    expect(failed.status).toBe(500);
    expect(repeated.body).toEqual({ suppressed: 100, duplicates: 0 });
    expect(await listRows()).toHaveLength(100);
  });
});

describe('lifting many suppressions', () => {
  // SU-14
  test('removes and counts only suppressions of the given scope', async () => {
    await suppressAddresses({ emails: addresses(3), scope: 'marketing' });
    await suppressAddresses({ emails: addresses(2), scope: 'all', reason: 'complaint' });

    const { status, body } = await liftSuppressions({
      emails: ['P0@shop.test', ' p0@shop.test', 'p2@shop.test', 'nobody@shop.test'],
      scope: 'marketing',
    });

    expect(status).toBe(200);
    expect(body).toEqual({ removed: 2 });
    expect(await listRows()).toEqual([
      'p0@shop.test all complaint',
      'p1@shop.test all complaint',
      'p1@shop.test marketing list_hygiene',
    ]);
  });

  // SU-14
  test('defaults to the scope "all"', async () => {
    await suppressAddresses({ emails: addresses(1), scope: 'marketing' });
    await suppressAddresses({ emails: addresses(1), scope: 'all' });

    const { body } = await liftSuppressions({ emails: addresses(1) });

    expect(body).toEqual({ removed: 1 });
    expect(await listRows()).toEqual(['p0@shop.test marketing list_hygiene']);
  });

  test('accepts 10,000 addresses', async () => {
    await suppressAddresses({ emails: addresses(150), scope: 'all' });

    const response = await liftSuppressions({ emails: addresses(10_000) });

    expect(response).toMatchObject({ status: 200, body: { removed: 150 } });
    expect(await listRows()).toEqual([]);
  });

  test('twice concurrently counts each suppression once', async () => {
    await suppressAddresses({ emails: addresses(30), scope: 'all' });

    const responses = await Promise.all([
      liftSuppressions({ emails: addresses(30) }),
      liftSuppressions({ emails: addresses(30) }),
    ]);

    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    expect(responses.reduce((sum, { body }) => sum + Number(body.removed), 0)).toBe(30);
  });

  test('does not affect another workspace', async () => {
    await suppressAddresses({ emails: addresses(1), scope: 'all' });
    const otherWorkspace = await aWorkspace(service);

    const { body } = await liftSuppressions({ emails: addresses(1) }, otherWorkspace.key);

    expect(body).toEqual({ removed: 0 });
    expect(await listRows()).toHaveLength(1);
  });
});

describe.each(['POST', 'DELETE'])('%s /v1/suppressions/batch', (method) => {
  const callBatch = (body: unknown) => api(method, '/v1/suppressions/batch', body);

  // SU-10
  test.each([
    [{}, ['emails']],
    [{ emails: [] }, ['emails']],
    [{ emails: 'p0@shop.test' }, ['emails']],
    [{ emails: addresses(10_001) }, ['emails']],
    [{ emails: ['p0@shop.test', 7] }, ['emails', 1]],
    [{ emails: ['p0@shop.test', 'p1'] }, ['emails', 1]],
    [{ emails: ['p0@shop.test'], scope: 'both' }, ['scope']],
  ])('refuses an invalid body, names the field, and changes nothing (%#)', async (body, path) => {
    await api('POST', '/v1/suppressions', { email: 'p0@shop.test' });

    const response = await callBatch(body);

    expect(refusalOf(response)).toEqual({
      status: 422,
      type: 'invalid_request',
      message: 'Validation failed',
    });
    expect(response.body.error.details).toEqual([{ path, message: expect.any(String) }]);
    expect(await listRows()).toEqual(['p0@shop.test all manual']);
  });

  test('requires a body', async () => {
    expect(refusalOf(await callBatch(undefined))).toMatchObject({ status: 400, type: 'invalid_json' });
  });
});

test('POST /v1/suppressions/batch refuses an unknown reason', async () => {
  const response = await suppressAddresses({ emails: addresses(1), reason: 'because' });

  expect(refusalOf(response)).toMatchObject({ status: 422, message: 'Validation failed' });
  expect(await listRows()).toEqual([]);
});
