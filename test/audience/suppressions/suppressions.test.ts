import { randomUUID } from 'node:crypto';
import { aSuppressedAddress, refusalOf } from '../../support/arrange';
import { aDomain, anEmail, aWorkspace } from '../../support/factories';
import type { Answer } from '../../support/service';
import { aTime, anId, emptyList } from '../../support/matchers';
import { theService } from '../../support/the-service';

const service = theService();
let workspace: { id: string; key: string };

beforeEach(async () => {
  workspace = await aWorkspace(service);
});

const api = (method: string, path: string, body?: unknown, key = workspace.key): Promise<Answer> =>
  service.api(method, path, { key, body });

const suppress = (body: Record<string, unknown>): Promise<Answer> => api('POST', '/v1/suppressions', body);

const list = (query = '', key?: string): Promise<Answer> =>
  api('GET', `/v1/suppressions${query}`, undefined, key);

const lift = (email: string, query = '', key?: string): Promise<Answer> =>
  api('DELETE', `/v1/suppressions/${encodeURIComponent(email)}${query}`, undefined, key);

/** Every row of the address: `{ all: 'manual', marketing: 'unsubscribe' }`. */
async function reasons(email: string): Promise<Record<string, string>> {
  const { body } = await list(`?email=${encodeURIComponent(email)}`);
  const rows = body.data as { scope: string; reason: string }[];
  return Object.fromEntries(rows.map(({ scope, reason }) => [scope, reason]));
}

/** Moves the clock, so that two writes never happen at the same time. */
const later = () => service.advance(1);

describe('suppressing an address', () => {
  test('refuses all mail to it by hand, unless it says otherwise', async () => {
    const { status, body } = await suppress({ email: ' Kim@Shop.test ' });

    expect(status).toBe(201);
    expect(body).toEqual({
      id: anId,
      email: 'kim@shop.test',
      reason: 'manual',
      scope: 'all',
      detail: null,
      created_at: aTime,
    });
    expect((await list()).body).toEqual({ ...emptyList, data: [body] });
  });

  test('takes effect on the next send', async () => {
    const { domain } = await aDomain(service, workspace.id);
    await suppress({ email: 'kim@shop.test', reason: 'list_hygiene' });

    const sent = await api('POST', '/v1/emails', anEmail({ from: `a@${domain}`, to: 'KIM@shop.test' }));

    expect(sent.body).toMatchObject({ skipped: true, reason: 'suppressed:list_hygiene' });
  });

  test.each(['hard_bounce', 'complaint', 'unsubscribe', 'manual', 'list_hygiene'])(
    'takes the reason %s',
    async (reason) => {
      expect(await suppress({ email: 'kim@shop.test', reason })).toMatchObject({
        status: 201,
        body: { reason },
      });
    },
  );

  test('has a row for each scope', async () => {
    await suppress({ email: 'kim@shop.test', scope: 'all', reason: 'complaint' });
    await suppress({ email: 'kim@shop.test', scope: 'transactional' });
    await suppress({ email: 'kim@shop.test', scope: 'marketing', reason: 'unsubscribe' });

    expect(await reasons('kim@shop.test')).toEqual({
      all: 'complaint',
      transactional: 'manual',
      marketing: 'unsubscribe',
    });
  });

  test.each(['manual', 'list_hygiene', 'unsubscribe'])(
    'again replaces the reason %s and keeps the rest',
    async (reason) => {
      const first = await suppress({ email: 'kim@shop.test', reason });
      await later();

      const second = await suppress({ email: 'KIM@shop.test', reason: 'complaint' });

      expect(second.status).toBe(201);
      expect(second.body).toEqual({ ...first.body, reason: 'complaint' });
      expect((await list()).body.data).toEqual([second.body]);
    },
  );

  test.each(['hard_bounce', 'complaint'])('again never replaces the reason %s', async (reason) => {
    const first = await suppress({ email: 'kim@shop.test', reason });

    const second = await suppress({ email: 'kim@shop.test', reason: 'unsubscribe' });

    expect(second).toMatchObject({ status: 201, body: first.body });
  });

  test('twenty times at once makes one row', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        suppress({ email: 'kim@shop.test', reason: index % 2 ? 'hard_bounce' : 'manual' }),
      ),
    );

    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect((await list()).body.data).toHaveLength(1);
    expect(await reasons('kim@shop.test')).toEqual({ all: 'hard_bounce' });
  });

  test('again after a bounce keeps the bounce', async () => {
    const { domain } = await aDomain(service, workspace.id);
    const email = await aSuppressedAddress(service, { key: workspace.key, from: `a@${domain}` });

    const { body } = await suppress({ email, reason: 'manual' });

    expect(body).toMatchObject({ email, reason: 'hard_bounce', scope: 'all' });
    expect((await list()).body.data).toEqual([body]);
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
  ])('%j is refused, naming the field', async (body, path) => {
    const answer = await suppress(body);

    expect(refusalOf(answer)).toEqual({ status: 422, type: 'invalid_request', message: 'Validation failed' });
    expect(answer.body.error.details).toEqual([{ path, message: expect.any(String) }]);
    expect((await list()).body).toEqual(emptyList);
  });
});

describe('scheduled mail', () => {
  /** Schedules a mail to both of them and returns how it stands after the suppression. */
  async function scheduledThen(change: () => Promise<Answer>): Promise<{ status: string; to: string[] }> {
    const { domain } = await aDomain(service, workspace.id);
    const to = ['kim@shop.test', 'lee@shop.test'];
    const body = anEmail({ from: `a@${domain}`, to, scheduled_at: 'in 2 hours' });
    const { id } = (await api('POST', '/v1/emails', body)).body;
    expect((await change()).status).toBe(201);
    const { status, to: left } = (await api('GET', `/v1/emails/${id}`)).body;
    return { status, to: left };
  }

  test.each(['all', 'transactional', 'marketing'])(
    'loses an address that unsubscribes in the scope %s, also transactional mail',
    async (scope) => {
      const scheduled = await scheduledThen(() =>
        suppress({ email: 'Kim@shop.test', scope, reason: 'unsubscribe' }),
      );

      expect(scheduled).toEqual({ status: 'scheduled', to: ['lee@shop.test'] });
    },
  );

  test('loses an address also when its row keeps a graver reason', async () => {
    const marketing = { email: 'kim@shop.test', scope: 'marketing' };
    await suppress({ ...marketing, reason: 'complaint' });

    const scheduled = await scheduledThen(() => suppress({ ...marketing, reason: 'unsubscribe' }));

    expect(scheduled.to).toEqual(['lee@shop.test']);
  });

  test('is canceled when everybody unsubscribes', async () => {
    const emails = ['kim@shop.test', 'LEE@shop.test'];

    const scheduled = await scheduledThen(() =>
      api('POST', '/v1/suppressions/batch', { emails, reason: 'unsubscribe' }),
    );

    expect(scheduled.status).toBe('canceled');
  });

  test('stays as it is when an address is suppressed for another reason', async () => {
    const scheduled = await scheduledThen(() => suppress({ email: 'kim@shop.test', reason: 'manual' }));

    expect(scheduled).toEqual({ status: 'scheduled', to: ['kim@shop.test', 'lee@shop.test'] });
  });
});

describe('the list of suppressions', () => {
  /** Suppresses these, one after the other. */
  async function suppressed(count: number): Promise<string[]> {
    const emails = Array.from({ length: count }, (_, index) => `p${index}@shop.test`);
    for (const email of emails) {
      await suppress({ email });
      await later();
    }
    return emails;
  }

  const emailsOf = ({ body }: Answer): string[] => body.data.map(({ email }: { email: string }) => email);

  test('is empty at first', async () => {
    expect((await list()).body).toEqual(emptyList);
  });

  test('is newest first, in pages that follow each other', async () => {
    const emails = await suppressed(5);

    const first = await list('?limit=2');
    const second = await list(`?limit=2&cursor=${first.body.next_cursor}`);
    const third = await list(`?limit=2&cursor=${second.body.next_cursor}`);

    expect([first, second, third].map(({ body }) => body.has_more)).toEqual([true, true, false]);
    expect(third.body.next_cursor).toBeNull();
    expect([first, second, third].flatMap(emailsOf)).toEqual(emails.toReversed());
  });

  test('has no page after a last one that is full', async () => {
    await suppressed(2);

    expect((await list('?limit=2')).body).toMatchObject({ has_more: false, next_cursor: null });
  });

  test('keeps an address where it is when it is suppressed again, and has it on top when it is so anew', async () => {
    await suppressed(2);
    await suppress({ email: 'p0@shop.test', reason: 'complaint' });
    const again = emailsOf(await list());
    await lift('p0@shop.test');

    await suppress({ email: 'p0@shop.test' });

    expect(again).toEqual(['p1@shop.test', 'p0@shop.test']);
    expect(emailsOf(await list())).toEqual(['p0@shop.test', 'p1@shop.test']);
  });

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
  ])('takes every page size and cursor: %s', async (query, size) => {
    const emails = Array.from({ length: 101 }, (_, index) => `p${index}@shop.test`);
    await api('POST', '/v1/suppressions/batch', { emails });

    const answer = await list(query);

    expect(answer).toMatchObject({ status: 200, body: { has_more: true } });
    expect(answer.body.data).toHaveLength(size);
  });

  test('of one address has its row of every scope, whatever the page size', async () => {
    const rows: unknown[] = [];
    for (const scope of ['marketing', 'all', 'transactional']) {
      rows.unshift((await suppress({ email: 'kim@shop.test', scope })).body);
      await later();
    }
    await suppress({ email: 'lee@shop.test' });

    const answer = await list('?email=%20KIM@Shop.test%20&limit=1');

    expect(answer).toMatchObject({ status: 200, body: { ...emptyList, data: rows } });
  });

  test.each(['nobody@shop.test', 'kim', '', '%20', `${'x'.repeat(5_000)}@shop.test`, '%00'])(
    'of an address without any is empty (%#)',
    async (email) => {
      await suppress({ email: 'kim@shop.test' });

      expect(await list(`?email=${email}`)).toMatchObject({ status: 200, body: emptyList });
    },
  );

  test("has no rows of another workspace's", async () => {
    await suppress({ email: 'kim@shop.test' });
    const stranger = await aWorkspace(service);

    const answers = [await list('', stranger.key), await list('?email=kim@shop.test', stranger.key)];

    expect(answers.map(({ body }) => body)).toEqual([emptyList, emptyList]);
  });
});

describe('lifting a suppression', () => {
  test('removes the row of this scope and no other', async () => {
    await suppress({ email: 'kim@shop.test', scope: 'all', reason: 'complaint' });
    await suppress({ email: 'kim@shop.test', scope: 'marketing' });

    const { status, body } = await lift(' KIM@shop.test', '?scope=marketing');

    expect(status).toBe(200);
    expect(body).toEqual({ email: 'kim@shop.test', scope: 'marketing', removed: true });
    expect(await reasons('kim@shop.test')).toEqual({ all: 'complaint' });
  });

  test('means the scope "all" unless it says otherwise, and says when there is none', async () => {
    await suppress({ email: 'kim@shop.test', scope: 'marketing' });

    const { status, body } = await lift('kim@shop.test');

    expect(status).toBe(200);
    expect(body).toEqual({ email: 'kim@shop.test', scope: 'all', removed: false });
    expect(await reasons('kim@shop.test')).toEqual({ marketing: 'manual' });
  });

  test('lets mail through again, whatever the reason was', async () => {
    const { domain } = await aDomain(service, workspace.id);
    await suppress({ email: 'kim@shop.test', reason: 'hard_bounce' });
    await lift('kim@shop.test');

    const sent = await api('POST', '/v1/emails', anEmail({ from: `a@${domain}`, to: 'kim@shop.test' }));

    expect(sent.body).toMatchObject({ status: 'sent', skipped: false });
  });

  test('twenty times at once removes it once', async () => {
    await suppress({ email: 'kim@shop.test' });

    const answers = await Promise.all(Array.from({ length: 20 }, () => lift('kim@shop.test')));

    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(answers.filter(({ body }) => body.removed)).toHaveLength(1);
  });

  test.each(['batch@shop.test', 'a/b@shop.test', 'a+b@shop.test', 'a%b@shop.test', "o'b@shop.test"])(
    'takes the address %s in the path',
    async (email) => {
      await suppress({ email });

      expect((await lift(email)).body).toEqual({ email, scope: 'all', removed: true });
    },
  );

  test.each(['kim', '%00', '%E0%A4%A', 'x'.repeat(3_000)])(
    'takes what is no address as one without suppression (%#)',
    async (email) => {
      const answer = await api('DELETE', `/v1/suppressions/${email}`);

      expect(answer).toMatchObject({ status: 200, body: { removed: false } });
    },
  );

  test.each(['both', '', 'ALL', '%20all'])('refuses the scope %j', async (scope) => {
    await suppress({ email: 'kim@shop.test' });

    const answer = await lift('kim@shop.test', `?scope=${scope}`);

    expect(refusalOf(answer)).toMatchObject({ status: 422, type: 'invalid_request' });
    expect(answer.body.error.message).toMatch(/^scope: /);
    expect(await reasons('kim@shop.test')).toEqual({ all: 'manual' });
  });

  test("does not reach another workspace's", async () => {
    await suppress({ email: 'kim@shop.test' });
    const stranger = await aWorkspace(service);

    const { body } = await lift('kim@shop.test', '', stranger.key);

    expect(body.removed).toBe(false);
    expect(await reasons('kim@shop.test')).toEqual({ all: 'manual' });
  });
});

test('a bounce is in the list with its address and can be lifted', async () => {
  const { domain } = await aDomain(service, workspace.id);
  const email = await aSuppressedAddress(service, { key: workspace.key, from: `a@${domain}` });

  const { body } = await list();
  const lifted = await lift(email);

  expect(body.data).toEqual([
    { id: anId, email, reason: 'hard_bounce', scope: 'all', detail: null, created_at: aTime },
  ]);
  expect(lifted.body).toEqual({ email, scope: 'all', removed: true });
});

test('a request that is repeated with its key answers as before', async () => {
  const headers = { 'Idempotency-Key': randomUUID() };
  const body = { email: 'kim@shop.test' };
  const first = await service.api('POST', '/v1/suppressions', { key: workspace.key, headers, body });
  await lift('kim@shop.test');

  const again = await service.api('POST', '/v1/suppressions', { key: workspace.key, headers, body });

  expect(again).toMatchObject({ status: 201, body: first.body });
  expect((await list()).body).toEqual(emptyList);
});
