import { randomUUID } from 'node:crypto';
import { aSuppressedAddress, refusalOf } from '../../support/api-helpers';
import { aDomain, anEmail, aWorkspace } from '../../support/factories';
import type { ApiResponse } from '../../support/service';
import { aTimestamp, anId, emptyList } from '../../support/matchers';
import { useService } from '../../support/use-service';

const service = useService();
let workspace: { id: string; key: string };

beforeEach(async () => {
  workspace = await aWorkspace(service);
});

const api = (method: string, path: string, body?: unknown, key = workspace.key): Promise<ApiResponse> =>
  service.api(method, path, { key, body });

const suppress = (body: Record<string, unknown>): Promise<ApiResponse> =>
  api('POST', '/v1/suppressions', body);

const listSuppressions = (query = '', key?: string): Promise<ApiResponse> =>
  api('GET', `/v1/suppressions${query}`, undefined, key);

const liftSuppression = (email: string, query = '', key?: string): Promise<ApiResponse> =>
  api('DELETE', `/v1/suppressions/${encodeURIComponent(email)}${query}`, undefined, key);

/** Returns the suppressions of the address, for example `{ all: 'manual', marketing: 'unsubscribe' }`. */
async function reasonsByScope(email: string): Promise<Record<string, string>> {
  const { body } = await listSuppressions(`?email=${encodeURIComponent(email)}`);
  const rows = body.data as { scope: string; reason: string }[];
  return Object.fromEntries(rows.map(({ scope, reason }) => [scope, reason]));
}

/** Moves the clock so that no two writes have the same time. */
const advanceClock = () => service.advance(1);

describe('suppressing an address', () => {
  // SU-1, SU-5
  test('defaults to the reason manual and the scope all', async () => {
    const { status, body } = await suppress({ email: ' Kim@Shop.test ' });

    expect(status).toBe(201);
    expect(body).toEqual({
      id: anId,
      email: 'kim@shop.test',
      reason: 'manual',
      scope: 'all',
      detail: null,
      created_at: aTimestamp,
    });
    expect((await listSuppressions()).body).toEqual({ ...emptyList, data: [body] });
  });

  // SU-3
  test('takes effect on the next send', async () => {
    const { domain } = await aDomain(service, workspace.id);
    await suppress({ email: 'kim@shop.test', reason: 'list_hygiene' });

    const sent = await api('POST', '/v1/emails', anEmail({ from: `a@${domain}`, to: 'KIM@shop.test' }));

    expect(sent.body).toMatchObject({ skipped: true, reason: 'suppressed:list_hygiene' });
  });

  // SU-5
  test.each(['hard_bounce', 'complaint', 'unsubscribe', 'manual', 'list_hygiene'])(
    'accepts the reason %s',
    async (reason) => {
      expect(await suppress({ email: 'kim@shop.test', reason })).toMatchObject({
        status: 201,
        body: { reason },
      });
    },
  );

  // SU-1
  test('keeps one suppression per scope', async () => {
    await suppress({ email: 'kim@shop.test', scope: 'all', reason: 'complaint' });
    await suppress({ email: 'kim@shop.test', scope: 'transactional' });
    await suppress({ email: 'kim@shop.test', scope: 'marketing', reason: 'unsubscribe' });

    expect(await reasonsByScope('kim@shop.test')).toEqual({
      all: 'complaint',
      transactional: 'manual',
      marketing: 'unsubscribe',
    });
  });

  // SU-6
  test.each(['manual', 'list_hygiene', 'unsubscribe'])(
    'again replaces the reason %s and keeps the other fields',
    async (reason) => {
      const first = await suppress({ email: 'kim@shop.test', reason });
      await advanceClock();

      const second = await suppress({ email: 'KIM@shop.test', reason: 'complaint' });

      expect(second.status).toBe(201);
      expect(second.body).toEqual({ ...first.body, reason: 'complaint' });
      expect((await listSuppressions()).body.data).toEqual([second.body]);
    },
  );

  // SU-6
  test.each(['hard_bounce', 'complaint'])('again never replaces the reason %s', async (reason) => {
    const first = await suppress({ email: 'kim@shop.test', reason });

    const second = await suppress({ email: 'kim@shop.test', reason: 'unsubscribe' });

    expect(second).toMatchObject({ status: 201, body: first.body });
  });

  // SU-1
  test('twenty times concurrently creates one suppression', async () => {
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        suppress({ email: 'kim@shop.test', reason: index % 2 ? 'hard_bounce' : 'manual' }),
      ),
    );

    expect(new Set(responses.map(({ body }) => body.id)).size).toBe(1);
    expect((await listSuppressions()).body.data).toHaveLength(1);
    expect(await reasonsByScope('kim@shop.test')).toEqual({ all: 'hard_bounce' });
  });

  test('again after a bounce keeps the bounce', async () => {
    const { domain } = await aDomain(service, workspace.id);
    const email = await aSuppressedAddress(service, { key: workspace.key, from: `a@${domain}` });

    const { body } = await suppress({ email, reason: 'manual' });

    expect(body).toMatchObject({ email, reason: 'hard_bounce', scope: 'all' });
    expect((await listSuppressions()).body.data).toEqual([body]);
  });

  test.each([
    [{}, ['email']],
    [{ email: '' }, ['email']],
    [{ email: 'kim' }, ['email']],
    [{ email: 'Kim <kim@shop.test>' }, ['email']],
    [{ email: null }, ['email']],
    [{ email: 'kim@shop.test', scope: 'both' }, ['scope']],
    [{ email: 'kim@shop.test', scope: null }, ['scope']],
    [{ email: 'kim@shop.test', reason: 'because' }, ['reason']],
    [{ email: 'kim@shop.test', reason: null }, ['reason']],
  ])('%j is refused, and the error names the field', async (body, path) => {
    const response = await suppress(body);

    expect(refusalOf(response)).toEqual({
      status: 422,
      type: 'invalid_request',
      message: 'Validation failed',
    });
    expect(response.body.error.details).toEqual([{ path, message: expect.any(String) }]);
    expect((await listSuppressions()).body).toEqual(emptyList);
  });
});

describe('a scheduled email', () => {
  /** Schedules an email to two addresses, suppresses a recipient, and returns the resulting email. */
  async function scheduleThenChange(
    suppressRecipient: () => Promise<ApiResponse>,
  ): Promise<{ status: string; to: string[] }> {
    const { domain } = await aDomain(service, workspace.id);
    const to = ['kim@shop.test', 'lee@shop.test'];
    const body = anEmail({ from: `a@${domain}`, to, scheduled_at: 'in 2 hours' });
    const { id } = (await api('POST', '/v1/emails', body)).body;
    expect((await suppressRecipient()).status).toBe(201);
    const { status, to: remaining } = (await api('GET', `/v1/emails/${id}`)).body;
    return { status, to: remaining };
  }

  // SU-7
  test.each(['all', 'transactional', 'marketing'])(
    'loses a recipient that unsubscribes in the scope %s, even if the email is transactional',
    async (scope) => {
      const scheduled = await scheduleThenChange(() =>
        suppress({ email: 'Kim@shop.test', scope, reason: 'unsubscribe' }),
      );

      expect(scheduled).toEqual({ status: 'scheduled', to: ['lee@shop.test'] });
    },
  );

  test('loses a recipient that unsubscribes, even if the suppression keeps a more severe reason', async () => {
    const marketing = { email: 'kim@shop.test', scope: 'marketing' };
    await suppress({ ...marketing, reason: 'complaint' });

    const scheduled = await scheduleThenChange(() => suppress({ ...marketing, reason: 'unsubscribe' }));

    expect(scheduled.to).toEqual(['lee@shop.test']);
  });

  test('is canceled when every recipient unsubscribes', async () => {
    const emails = ['kim@shop.test', 'LEE@shop.test'];

    const scheduled = await scheduleThenChange(() =>
      api('POST', '/v1/suppressions/batch', { emails, reason: 'unsubscribe' }),
    );

    expect(scheduled.status).toBe('canceled');
  });

  // SU-8
  test('stays unchanged when a recipient is suppressed for a reason other than unsubscribe', async () => {
    const scheduled = await scheduleThenChange(() => suppress({ email: 'kim@shop.test', reason: 'manual' }));

    expect(scheduled).toEqual({ status: 'scheduled', to: ['kim@shop.test', 'lee@shop.test'] });
  });
});

describe('the list of suppressions', () => {
  /** Creates `count` suppressions, one after the other. */
  async function createSuppressions(count: number): Promise<string[]> {
    const emails = Array.from({ length: count }, (_, index) => `p${index}@shop.test`);
    for (const email of emails) {
      await suppress({ email });
      await advanceClock();
    }
    return emails;
  }

  const emailsOf = ({ body }: ApiResponse): string[] =>
    body.data.map(({ email }: { email: string }) => email);

  test('is empty without suppressions', async () => {
    expect((await listSuppressions()).body).toEqual(emptyList);
  });

  // SU-4
  test('is sorted newest first, in consecutive pages', async () => {
    const emails = await createSuppressions(5);

    const first = await listSuppressions('?limit=2');
    const second = await listSuppressions(`?limit=2&cursor=${first.body.next_cursor}`);
    const third = await listSuppressions(`?limit=2&cursor=${second.body.next_cursor}`);

    expect([first, second, third].map(({ body }) => body.has_more)).toEqual([true, true, false]);
    expect(third.body.next_cursor).toBeNull();
    expect([first, second, third].flatMap(emailsOf)).toEqual(emails.toReversed());
  });

  test('has no next page if the last page is full', async () => {
    await createSuppressions(2);

    expect((await listSuppressions('?limit=2')).body).toMatchObject({ has_more: false, next_cursor: null });
  });

  test('keeps the position of a repeated suppression, and puts a suppression that was lifted and added again on top', async () => {
    await createSuppressions(2);
    await suppress({ email: 'p0@shop.test', reason: 'complaint' });
    const repeated = emailsOf(await listSuppressions());
    await liftSuppression('p0@shop.test');

    await suppress({ email: 'p0@shop.test' });

    expect(repeated).toEqual(['p1@shop.test', 'p0@shop.test']);
    expect(emailsOf(await listSuppressions())).toEqual(['p0@shop.test', 'p1@shop.test']);
  });

  //
  test.each([
    ['', 50],
    ['?limit=0', 50],
    ['?limit=-1', 50],
    ['?limit=x', 50],
    ['?limit=0.5', 50],
    ['?limit=1.9', 1],
    ['?limit=100', 100],
    ['?limit=101', 100],
    ['?cursor=garbage', 50],
    [`?cursor=${Buffer.from('2026-01-01T00:00:00.000Z#x').toString('base64url')}`, 50],
  ])('accepts any page size and any cursor: %s', async (query, size) => {
    const emails = Array.from({ length: 101 }, (_, index) => `p${index}@shop.test`);
    await api('POST', '/v1/suppressions/batch', { emails });

    const response = await listSuppressions(query);

    expect(response).toMatchObject({ status: 200, body: { has_more: true } });
    expect(response.body.data).toHaveLength(size);
  });

  // SU-4
  test('of one address contains all its scopes, regardless of the page size', async () => {
    const rows: unknown[] = [];
    for (const scope of ['marketing', 'all', 'transactional']) {
      rows.unshift((await suppress({ email: 'kim@shop.test', scope })).body);
      await advanceClock();
    }
    await suppress({ email: 'lee@shop.test' });

    const response = await listSuppressions('?email=%20KIM@Shop.test%20&limit=1');

    expect(response).toMatchObject({ status: 200, body: { ...emptyList, data: rows } });
  });

  test.each(['nobody@shop.test', 'kim', '', '%20', `${'x'.repeat(5_000)}@shop.test`, '%00'])(
    'of an address without suppressions is empty (%#)',
    async (email) => {
      await suppress({ email: 'kim@shop.test' });

      expect(await listSuppressions(`?email=${email}`)).toMatchObject({ status: 200, body: emptyList });
    },
  );

  test('contains no suppressions of another workspace', async () => {
    await suppress({ email: 'kim@shop.test' });
    const otherWorkspace = await aWorkspace(service);

    const responses = [
      await listSuppressions('', otherWorkspace.key),
      await listSuppressions('?email=kim@shop.test', otherWorkspace.key),
    ];

    expect(responses.map(({ body }) => body)).toEqual([emptyList, emptyList]);
  });
});

describe('lifting a suppression', () => {
  // SU-11
  test('removes only the given scope', async () => {
    await suppress({ email: 'kim@shop.test', scope: 'all', reason: 'complaint' });
    await suppress({ email: 'kim@shop.test', scope: 'marketing' });

    const { status, body } = await liftSuppression(' KIM@shop.test', '?scope=marketing');

    expect(status).toBe(200);
    expect(body).toEqual({ email: 'kim@shop.test', scope: 'marketing', removed: true });
    expect(await reasonsByScope('kim@shop.test')).toEqual({ all: 'complaint' });
  });

  // SU-11
  test('defaults to the scope "all", and reports whether a suppression was removed', async () => {
    await suppress({ email: 'kim@shop.test', scope: 'marketing' });

    const { status, body } = await liftSuppression('kim@shop.test');

    expect(status).toBe(200);
    expect(body).toEqual({ email: 'kim@shop.test', scope: 'all', removed: false });
    expect(await reasonsByScope('kim@shop.test')).toEqual({ marketing: 'manual' });
  });

  // SU-13
  test('allows email again, regardless of the reason', async () => {
    const { domain } = await aDomain(service, workspace.id);
    await suppress({ email: 'kim@shop.test', reason: 'hard_bounce' });
    await liftSuppression('kim@shop.test');

    const sent = await api('POST', '/v1/emails', anEmail({ from: `a@${domain}`, to: 'kim@shop.test' }));

    expect(sent.body).toMatchObject({ status: 'sent', skipped: false });
  });

  test('twenty times concurrently removes the suppression once', async () => {
    await suppress({ email: 'kim@shop.test' });

    const responses = await Promise.all(Array.from({ length: 20 }, () => liftSuppression('kim@shop.test')));

    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(responses.filter(({ body }) => body.removed)).toHaveLength(1);
  });

  test.each(['batch@shop.test', 'a/b@shop.test', 'a+b@shop.test', 'a%b@shop.test', "o'b@shop.test"])(
    'accepts the address %s in the path',
    async (email) => {
      await suppress({ email });

      expect((await liftSuppression(email)).body).toEqual({ email, scope: 'all', removed: true });
    },
  );

  test.each(['kim', '%00', '%E0%A4%A', 'x'.repeat(3_000)])(
    'treats an invalid address like an address without suppression (%#)',
    async (email) => {
      const response = await api('DELETE', `/v1/suppressions/${email}`);

      expect(response).toMatchObject({ status: 200, body: { removed: false } });
    },
  );

  // SU-12
  test.each(['both', '', 'ALL', '%20all'])('refuses the scope %j', async (scope) => {
    await suppress({ email: 'kim@shop.test' });

    const response = await liftSuppression('kim@shop.test', `?scope=${scope}`);

    expect(refusalOf(response)).toMatchObject({ status: 422, type: 'invalid_request' });
    expect(response.body.error.message).toMatch(/^scope: /);
    expect(await reasonsByScope('kim@shop.test')).toEqual({ all: 'manual' });
  });

  test('does not affect another workspace', async () => {
    await suppress({ email: 'kim@shop.test' });
    const otherWorkspace = await aWorkspace(service);

    const { body } = await liftSuppression('kim@shop.test', '', otherWorkspace.key);

    expect(body.removed).toBe(false);
    expect(await reasonsByScope('kim@shop.test')).toEqual({ all: 'manual' });
  });
});

test('a bounce is listed with its address and can be lifted', async () => {
  const { domain } = await aDomain(service, workspace.id);
  const email = await aSuppressedAddress(service, { key: workspace.key, from: `a@${domain}` });

  const { body } = await listSuppressions();
  const lifted = await liftSuppression(email);

  expect(body.data).toEqual([
    { id: anId, email, reason: 'hard_bounce', scope: 'all', detail: null, created_at: aTimestamp },
  ]);
  expect(lifted.body).toEqual({ email, scope: 'all', removed: true });
});

test('a request repeated with the same Idempotency-Key returns the first response', async () => {
  const headers = { 'Idempotency-Key': randomUUID() };
  const body = { email: 'kim@shop.test' };
  const first = await service.api('POST', '/v1/suppressions', { key: workspace.key, headers, body });
  await liftSuppression('kim@shop.test');

  const repeated = await service.api('POST', '/v1/suppressions', { key: workspace.key, headers, body });

  expect(repeated).toMatchObject({ status: 201, body: first.body });
  expect((await listSuppressions()).body).toEqual(emptyList);
});
