import { randomUUID } from 'node:crypto';
import { dayMs, iso } from '../../../shared/core/time';
import { keys } from '../../../shared/db/keys';
import { Mailings } from '../../support/links/mailings';
import { Service, type Answer } from '../../support/service';
import { ServiceTable } from '../../support/table';
import { refusalOf } from '../../support/arrange';
import { People } from '../../support/people';
import { aTime, anId, emptyList } from '../../support/matchers';

type Fields = Record<string, unknown>;

let service: Service;
let people: People;

beforeAll(async () => {
  service = await Service.shared();
});

beforeEach(async () => {
  people = await People.create(service);
});

afterAll(() => service.stop());

const later = () => service.advance(1);
const clock = async (): Promise<number> => Date.parse(await service.now());
const create = (fields: Fields): Promise<Answer> =>
  people.api('POST', '/v1/contacts', { audience_id: people.audienceId, ...fields });
const patch = (id: unknown, body: unknown): Promise<Answer> =>
  people.api('PATCH', `/v1/contacts/${String(id)}`, body);
const retag = (id: unknown, body: unknown): Promise<Answer> =>
  people.api('POST', `/v1/contacts/${String(id)}/tags`, body);

const detailsOf = ({ body }: Answer) => body.error.details;

describe('adding one', () => {
  test('answers 201 with the contact, and every field that was not given is null or empty', async () => {
    const { status, body } = await create({ email: ' Kim@Shop.test ' });

    expect(status).toBe(201);
    expect(body).toEqual({
      id: anId,
      email: 'kim@shop.test',
      first_name: null,
      last_name: null,
      audience_ids: [people.audienceId],
      tags: [],
      attributes: {},
      unsubscribed: false,
      unsubscribed_at: null,
      last_opened_at: null,
      last_clicked_at: null,
      last_sent_at: null,
      last_active_at: null,
      created_at: aTime,
    });
    expect((await people.api('GET', `/v1/contacts/${body.id}`)).body).toEqual(body);
    expect(await people.count()).toBe(1);
  });

  test('takes every field', async () => {
    const { body } = await create({
      email: 'kim@shop.test',
      first_name: 'Kim',
      last_name: 'Lee',
      tags: [' Big  Spender ', 'VIP', 'vip'],
      attributes: { plan: 'Pro', seats: 4, trial: true },
      last_active_at: '2026-02-03T04:05:06+02:00',
    });

    expect(body).toMatchObject({
      first_name: 'Kim',
      last_name: 'Lee',
      tags: ['big-spender', 'vip'],
      attributes: { plan: 'Pro', seats: '4', trial: 'true' },
      last_active_at: '2026-02-03T02:05:06.000Z',
    });
  });

  test('who is known joins, keeps the other audiences, and gains what is new', async () => {
    const other = await people.anAudience();
    const first = await people.add('kim@shop.test', {
      first_name: 'Kim',
      last_name: 'Lee',
      tags: ['a'],
      attributes: { plan: 'pro', seats: 1 },
    });

    const again = await create({
      audience_id: other,
      email: 'KIM@shop.test',
      first_name: '',
      last_name: 'Li',
      tags: ['b'],
      attributes: { seats: 2 },
    });

    expect(again.status).toBe(201);
    expect(again.body).toEqual({
      ...first,
      last_name: 'Li',
      audience_ids: [people.audienceId, other].sort(),
      tags: ['a', 'b'],
      attributes: { plan: 'pro', seats: '2' },
    });
    expect([await people.count(), await people.count(other)]).toEqual([1, 1]);
  });

  const statuses: [fields: Fields, suppression: string][] = [
    [{ status: 'unsubscribed' }, 'marketing unsubscribe'],
    [{ unsubscribed: true }, 'marketing unsubscribe'],
    [{ status: 'bounced' }, 'all hard_bounce'],
    [{ status: 'complained', unsubscribed: false }, 'all complaint'],
  ];

  test.each(statuses)('with %j opts them out', async (fields, suppression) => {
    const { body } = await create({ email: 'kim@shop.test', ...fields });

    expect(body).toMatchObject({ unsubscribed: true, unsubscribed_at: aTime });
    expect(await people.suppressions('kim@shop.test')).toEqual([suppression]);
    const { body: rows } = await people.api('GET', '/v1/suppressions');
    expect(rows.data).toMatchObject([{ detail: 'Imported from the API' }]);
  });

  test('`unsubscribed` is ignored where a status is sent', async () => {
    const { body } = await create({ email: 'kim@shop.test', status: 'subscribed', unsubscribed: true });

    expect(body).toMatchObject({ unsubscribed: false, unsubscribed_at: null });
    expect(await people.suppressions('kim@shop.test')).toEqual([]);
  });

  test.each([{}, { status: 'subscribed' }, { unsubscribed: false }])(
    'with %j never resubscribes',
    async (fields) => {
      const before = (await create({ email: 'kim@shop.test', status: 'unsubscribed' })).body;
      await later();

      const { body } = await create({ email: 'kim@shop.test', ...fields });

      expect(body).toEqual(before);
      expect(await people.suppressions('kim@shop.test')).toEqual(['marketing unsubscribe']);
    },
  );

  test('an opt-out keeps the time of the first one', async () => {
    const first = (await create({ email: 'kim@shop.test', status: 'unsubscribed' })).body;
    await later();

    const { body } = await create({ email: 'kim@shop.test', status: 'complained' });

    expect(body.unsubscribed_at).toBe(first.unsubscribed_at);
    expect(await people.suppressions('kim@shop.test')).toEqual(['all complaint', 'marketing unsubscribe']);
  });

  test('twenty times at once makes one contact, once on the audience', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => create({ email: 'kim@shop.test', tags: [`t${at % 4}`] })),
    );

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(await people.emails()).toEqual(['kim@shop.test']);
    expect(await people.count()).toBe(1);
    expect(await people.tags()).toEqual({ t0: 1, t1: 1, t2: 1, t3: 1 });
  });

  test('under an Idempotency-Key is answered again as before', async () => {
    const request = { key: people.key, headers: { 'Idempotency-Key': randomUUID() } };
    const body = { audience_id: people.audienceId, email: 'kim@shop.test' };
    const first = await service.api('POST', '/v1/contacts', { ...request, body });
    await people.api('DELETE', `/v1/contacts/${first.body.id}`);

    const again = await service.api('POST', '/v1/contacts', { ...request, body });

    expect(again).toMatchObject({ status: 201, body: first.body });
    expect(await people.emails()).toEqual([]);
  });

  test('does not look at query parameters', async () => {
    await people.api('POST', '/v1/contacts?source=elsewhere', {
      audience_id: people.audienceId,
      email: 'kim@shop.test',
      status: 'bounced',
    });

    const { body } = await people.api('GET', '/v1/suppressions');
    expect(body.data).toMatchObject([{ detail: 'Imported from the API' }]);
  });

  const taken: [what: string, fields: Fields][] = [
    ['names of 120 characters', { first_name: 'n'.repeat(120), last_name: 'n'.repeat(120) }],
    ['50 tags of 60 characters', { tags: Array.from({ length: 50 }, (_, at) => `${at}`.padEnd(60, 'x')) }],
    ['no tags', { tags: [] }],
    ['a tag of white space', { tags: ['  '] }],
    ['fields that there are not', { unknown: 1, id: 'x' }],
    ['an address with a plus', { email: 'a+b@x.test' }],
    [
      'an address of 254 characters',
      { email: `${'a'.repeat(64)}@${`${'b'.repeat(61)}.`.repeat(2)}${'b'.repeat(60)}.test` },
    ],
    ['numbers as large as they come', { attributes: { n: 9_007_199_254_740_993, m: 1e200, l: 1e-200 } }],
    ['names of JavaScript', { attributes: { constructor: 'a', toString: 'b', hasOwnProperty: 'c' } }],
    [
      '200 attributes',
      { attributes: Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`k${at}`, 'V'])) },
    ],
  ];

  test.each(taken)('takes %s, and the same again', async (_what, fields) => {
    const first = await create({ email: 'kim@shop.test', ...fields });
    const again = await create({ email: 'kim@shop.test', ...fields });

    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body).toEqual(first.body);
  });

  const refused: [fields: Fields, path: (string | number)[]][] = [
    [{ audience_id: undefined }, ['audience_id']],
    [{ audience_id: 7 }, ['audience_id']],
    [{ email: undefined }, ['email']],
    [{ email: 'kim' }, ['email']],
    [{ email: 'Kim <kim@shop.test>' }, ['email']],
    [{ first_name: 'n'.repeat(121) }, ['first_name']],
    [{ last_name: 'n'.repeat(121) }, ['last_name']],
    [{ last_name: 7 }, ['last_name']],
    [{ tags: 'a' }, ['tags']],
    [{ tags: Array.from({ length: 51 }, (_, at) => `t${at}`) }, ['tags']],
    [{ tags: ['a', ''] }, ['tags', 1]],
    [{ tags: ['x'.repeat(61)] }, ['tags', 0]],
    [{ attributes: [] }, ['attributes']],
    [{ attributes: { a: null } }, ['attributes', 'a']],
    [{ attributes: { a: ['b'] } }, ['attributes', 'a']],
    [{ attributes: { ['k'.repeat(101)]: 'v' } }, ['attributes', 'k'.repeat(100)]],
    [{ status: 'Bounced' }, ['status']],
    [{ status: null }, ['status']],
    [{ unsubscribed: 'true' }, ['unsubscribed']],
    [{ last_active_at: '2026-02-03T04:05:06' }, ['last_active_at']],
    [{ last_active_at: '2026-02-03' }, ['last_active_at']],
    [{ last_active_at: 'yesterday' }, ['last_active_at']],
    [{ last_active_at: '2026-02-30T00:00:00Z' }, ['last_active_at']],
  ];

  test.each(refused)('%j is refused, naming the field', async (fields, path) => {
    const answer = await create({ email: 'kim@shop.test', ...fields });

    expect(refusalOf(answer)).toEqual({ status: 422, type: 'invalid_request', message: 'Validation failed' });
    expect(detailsOf(answer)).toMatchObject([{ path }]);
    expect(await people.emails()).toEqual([]);
  });

  test.each(['', 'a.b', '.', 'a\0b', '$', '$a', '__proto__'])(
    'the attribute key %j is refused, and named',
    async (key) => {
      const answer = await create({ email: 'kim@shop.test', attributes: { fine: 'x', [key]: 'y' } });

      const refusal = refusalOf(answer);
      expect(refusal).toMatchObject({ status: 422, type: 'invalid_request' });
      expect(refusal.message).toMatch(/^attributes:/);
      expect(refusal.message).toContain(JSON.stringify(key));
      expect(await people.emails()).toEqual([]);
      expect((await people.api('GET', '/v1/contact-properties')).body).toEqual(emptyList);
    },
  );

  test('a `last_active_at` of a day ahead is taken, and one later is refused', async () => {
    const now = await clock();

    const near = await create({ email: 'near@shop.test', last_active_at: iso(now + dayMs - 60_000) });
    const far = await create({ email: 'far@shop.test', last_active_at: iso(now + dayMs + 600_000) });

    expect(near.status).toBe(201);
    expect(refusalOf(far)).toMatchObject({ status: 422, message: 'Validation failed' });
    expect(detailsOf(far)).toMatchObject([{ path: ['last_active_at'] }]);
    expect(await people.emails()).toEqual(['near@shop.test']);
  });

  test('an audience that there is not is refused; given its name, with its id', async () => {
    const other = await People.create(service);

    const answers = await Promise.all(
      [randomUUID(), other.audienceId, 'nothing', ''].map((audience_id) =>
        create({ email: 'kim@shop.test', audience_id }),
      ),
    );
    const named = await create({ email: 'kim@shop.test', audience_id: ' cusTOMers ' });

    for (const answer of answers) {
      expect(refusalOf(answer)).toMatchObject({ status: 422, type: 'invalid_request' });
      expect(answer.body.error.message).toMatch(/^audience_id: /);
    }
    expect(named.body.error.message).toMatch(/^audience_id: /);
    expect(named.body.error.message).toContain(people.audienceId);
    expect(await people.emails()).toEqual([]);
  });
});

describe('the list', () => {
  /** So many contacts, each with a time of its own. */
  async function aFew(count: number): Promise<string[]> {
    const emails: string[] = [];
    for (let at = 0; at < count; at += 1) {
      emails.unshift(
        String((await people.add(`p${at}@shop.test`, { tags: [`t${at % 2}`, 'all'] }))['email']),
      );
      await later();
    }
    return emails;
  }

  test('of a new workspace is empty', async () => {
    expect((await people.api('GET', '/v1/contacts')).body).toEqual(emptyList);
  });

  test('is newest first, and its cursor names the time and the id', async () => {
    const emails = await aFew(5);

    const { body } = await people.api('GET', '/v1/contacts?limit=2');

    const last = body.data[1];
    expect(body).toMatchObject({ object: 'list', has_more: true });
    expect(body.next_cursor).toBe(`${last.created_at}|${last.id}`);
    expect(await people.emails()).toEqual(emails);
    const next = `/v1/contacts?limit=2&cursor=${encodeURIComponent(body.next_cursor)}`;
    expect(await people.emails(next)).toEqual(emails.slice(2, 4));
    expect((await people.all('/v1/contacts', 'limit=2')).map(({ email }) => email)).toEqual(emails);
  });

  test('goes on after an address, however it is written', async () => {
    const emails = await aFew(4);
    const cursor = encodeURIComponent(` ${emails[1]?.toUpperCase()} `);

    expect(await people.emails(`/v1/contacts?cursor=${cursor}`)).toEqual(emails.slice(2));
  });

  test.each(['', 'nothing', 'nobody@shop.test', '|', '2026-01-01T00:00:00.000Z', '%00', 'x'.repeat(4_000)])(
    'begins anew where the cursor cannot be read (%#)',
    async (cursor) => {
      const emails = await aFew(3);

      expect(await people.emails(`/v1/contacts?cursor=${cursor}`)).toEqual(emails);
    },
  );

  test('the same filters page by page give each of them once', async () => {
    const emails = await aFew(9);

    const found = await people.all('/v1/contacts', 'limit=2&tag=t0&tag=all&unsubscribed=false');

    expect(found.map(({ email }) => email)).toEqual(emails.filter((_, at) => at % 2 === 0));
  });

  describe('with filters', () => {
    beforeEach(async () => {
      await people.add('kim@shop.test', { tags: ['vip', 'big spender'] });
      await people.add('kimberly@shop.test', { tags: ['vip'], status: 'unsubscribed' });
      await people.add('a+b@shop.test', { tags: ['c++'] });
      await people.add('joakim@shop.test');
    });

    test.each([
      ['email=kim@shop.test', ['kim']],
      ['email=%20KIM@Shop.test%20', ['kim']],
      ['email=kim', []],
      ['email=nobody@shop.test', []],
      ['email=kim@shop.test&q=joa', ['kim']],
      ['email=a%2Bb@shop.test', ['a+b']],
      ['email=a+b@shop.test', []],
      ['q=kim', ['kim', 'kimberly']],
      ['q=%20KIM', ['kim', 'kimberly']],
      ['q=kim@', ['kim']],
      ['q=im', []],
      ['q=', ['a+b', 'joakim', 'kim', 'kimberly']],
      ['q=a%2Bb', ['a+b']],
      ['unsubscribed=true', ['kimberly']],
      ['unsubscribed=false', ['a+b', 'joakim', 'kim']],
      ['unsubscribed=maybe', ['a+b', 'joakim', 'kim', 'kimberly']],
      ['unsubscribed=TRUE', ['a+b', 'joakim', 'kim', 'kimberly']],
      ['unsubscribed=constructor', ['a+b', 'joakim', 'kim', 'kimberly']],
      ['unsubscribed=', ['a+b', 'joakim', 'kim', 'kimberly']],
      ['tag=vip', ['kim', 'kimberly']],
      ['tag=%20VIP%20', ['kim', 'kimberly']],
      ['tag=vip&tag=big-spender', ['kim']],
      ['tag=vip&tag=Big%20%20Spender', ['kim']],
      ['tag=vip&tag=big+spender', ['kim']],
      ['tag=c%2B%2B', ['a+b']],
      ['tag=c++', []],
      ['tag=nothing', []],
      ['tag=vip&tag=nothing', []],
      ['tag=', ['a+b', 'joakim', 'kim', 'kimberly']],
      ['tag=%20&tag=vip', ['kim', 'kimberly']],
      ['q=kim&tag=vip&unsubscribed=true', ['kimberly']],
      ['q=joa&q=kim', ['kim', 'kimberly']],
      [Array.from({ length: 100 }, (_, at) => `tag=t${at}`).join('&'), []],
      [Array.from({ length: 200 }, () => `tag=vip`).join('&'), ['kim', 'kimberly']],
    ])('?%s (%#)', async (query, expected) => {
      const { status, body } = await people.api('GET', `/v1/contacts?${query}`);

      expect(status).toBe(200);
      expect(body).toMatchObject({ object: 'list', has_more: false, next_cursor: null });
      const found = body.data.map(({ email }: { email: string }) => email.replace('@shop.test', ''));
      expect(found.sort()).toEqual(expected);
    });
  });

  test('has 50 of them unless told, and 100 at most', async () => {
    await people.import(Array.from({ length: 101 }, (_, at) => ({ email: `p${at}@shop.test` })));

    const sizes: [query: string, size: number][] = [
      ['', 50],
      ['limit=1', 1],
      ['limit=1.9', 1],
      ['limit=100', 100],
      ['limit=101', 100],
      ['limit=1e9', 100],
      ['limit=0', 50],
      ['limit=0.5', 50],
      ['limit=-1', 50],
      ['limit=many', 50],
      ['limit=', 50],
      ['limit=NaN', 50],
      ['limit=2&limit=3', 3],
    ];

    for (const [query, size] of sizes) {
      const { body } = await people.api('GET', `/v1/contacts?${query}`);
      expect([query, body.data.length, body.has_more]).toEqual([query, size, true]);
    }
    const everybody = await people.all('/v1/contacts');
    expect(new Set(everybody.map(({ id }) => id)).size).toBe(101);
    const order = everybody.map(({ created_at, id }) => `${String(created_at)}|${String(id)}`);
    expect(order).toEqual([...order].sort().reverse());
  });

  test("has nobody of another workspace's", async () => {
    const kim = await people.add('kim@shop.test', { tags: ['vip'] });
    const other = await People.create(service);

    for (const query of ['', '?email=kim@shop.test', '?q=kim', '?tag=vip'])
      expect((await other.api('GET', `/v1/contacts${query}`)).body).toEqual(emptyList);
    expect(await other.tags()).toEqual({});
    const mine = await other.add('kim@shop.test');
    expect(mine['id']).not.toBe(kim['id']);
  });
});

describe('tags in use', () => {
  const tags = (query = '') => people.api('GET', `/v1/contacts/tags${query}`);

  test('are by how many carry them, then by name, and unpaged', async () => {
    await people.import([
      { email: 'a@x.test', tags: ['vip', 'beta'] },
      { email: 'b@x.test', tags: ['vip', 'alpha'] },
    ]);

    expect((await tags('?limit=1&cursor=x')).body).toEqual({
      ...emptyList,
      data: [
        { tag: 'vip', contact_count: 2 },
        { tag: 'alpha', contact_count: 1 },
        { tag: 'beta', contact_count: 1 },
      ],
    });
  });

  test('that nobody carries any more are not in it', async () => {
    const kim = await people.add('kim@shop.test', { tags: ['a', 'b'] });
    const lee = await people.add('lee@shop.test', { tags: ['b', 'c'] });

    await retag(kim['id'], { remove: ['a'] });
    await people.api('DELETE', `/v1/contacts/${String(lee['id'])}`);

    expect(await people.tags()).toEqual({ b: 1 });
  });

  test('are 200 at most', async () => {
    const named = (from: number, count: number) =>
      Array.from({ length: count }, (_, at) => `t${String(from + at).padStart(3, '0')}`);
    for (let from = 0; from < 200; from += 50) await people.add('kim@shop.test', { tags: named(from, 50) });

    const full = (await tags()).body;
    await people.add('kim@shop.test', { tags: ['another'] });
    const over = (await tags()).body;

    expect(full).toMatchObject({ has_more: true, next_cursor: null });
    expect(full.data).toHaveLength(200);
    expect(over.data.map(({ tag }: { tag: string }) => tag)).toEqual(['another', ...named(0, 199)]);
  });
});

describe('one contact', () => {
  const ways: [what: string, ask: (id: string) => Promise<Answer>][] = [
    ['GET', (id) => people.api('GET', `/v1/contacts/${id}`)],
    ['PATCH', (id) => patch(id, { first_name: 'X' })],
    ['DELETE', (id) => people.api('DELETE', `/v1/contacts/${id}`)],
    ['POST tags', (id) => retag(id, { add: ['x'] })],
    [
      'DELETE of an audience',
      (id) => people.api('DELETE', `/v1/audiences/${people.audienceId}/contacts/${id}`),
    ],
  ];

  describe.each(ways)('by %s', (_what, ask) => {
    test('is not found by its address, and the answer says its id', async () => {
      const kim = await people.add('a+kim@shop.test');

      const answer = await ask(encodeURIComponent('A+Kim@shop.test'));

      expect(refusalOf(answer)).toMatchObject({ status: 404, type: 'not_found' });
      expect(answer.body.error.message).toContain(kim['id']);
      expect(await people.of('a+kim@shop.test')).toEqual(kim);
    });

    test.each([
      'nothing',
      'nobody@shop.test',
      '%00',
      'x'.repeat(3_000),
      `${'x'.repeat(3_000)}@x.test`,
      'a%2Fb',
    ])('is not found by what nobody has (%#)', async (id) => {
      expect(refusalOf(await ask(id))).toEqual({
        status: 404,
        type: 'not_found',
        message: 'No such contact',
      });
    });

    test("is not found in another workspace's", async () => {
      const other = await People.create(service);
      const kim = await other.add('kim@shop.test');

      for (const id of [String(kim['id']), 'kim@shop.test'])
        expect(refusalOf(await ask(id))).toMatchObject({ status: 404, message: 'No such contact' });
      expect(await other.of('kim@shop.test')).toEqual(kim);
    });
  });
});

describe('changing one', () => {
  test('replaces what is given, and keeps the rest', async () => {
    const kim = await people.add('kim@shop.test', {
      first_name: 'Kim',
      last_name: 'Lee',
      tags: ['a'],
      attributes: { plan: 'pro', seats: 1 },
      last_active_at: '2026-01-01T00:00:00Z',
    });

    const { status, body } = await patch(kim['id'], { last_name: 'Li', attributes: { seats: 2 } });

    expect(status).toBe(200);
    expect(body).toEqual({ ...kim, last_name: 'Li', attributes: { plan: 'pro', seats: '2' } });
    expect(await people.of('kim@shop.test')).toEqual(body);
  });

  test.each([null, ''])('%j clears a name', async (name) => {
    const kim = await people.add('kim@shop.test', { first_name: 'Kim', last_name: 'Lee' });

    const { body } = await patch(kim['id'], { first_name: name });

    expect(body).toEqual({ ...kim, first_name: null });
  });

  test('with nothing, or what cannot be changed, changes nothing', async () => {
    const kim = await people.add('kim@shop.test', { tags: ['a'] });
    const fixed = { email: 'x@y.test', tags: ['b'], audience_ids: [], id: 'x', created_at: 'x', nothing: 1 };

    expect(await patch(kim['id'], {})).toMatchObject({ status: 200, body: kim });
    expect(await patch(kim['id'], fixed)).toMatchObject({ status: 200, body: kim });
  });

  test('reads attributes as their properties say, and declares those that there are not', async () => {
    const kim = await people.add('kim@shop.test');
    for (const type of ['number', 'boolean'])
      await people.api('POST', '/v1/contact-properties', { key: type, name: type, type });

    const { body } = await patch(kim['id'], { attributes: { number: ' 4 ', boolean: 'TRUE', other: 7 } });

    expect(body.attributes).toEqual({ number: 4, boolean: true, other: '7' });
    const { body: properties } = await people.api('GET', '/v1/contact-properties');
    expect(properties.data.map(({ key }: { key: string }) => key)).toEqual(['boolean', 'number', 'other']);
  });

  test('takes 300 attributes of one who has others', async () => {
    const kim = await people.add('kim@shop.test', { attributes: { first: 'A' } });
    const many = Object.fromEntries(
      Array.from({ length: 300 }, (_, at) => [`attribute${at}`.padEnd(90, 'x'), `Value ${at}`]),
    );

    const { status, body } = await patch(kim['id'], { attributes: many });

    expect(status).toBe(200);
    expect(body.attributes).toEqual({ first: 'A', ...many });
  });

  test('`last_active_at` moves forward only, and null clears it', async () => {
    const kim = await people.add('kim@shop.test', { last_active_at: '2026-02-02T00:00:00Z' });
    const active = async (last_active_at: unknown) =>
      (await patch(kim['id'], { last_active_at })).body.last_active_at;

    expect(await active('2026-02-01T00:00:00Z')).toBe('2026-02-02T00:00:00.000Z');
    expect(await active('2026-02-02T02:00:00+02:00')).toBe('2026-02-02T00:00:00.000Z');
    expect(await active('2026-02-03T00:00:00Z')).toBe('2026-02-03T00:00:00.000Z');
    expect(await active(null)).toBeNull();
    expect(await active('2026-01-01T00:00:00Z')).toBe('2026-01-01T00:00:00.000Z');
    const again = await people.add('kim@shop.test', { last_active_at: '2025-01-01T00:00:00Z' });
    expect(again['last_active_at']).toBe('2026-01-01T00:00:00.000Z');
  });

  test('`last_active_at` at once from many sides ends with the last of them', async () => {
    const kim = await people.add('kim@shop.test');
    const days = Array.from(
      { length: 20 },
      (_, at) => `2026-01-${String(at + 1).padStart(2, '0')}T00:00:00.000Z`,
    );

    await Promise.all(
      [...days]
        .reverse()
        .map((last_active_at, at) =>
          at % 2 ? patch(kim['id'], { last_active_at }) : people.add('kim@shop.test', { last_active_at }),
        ),
    );

    expect((await people.of('kim@shop.test'))?.['last_active_at']).toBe(days.at(-1));
  });

  test('`last_active_at` of more than a day ahead is refused, and nothing is written', async () => {
    const kim = await people.add('kim@shop.test');
    const now = await clock();

    const far = await patch(kim['id'], { first_name: 'X', last_active_at: iso(now + dayMs + 600_000) });
    const near = await patch(kim['id'], { last_active_at: iso(now + dayMs - 60_000) });

    expect(refusalOf(far)).toMatchObject({ status: 422, message: 'Validation failed' });
    expect(detailsOf(far)).toMatchObject([{ path: ['last_active_at'] }]);
    expect(near).toMatchObject({ status: 200, body: { first_name: null } });
  });

  const refused: [fields: Fields, path: (string | number)[]][] = [
    [{ first_name: 'n'.repeat(121) }, ['first_name']],
    [{ last_name: 7 }, ['last_name']],
    [{ attributes: null }, ['attributes']],
    [{ attributes: { a: null } }, ['attributes', 'a']],
    [{ unsubscribed: null }, ['unsubscribed']],
    [{ unsubscribed: 'false' }, ['unsubscribed']],
    [{ last_active_at: '2026-01-01' }, ['last_active_at']],
    [{ last_active_at: '' }, ['last_active_at']],
  ];

  test.each(refused)('%j is refused, naming the field', async (fields, path) => {
    const kim = await people.add('kim@shop.test');

    const answer = await patch(kim['id'], { unsubscribed: true, ...fields });

    expect(refusalOf(answer)).toEqual({ status: 422, type: 'invalid_request', message: 'Validation failed' });
    expect(detailsOf(answer)).toMatchObject([{ path }]);
    expect(await people.of('kim@shop.test')).toEqual(kim);
  });

  test.each(['', 'a.b', 'a\0b', '$a', '__proto__'])(
    'the attribute key %j is refused, and named',
    async (key) => {
      const kim = await people.add('kim@shop.test');

      const answer = await patch(kim['id'], { unsubscribed: true, attributes: { [key]: 'y' } });

      expect(refusalOf(answer).message).toMatch(/^attributes:/);
      expect(answer.body.error.message).toContain(JSON.stringify(key));
      expect(await people.of('kim@shop.test')).toEqual(kim);
    },
  );
});

describe('unsubscribing and resubscribing', () => {
  const kim = 'kim@shop.test';

  test('`true` shows, suppresses marketing mail, and again keeps the time', async () => {
    const { id } = await people.add(kim);

    const first = await patch(id, { unsubscribed: true });
    await later();
    const again = await patch(id, { unsubscribed: true, first_name: 'Kim' });

    expect(first.body).toMatchObject({ unsubscribed: true, unsubscribed_at: aTime });
    expect(again.body).toEqual({ ...first.body, first_name: 'Kim' });
    expect(await people.suppressions(kim)).toEqual(['marketing unsubscribe']);
  });

  test('`false` lifts the flag and the suppression, and mail goes out again', async () => {
    const mailings = await Mailings.start(service);
    const { body: audience } = await mailings.api('POST', '/v1/audiences', { name: 'A' });
    const { body: contact } = await mailings.api('POST', '/v1/contacts', {
      audience_id: audience.id,
      email: kim,
      status: 'unsubscribed',
    });
    const before = await mailings.outcome(kim);

    const { body } = await mailings.api('PATCH', `/v1/contacts/${contact.id}`, { unsubscribed: false });

    expect(before).toBe('suppressed:unsubscribe');
    expect(body).toMatchObject({ unsubscribed: false, unsubscribed_at: null });
    expect(await mailings.outcome(kim)).toBe('sent');
  });

  test('`false` leaves what others decided about the address', async () => {
    const { id } = await people.add(kim, { status: 'unsubscribed' });
    await people.api('POST', '/v1/suppressions', { email: kim, scope: 'transactional' });
    await people.api('POST', '/v1/suppressions', { email: kim, scope: 'all', reason: 'list_hygiene' });

    const { status } = await patch(id, { unsubscribed: false });

    expect(status).toBe(200);
    expect(await people.suppressions(kim)).toEqual(['all list_hygiene', 'transactional manual']);
  });

  test('`false` of somebody who is subscribed changes nothing', async () => {
    const contact = await people.add(kim);

    expect(await patch(contact['id'], { unsubscribed: false })).toMatchObject({ status: 200, body: contact });
  });

  test.each([
    ['hard_bounce', 'all'],
    ['complaint', 'all'],
    ['hard_bounce', 'marketing'],
    ['complaint', 'marketing'],
  ])('`false` after a %s (%s) is refused, and writes nothing', async (reason, scope) => {
    const contact = await people.add(kim, {
      status: 'unsubscribed',
      first_name: 'Kim',
      attributes: { plan: 'pro' },
      last_active_at: '2026-01-01T00:00:00Z',
    });
    await people.api('POST', '/v1/suppressions', { email: kim, scope, reason });
    const before = await people.suppressions(kim);

    const answer = await patch(contact['id'], {
      unsubscribed: false,
      first_name: 'X',
      attributes: { plan: 'x', other: 'y' },
      last_active_at: null,
    });

    expect(refusalOf(answer)).toMatchObject({ status: 409, type: 'invalid_state' });
    expect(await people.of(kim)).toEqual(contact);
    expect(await people.suppressions(kim)).toEqual(before);
    const { body } = await people.api('GET', '/v1/contact-properties');
    expect(body.data.map(({ key }: { key: string }) => key)).toEqual(['plan']);
  });

  test('a body that is refused comes before the 409', async () => {
    const { id } = await people.add(kim, { status: 'bounced' });

    expect((await patch(id, { unsubscribed: false, attributes: { 'a.b': 1 } })).status).toBe(422);
    expect((await patch(id, { unsubscribed: false })).status).toBe(409);
  });
});

describe('deleting one', () => {
  test('takes them off every audience, and out of every list', async () => {
    const other = await people.anAudience();
    const kim = await people.add('kim@shop.test', { tags: ['a'] });
    await people.add('kim@shop.test', {}, other);
    await people.add('lee@shop.test', { tags: ['a'] });

    const { status, body } = await people.api('DELETE', `/v1/contacts/${String(kim['id'])}`);

    expect(status).toBe(200);
    expect(body).toEqual({ id: kim['id'], deleted: true });
    expect((await people.api('GET', `/v1/contacts/${String(kim['id'])}`)).status).toBe(404);
    expect(await people.of('kim@shop.test')).toBeUndefined();
    expect(await people.emails()).toEqual(['lee@shop.test']);
    expect([await people.count(), await people.count(other)]).toEqual([1, 0]);
    expect(await people.emails(`/v1/audiences/${people.audienceId}/contacts`)).toEqual(['lee@shop.test']);
    expect(await people.tags()).toEqual({ a: 1 });
    const again = await people.api('DELETE', `/v1/contacts/${String(kim['id'])}`);
    expect(refusalOf(again)).toMatchObject({ status: 404, message: 'No such contact' });
  });

  test('keeps what the address refused and chose; added again, they begin anew', async () => {
    await people.api('POST', '/v1/topics', { key: 'offers', name: 'Offers' });
    await people.api('POST', '/v1/topics/preferences', { email: 'kim@shop.test', topics: { offers: false } });
    const kim = await people.add('kim@shop.test', {
      status: 'unsubscribed',
      first_name: 'Kim',
      tags: ['a'],
      attributes: { plan: 'pro' },
    });

    await people.api('DELETE', `/v1/contacts/${String(kim['id'])}`);

    expect(await people.suppressions('kim@shop.test')).toEqual(['marketing unsubscribe']);
    const { body } = await people.api('GET', '/v1/topics/preferences?email=kim@shop.test');
    expect(body.topics).toMatchObject([{ key: 'offers', subscribed: false }]);
    const again = await people.add('kim@shop.test');
    expect(again['id']).not.toBe(kim['id']);
    expect(again).toMatchObject({ first_name: null, tags: [], attributes: {} });
    expect(await people.suppressions('kim@shop.test')).toEqual(['marketing unsubscribe']);
  });

  test('leaves the address to who has it by now', async () => {
    const [kim, lee] = [
      await people.add('kim@shop.test', { tags: ['a'] }),
      await people.add('lee@shop.test'),
    ];
    const pointer = { ...keys.contactOf(people.workspaceId, 'kim@shop.test'), id: lee['id'] };
    await ServiceTable.with(service, (table) => table.put(pointer));

    await people.api('DELETE', `/v1/contacts/${String(kim['id'])}`);

    expect(await people.emails()).toEqual(['lee@shop.test']);
    expect(await people.of('kim@shop.test')).toMatchObject({ id: lee['id'] });
    expect(await people.tags()).toEqual({});
  });

  test('ten times at once deletes once', async () => {
    const { id } = await people.add('kim@shop.test', { tags: ['a'] });
    await people.add('lee@shop.test', { tags: ['a'] });

    const answers = await Promise.all(
      Array.from({ length: 10 }, () => people.api('DELETE', `/v1/contacts/${String(id)}`)),
    );

    expect(answers.filter(({ status }) => ![200, 404].includes(status))).toEqual([]);
    expect(await people.count()).toBe(1);
    expect(await people.tags()).toEqual({ a: 1 });
  });
});

describe('tags of one', () => {
  test('are added first and then removed', async () => {
    const kim = await people.add('kim@shop.test', { tags: ['trial', 'old'] });

    const { status, body } = await retag(kim['id'], {
      add: ['Customer', ' Big  Spender ', 'both', 'customer'],
      remove: ['TRIAL', 'both', 'nothing'],
    });

    expect(status).toBe(200);
    expect(body).toEqual({ ...kim, tags: ['big-spender', 'customer', 'old'] });
    expect(await people.tags()).toEqual({ 'big-spender': 1, customer: 1, old: 1 });
  });

  test.each([{}, { add: [] }, { remove: [] }, { add: [' '] }, { add: ['a'] }, { remove: ['b'] }, { x: 1 }])(
    '%j changes nothing',
    async (body) => {
      const kim = await people.add('kim@shop.test', { tags: ['a'] });

      expect(await retag(kim['id'], body)).toMatchObject({ status: 200, body: kim });
      expect(await people.tags()).toEqual({ a: 1 });
    },
  );

  test('are cut to 60 characters, to add and to remove', async () => {
    const { id } = await people.add('kim@shop.test');

    const added = await retag(id, { add: ['x'.repeat(61), `${'y'.repeat(59)}  z`] });
    const removed = await retag(id, { remove: ['x'.repeat(99)] });

    expect(added.body.tags).toEqual(['x'.repeat(60), `${'y'.repeat(59)}-`]);
    expect(removed.body.tags).toEqual([`${'y'.repeat(59)}-`]);
  });

  test('that end in half a letter can be removed as they were added', async () => {
    const { id } = await people.add('kim@shop.test');
    const tag = `${'x'.repeat(59)}😀`;

    const added = await retag(id, { add: [tag] });
    const removed = await retag(id, { remove: [tag] });

    expect([added.status, removed.status]).toEqual([200, 200]);
    expect(added.body.tags).toHaveLength(1);
    expect(removed.body.tags).toEqual([]);
  });

  test('are 50 at a time', async () => {
    const { id } = await people.add('kim@shop.test');
    const fifty = Array.from({ length: 50 }, (_, at) => `${at}`.padEnd(60, 'x'));

    const added = await retag(id, { add: fifty });
    const swapped = await retag(id, { add: fifty.map((tag) => `y${tag}`), remove: fifty });

    expect(added.body.tags).toHaveLength(50);
    expect(swapped.body.tags).toHaveLength(50);
    expect(swapped.body.tags.every((tag: string) => tag.startsWith('y'))).toBe(true);
  });

  const refused: [body: Fields, path: (string | number)[]][] = [
    [{ add: 'a' }, ['add']],
    [{ add: null }, ['add']],
    [{ add: [''] }, ['add', 0]],
    [{ add: ['a', 7] }, ['add', 1]],
    [{ add: Array.from({ length: 51 }, (_, at) => `t${at}`) }, ['add']],
    [{ add: ['a'], remove: [''] }, ['remove', 0]],
    [{ add: ['a'], remove: Array.from({ length: 51 }, (_, at) => `t${at}`) }, ['remove']],
  ];

  test.each(refused)('%j is refused, naming the field', async (body, path) => {
    const kim = await people.add('kim@shop.test');

    const answer = await retag(kim['id'], body);

    expect(refusalOf(answer)).toEqual({ status: 422, type: 'invalid_request', message: 'Validation failed' });
    expect(detailsOf(answer)).toMatchObject([{ path }]);
    expect(await people.of('kim@shop.test')).toEqual(kim);
  });

  test('by several at once are counted as they are', async () => {
    const { id } = await people.add('kim@shop.test', { tags: ['b'] });

    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        retag(id, at % 2 ? { add: ['a'], remove: ['b'] } : { add: ['b'], remove: ['a'] }),
      ),
    );

    expect(answers.filter(({ status }) => ![200, 503].includes(status))).toEqual([]);
    const tags = (await people.of('kim@shop.test'))?.['tags'] as string[];
    expect(await people.tags()).toEqual(Object.fromEntries(tags.map((tag) => [tag, 1])));
  });
});
