import { randomUUID } from 'node:crypto';
import { aKey, aSuppressedAddress, refusalOf } from '../../support/api-helpers';
import { dayMs } from '../../../shared/core/time';
import { aDomain, anEmail, aWorkspace } from '../../support/factories';
import type { ApiResponse } from '../../support/service';
import { useService, useTimeTravelRuntime } from '../../support/use-service';
import { aTimestamp } from '../../support/matchers';

const service = useService();

afterEach(() => service.control('DELETE', '/faults'));

/** A workspace with an empty log. */
class EmailLog {
  private constructor(
    readonly key: string,
    readonly from: string,
  ) {}

  static async create(): Promise<EmailLog> {
    const { id, key } = await aWorkspace(service);
    return new EmailLog(key, `desk@${(await aDomain(service, id)).domain}`);
  }

  /** Sends an email and returns its id. */
  async send(overrides: Record<string, unknown> = {}): Promise<string> {
    const body = anEmail({ from: this.from, ...overrides });
    const sent = await service.api('POST', '/v1/emails', { key: this.key, body });
    if (sent.status !== 202) throw new Error(`Not sent: ${JSON.stringify(sent.body)}`);
    return sent.body.id;
  }

  async sendMany(count: number, overrides: Record<string, unknown> = {}): Promise<string[]> {
    const ids: string[] = [];
    for (let sentCount = 0; sentCount < count; sentCount += 10) {
      const chunk = Array.from({ length: Math.min(10, count - sentCount) }, () => this.send(overrides));
      ids.push(...(await Promise.all(chunk)));
    }
    return ids;
  }

  list(query = ''): Promise<ApiResponse> {
    return service.api('GET', `/v1/emails${query}`, { key: this.key });
  }

  async ids(query = ''): Promise<string[]> {
    return idsOf(await this.list(query));
  }

  /** Reads every page with the cursor of the previous page. */
  async pages(query: string): Promise<ApiResponse['body'][]> {
    const pages = [(await this.list(query)).body];
    for (let lastPage = pages[0]; lastPage.has_more; lastPage = pages.at(-1)) {
      pages.push((await this.list(`${query}&cursor=${encodeURIComponent(lastPage.next_cursor)}`)).body);
    }
    return pages;
  }
}

function idsOf(response: ApiResponse): string[] {
  expect(response).toMatchObject({ status: 200, body: { object: 'list', has_more: expect.any(Boolean) } });
  return response.body.data.map(({ id }: { id: string }) => id);
}

const idsOfPages = (pages: ApiResponse['body'][]): string[] =>
  pages.flatMap(({ data }) => data.map(({ id }: { id: string }) => id));

//
test('an empty log returns an empty list', async () => {
  const log = await EmailLog.create();

  expect((await log.list()).body).toEqual({ object: 'list', data: [], has_more: false, next_cursor: null });
});

// E-56
test('an entry has exactly the fields of the specification', async () => {
  const log = await EmailLog.create();
  const to = ['Kim <Kim@Example.com>', 'li@example.com'];

  const id = await log.send({ from: `Desk <${log.from}>`, to, cc: ['bo@example.com'] });
  await service.settle();
  const [mail] = await service.outbox(`?message_id=${id}`);

  expect((await log.list()).body.data).toEqual([
    {
      id,
      from: `Desk <${log.from}>`,
      to: ['Kim@Example.com', 'li@example.com'],
      subject: 'Hello',
      status: 'delivered',
      risk_class: 'transactional',
      provider_message_id: mail?.provider_message_id,
      scheduled_at: null,
      sent_at: aTimestamp,
      opened_at: null,
      clicked_at: null,
      created_at: aTimestamp,
    },
  ]);
});

test("another workspace's emails are not in the log", async () => {
  const [ownLog, otherLog] = [await EmailLog.create(), await EmailLog.create()];

  const id = await ownLog.send();

  expect(await otherLog.ids()).toEqual([]);
  expect(await ownLog.ids()).toEqual([id]);
});

describe('a log of 120 emails over two days', () => {
  useTimeTravelRuntime();

  let log: EmailLog;
  let allIds: string[];

  beforeAll(async () => {
    log = await EmailLog.create();
    const yesterday = await log.sendMany(70);
    await service.settle();
    await service.advance(dayMs);
    const today = await log.sendMany(50, { to: 'Li@Example.com' });
    await service.settle();
    allIds = [...yesterday, ...today];
  });

  // E-61, R-35
  test('lists every email once across pages, newest first', async () => {
    const pages = await log.pages('?limit=7');

    const entries = pages.flatMap(({ data }) => data);
    const order = entries.map(({ created_at, id }) => `${created_at} ${id}`);
    expect(pages.map(({ data }) => data.length)).toEqual([...Array(17).fill(7), 1]);
    expect(idsOfPages(pages).toSorted()).toEqual(allIds.toSorted());
    expect(order).toEqual(order.toSorted().toReversed());
    expect(new Set(entries.map(({ created_at }) => created_at.slice(0, 10))).size).toBe(2);
    expect(pages.at(-1)).toMatchObject({ has_more: false, next_cursor: null });
  });

  test('returns the same emails for every page size', async () => {
    const whole = idsOfPages(await log.pages('?limit=100'));

    for (const size of [11, 50, 99]) {
      expect(idsOfPages(await log.pages(`?limit=${size}`))).toEqual(whole);
    }
  });

  //
  test('ends without a cursor even if the last page is full', async () => {
    const pages = await log.pages('?limit=60');

    expect(pages.map(({ data, has_more }) => [data.length, has_more])).toEqual([
      [60, true],
      [60, false],
    ]);
  });

  test('continues after the cursor although newer emails were added', async () => {
    const freshLog = await EmailLog.create();
    const older = await freshLog.sendMany(4);
    const first = await freshLog.list('?limit=2');

    await freshLog.sendMany(3);
    const second = await freshLog.list(`?limit=2&cursor=${first.body.next_cursor}`);

    expect([...idsOf(first), ...idsOf(second)].toSorted()).toEqual(older.toSorted());
    expect(second.body.has_more).toBe(false);
  });

  //
  test.each([
    ['garbage', 'garbage'],
    ['a control character', '%00'],
    ['empty', ''],
    ['a date', Buffer.from('2026-11-01').toString('base64url')],
    ['a path', '..%2F..'],
    ['an encoded text that is not an id', Buffer.from('WS#other#EMAIL').toString('base64url')],
    ['long', 'x'.repeat(1_000)],
  ])('returns the first page for the unreadable cursor %s', async (_description, cursor) => {
    const response = await log.list(`?limit=5&cursor=${cursor}`);

    expect(idsOf(response)).toEqual(await log.ids('?limit=5'));
  });

  //
  test.each([
    ['', 50],
    ['?limit=', 50],
    ['?limit=abc', 50],
    ['?limit=0', 50],
    ['?limit=-3', 50],
    ['?limit=0.9', 50],
    ['?limit=NaN', 50],
    ['?limit=Infinity', 100],
    ['?limit=2.9', 2],
    ['?limit=1', 1],
    ['?limit=100', 100],
    ['?limit=101', 100],
    ['?limit=1e9', 100],
    ['?limit=3&limit=4', 4],
    ['?colour=red', 50],
  ])('with the query %j returns %i emails without an error', async (query, count) => {
    expect(await log.ids(query)).toHaveLength(count);
  });

  test('is filtered by recipient across days and pages', async () => {
    const pages = await log.pages('?to=li@example.com&limit=20');

    expect(pages.map(({ data }) => data.length)).toEqual([20, 20, 10]);
    expect(idsOfPages(pages).toSorted()).toEqual(allIds.slice(70).toSorted());
  });

  // E-62
  test('is filtered by a frequent status across pages', async () => {
    const pages = await log.pages('?status=delivered&limit=45');

    expect(pages.map(({ data }) => data.length)).toEqual([45, 45, 30]);
    expect(idsOfPages(pages).toSorted()).toEqual(allIds.toSorted());
  });
});

describe('the status filter', () => {
  // E-62
  test.each([
    '?status=unknown',
    '?status=',
    '?status=SENT',
    '?status=sent,delivered',
    '?status=sent&status=delivered',
    '?status=sent&status=sent',
    '?status=%00',
    '?status=pending_approval',
  ])('%s is refused', async (query) => {
    const response = await service.api('GET', `/v1/emails${query}`);

    expect(refusalOf(response)).toMatchObject({ status: 422, type: 'invalid_request' });
    expect(response.body.error.message).toMatch(/^status: /);
  });

  // E-59
  test('returns only the emails of the given status', async () => {
    const log = await EmailLog.create();
    const ids = await oneOfEachStatus(log);

    const found = Object.fromEntries(
      await Promise.all(Object.keys(ids).map(async (status) => [status, await log.ids(`?status=${status}`)])),
    );

    expect(found).toEqual(Object.fromEntries(Object.entries(ids).map(([status, id]) => [status, [id]])));
  });

  test('lists a held draft as queued with its scheduled_at', async () => {
    const log = await EmailLog.create();
    const { key } = await aKey(service, { creatorKey: log.key, requires_approval: true });
    const body = anEmail({ from: log.from, scheduled_at: '2099-12-24T18:00:00Z' });
    const { body: held } = await service.api('POST', '/v1/emails', { key, body });

    const { body: list } = await log.list('?status=queued');

    expect(list.data).toMatchObject([
      { id: held.id, status: 'queued', scheduled_at: '2099-12-24T18:00:00.000Z', sent_at: null },
    ]);
  });

  test('returns pages with cursors for a rare status', async () => {
    const log = await EmailLog.create();
    const to = await aSuppressedAddress(service, { from: log.from, key: log.key });
    await log.sendMany(3);
    const rejected = await log.sendMany(5, { to });

    const pages = await log.pages('?status=rejected&limit=2');

    expect(pages.map(({ data }) => data.length)).toEqual([2, 2, 1]);
    expect(idsOfPages(pages).toSorted()).toEqual(rejected.toSorted());
    expect(idsOfPages(pages)).toEqual(idsOfPages(pages).toSorted().toReversed());
  });
});

/** Sends one email for each status. */
async function oneOfEachStatus(log: EmailLog): Promise<Record<string, string>> {
  const complained = await log.send({ to: `complaint+${randomUUID()}@simulator.amazonses.com` });
  const bounced = await log.send({ to: 'bounce@simulator.amazonses.com' });
  await service.settle();
  const rejected = await log.send({ to: 'bounce@simulator.amazonses.com' });
  const delivered = await log.send();
  await service.settle();
  await service.control('PATCH', '/settings', { auto_delivery: false });
  const sent = await log.send();
  await service.settle();
  await service.control('PATCH', '/settings', { auto_delivery: true });
  const queued = await refusedByProvider(log, 'TooManyRequestsException');
  const failed = await refusedByProvider(log, 'MessageRejected');
  const scheduled = await log.send({ scheduled_at: 'in 2 hours' });
  const canceled = await log.send({ scheduled_at: 'in 2 hours' });
  await service.api('DELETE', `/v1/emails/${canceled}`, { key: log.key });
  return { queued, scheduled, sent, delivered, bounced, complained, rejected, canceled, failed };
}

/** Sends an email that SES rejects with this error, and returns its id. */
async function refusedByProvider(log: EmailLog, error: string): Promise<string> {
  const before = new Set(await log.ids());
  await service.control('POST', '/faults', { service: 'sesv2', operation: 'SendEmail', error });
  const body = anEmail({ from: log.from });
  const response = await service.api('POST', '/v1/emails', { key: log.key, body });
  await service.control('DELETE', '/faults');
  expect(refusalOf(response)).toMatchObject({ status: 502, type: 'provider_error' });
  return (await log.ids()).find((id) => !before.has(id)) ?? '';
}

describe('the recipient filter', () => {
  // E-15, E-63
  test.each(['kim@example.com', 'KIM@EXAMPLE.COM', 'Kim@example.com'])(
    'finds an address in any letter case: %s',
    async (query) => {
      const log = await EmailLog.create();
      const lower = await log.send({ to: 'kim@example.com' });
      const mixed = await log.send({ to: ['li@example.com', 'Kim <Kim@Example.com>'] });
      await log.send({ to: 'kim@example.com.au' });
      await log.send({ to: 'a.kim@example.com' });

      expect(await log.ids(`?to=${encodeURIComponent(query)}`)).toEqual([mixed, lower]);
    },
  );

  // E-63
  test('matches only `to`, and not `cc` or `bcc`', async () => {
    const log = await EmailLog.create();

    await log.send({ cc: ['bo@example.com'], bcc: ['al@example.com'] });

    expect([await log.ids('?to=bo@example.com'), await log.ids('?to=al@example.com')]).toEqual([[], []]);
  });

  test('can be combined with the status', async () => {
    const log = await EmailLog.create();
    const to = await aSuppressedAddress(service, { from: log.from, key: log.key });
    const rejected = await log.send({ to });
    await log.send();
    await service.settle();
    const query = `?to=${encodeURIComponent(to.toUpperCase())}`;

    expect(await log.ids(`${query}&status=rejected`)).toEqual([rejected]);
    expect(await log.ids(`${query}&status=bounced`)).toHaveLength(1);
    expect(await log.ids(`${query}&status=delivered`)).toEqual([]);
    expect(await log.ids(query)).toHaveLength(2);
  });

  test.each(['', 'nobody@example.com', 'garbage', '%00', '%F0%9F%90%A6'])(
    'returns an empty list without a match: %j',
    async (to) => {
      const response = await service.api('GET', `/v1/emails?to=${to}`);

      expect(response).toMatchObject({ status: 200, body: { data: [], has_more: false, next_cursor: null } });
    },
  );
});
