import { dayMs, iso } from '../../../shared/core/time';
import { Service, type Answer } from '../../support/service';
import { refusalOf } from '../../support/arrange';
import { People } from '../../support/people';
import { emptyList } from '../../support/matchers';

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

const named = (count: number, fields: Fields = {}): Fields[] =>
  Array.from({ length: count }, (_, at) => ({ email: `p${at}@x.test`, ...fields }));

const details = async (): Promise<unknown[]> =>
  (await people.api('GET', '/v1/suppressions')).body.data.map(({ detail }: Fields) => detail);

const nothing = {
  inserted: 0,
  updated: 0,
  skipped: 0,
  unsubscribed: 0,
  bounced: 0,
  complained: 0,
  suppressed: 0,
  properties_created: [],
  automations_started: 0,
  contact_count: 0,
};

test('of people with as many attributes as each may have goes in', async () => {
  const attributes = Object.fromEntries([...Array(60).keys()].map((at) => [`k${at}`, 'V'.repeat(999)]));

  const counts = await people.import(named(49, { attributes }));

  expect(counts).toMatchObject({ inserted: 49, contact_count: 49 });
});

describe('counts', () => {
  test('of no rows are all 0', async () => {
    const { status, body } = await people.post([]);

    expect(status).toBe(201);
    expect(body).toEqual(nothing);
  });

  test('add up', async () => {
    await people.add('known@x.test');
    await people.api('POST', '/v1/suppressions', { email: 'bounced@x.test', reason: 'manual' });

    const counts = await people.import([
      { email: 'new@x.test', attributes: { plan: 'pro', seats: 4 } },
      { email: ' KNOWN@x.test ' },
      { email: 'out@x.test', status: 'unsubscribed' },
      { email: 'flag@x.test', unsubscribed: true },
      { email: 'bounced@x.test', status: 'bounced' },
      { email: 'spam@x.test', status: 'complained' },
      { email: 'New@x.test', status: 'complained' },
      { email: 'out@x.test', status: 'unsubscribed' },
    ]);

    expect(counts).toEqual({
      inserted: 5,
      updated: 1,
      skipped: 2,
      unsubscribed: 3,
      bounced: 1,
      complained: 2,
      suppressed: 4,
      properties_created: ['plan', 'seats'],
      automations_started: 0,
      contact_count: 6,
    });
  });

  test('of the same file again say that everybody is known, and nothing changes', async () => {
    const rows = [
      {
        email: 'a@x.test',
        first_name: 'A',
        last_name: 'B',
        tags: ['t', 'u'],
        attributes: { plan: 'Pro', n: 1 },
      },
      { email: 'b@x.test', status: 'unsubscribed', last_active_at: '2026-01-01T00:00:00Z' },
      { email: 'c@x.test', status: 'bounced' },
      { email: 'a@x.test', status: 'complained' },
    ];
    const first = await people.import(rows);
    const [contacts, suppressions] = [
      await people.all('/v1/contacts'),
      (await people.api('GET', '/v1/suppressions')).body,
    ];
    await service.advance(1);

    const again = await people.import(rows);

    expect(again).toEqual({
      ...first,
      inserted: 0,
      updated: 3,
      suppressed: 0,
      properties_created: [],
    });
    expect(await people.all('/v1/contacts')).toEqual(contacts);
    expect((await people.api('GET', '/v1/suppressions')).body).toEqual(suppressions);
    expect(await people.tags()).toEqual({ t: 1, u: 1 });
  });

  test.each(['true', 'TRUE', '1', 'false', ''])(
    'start no automation with trigger_automations=%s',
    async (value) => {
      const counts = await people.import(named(1), { query: `?trigger_automations=${value}` });

      expect(counts).toEqual({ ...nothing, inserted: 1, contact_count: 1 });
    },
  );
});

describe('rows', () => {
  test('update who is known, and keep what they do not name', async () => {
    const other = await people.anAudience();
    await people.add(
      'kim@x.test',
      { first_name: 'Kim', last_name: 'Lee', tags: ['a'], attributes: { plan: 'pro', seats: '1' } },
      other,
    );

    await people.import([
      { email: 'KIM@x.test', first_name: '', last_name: 'Li', tags: ['B c'], attributes: { seats: 2 } },
    ]);

    expect(await people.of('kim@x.test')).toMatchObject({
      first_name: 'Kim',
      last_name: 'Li',
      tags: ['a', 'b-c'],
      attributes: { plan: 'pro', seats: '2' },
      audience_ids: [people.audienceId, other].sort(),
    });
  });

  test('of one address: only the first says who they are, and each status suppresses', async () => {
    await people.import([
      { email: 'kim@x.test', first_name: 'Kim', tags: ['a'], attributes: { plan: 'pro' } },
      {
        email: ' KIM@x.test ',
        first_name: 'X',
        tags: ['b'],
        attributes: { plan: 'x', other: 'y' },
        status: 'unsubscribed',
        last_active_at: '2026-01-01T00:00:00Z',
      },
      { email: 'Kim@X.test', status: 'bounced' },
    ]);

    expect(await people.of('kim@x.test')).toMatchObject({
      first_name: 'Kim',
      tags: ['a'],
      attributes: { plan: 'pro' },
      unsubscribed: false,
      unsubscribed_at: null,
      last_active_at: null,
    });
    expect(await people.suppressions('kim@x.test')).toEqual(['all hard_bounce', 'marketing unsubscribe']);
    expect(await people.tags()).toEqual({ a: 1 });
    const { body } = await people.api('GET', '/v1/contact-properties');
    expect(body.data.map(({ key }: Fields) => key)).toEqual(['plan']);
  });

  test.each([
    ['unsubscribed', 'marketing unsubscribe'],
    ['bounced', 'all hard_bounce'],
    ['complained', 'all complaint'],
  ])('that say %s opt out who is new and who is known', async (status, suppression) => {
    await people.add('known@x.test');

    const counts = await people.import([
      { email: 'new@x.test', status },
      { email: 'known@x.test', status },
    ]);

    expect(counts).toMatchObject({ inserted: 1, updated: 1, suppressed: 2, [status]: 2 });
    for (const email of ['new@x.test', 'known@x.test']) {
      expect(await people.of(email)).toMatchObject({ unsubscribed: true });
      expect(await people.suppressions(email)).toEqual([suppression]);
    }
  });

  test.each([{}, { status: 'subscribed' }, { unsubscribed: false }])(
    '%j never resubscribes',
    async (fields) => {
      await people.import([
        { email: 'out@x.test', status: 'unsubscribed' },
        { email: 'bounced@x.test', status: 'bounced' },
      ]);
      const before = await people.all('/v1/contacts');

      await people.import(['out', 'bounced'].map((name) => ({ email: `${name}@x.test`, ...fields })));

      expect(await people.all('/v1/contacts')).toEqual(before);
      expect(await people.suppressions('out@x.test')).toEqual(['marketing unsubscribe']);
      expect(await people.suppressions('bounced@x.test')).toEqual(['all hard_bounce']);
    },
  );

  test('a suppression of the same scope keeps what is graver', async () => {
    await people.api('POST', '/v1/suppressions', { email: 'a@x.test', reason: 'complaint' });
    await people.api('POST', '/v1/suppressions', { email: 'b@x.test', reason: 'manual' });

    const counts = await people.import([
      { email: 'a@x.test', status: 'bounced' },
      { email: 'b@x.test', status: 'bounced' },
    ]);

    expect(counts['suppressed']).toBe(0);
    expect(await people.suppressions('a@x.test')).toEqual(['all complaint']);
    expect(await people.suppressions('b@x.test')).toEqual(['all hard_bounce']);
  });

  test('`last_active_at` moves forward only', async () => {
    const active = async (time: string) => {
      await people.import([{ email: 'kim@x.test', last_active_at: time }]);
      return (await people.of('kim@x.test'))?.['last_active_at'];
    };

    expect(await active('2026-02-02T00:00:00Z')).toBe('2026-02-02T00:00:00.000Z');
    expect(await active('2026-02-01T00:00:00Z')).toBe('2026-02-02T00:00:00.000Z');
    expect(await active('2026-02-02T01:00:00+02:00')).toBe('2026-02-02T00:00:00.000Z');
    expect(await active('2026-02-03T01:00:00+02:00')).toBe('2026-02-02T23:00:00.000Z');
  });
});

describe('attributes', () => {
  const types: [type: string, given: unknown, stored: unknown][] = [
    ['string', 'Pro', 'Pro'],
    ['string', '', ''],
    ['string', 4, '4'],
    ['string', 0.5, '0.5'],
    ['string', true, 'true'],
    ['number', 4, 4],
    ['number', '4', 4],
    ['number', '-4.5', -4.5],
    ['number', '0', 0],
    ['number', 9_007_199_254_740_991, 9_007_199_254_740_991],
    ['number', 2 ** 53, '9007199254740992'],
    ['number', 1e200, '1e+200'],
    ['number', '1e200', '1e200'],
    ['number', 1e-200, '1e-200'],
    ['boolean', 1e200, '1e+200'],
    ['boolean', true, true],
    ['boolean', 'true', true],
    ['boolean', 'false', false],
  ];

  test.each(types)('of the type %s: %j becomes %j', async (type, given, stored) => {
    await people.api('POST', '/v1/contact-properties', { key: 'k', name: 'K', type });

    const counts = await people.import([{ email: 'a@x.test', attributes: { k: given } }]);
    const single = await people.add('b@x.test', { attributes: { k: given } });

    expect(counts['properties_created']).toEqual([]);
    expect((await people.of('a@x.test'))?.['attributes']).toEqual({ k: stored });
    expect(single['attributes']).toEqual({ k: stored });
  });

  const odd = [
    'constructor',
    'toString',
    '__proto__',
    'hasOwnProperty',
    'many',
    '1e999',
    'NaN',
    'Infinity',
    ' ',
  ];

  test.each(['number', 'boolean'])('that cannot be read as a %s are taken all the same', async (type) => {
    await people.api('POST', '/v1/contact-properties', { key: 'k', name: 'K', type });

    const answer = await people.post(odd.map((k, at) => ({ email: `p${at}@x.test`, attributes: { k } })));

    expect(answer).toMatchObject({ status: 201, body: { inserted: odd.length } });
    const stored = (await people.all('/v1/contacts')).map(({ attributes }) => (attributes as Fields)['k']);
    for (const value of stored) expect(['string', 'number', 'boolean']).toContain(typeof value);
  });

  test('that nobody declared become strings, each once', async () => {
    const counts = await people.import([
      { email: 'a@x.test', attributes: { plan: 'pro', seats: 4 } },
      { email: 'b@x.test', attributes: { seats: 5, trial: true } },
    ]);

    expect(counts['properties_created']).toEqual(expect.arrayContaining(['plan', 'seats', 'trial']));
    const { body } = await people.api('GET', '/v1/contact-properties');
    expect(body.data.map(({ key, name, type }: Fields) => [key, name, type])).toEqual([
      ['plan', 'plan', 'string'],
      ['seats', 'seats', 'string'],
      ['trial', 'trial', 'string'],
    ]);
    expect((await people.of('b@x.test'))?.['attributes']).toEqual({ seats: '5', trial: 'true' });
  });

  test('have keys with letter case', async () => {
    await people.api('POST', '/v1/contact-properties', { key: 'Seats', name: 'Seats', type: 'number' });

    const counts = await people.import([{ email: 'a@x.test', attributes: { Seats: '4', seats: '4' } }]);

    expect(counts['properties_created']).toEqual(['seats']);
    expect((await people.of('a@x.test'))?.['attributes']).toEqual({ Seats: 4, seats: '4' });
  });

  test.each(['', 'a.b', 'a\0b', '$a', '__proto__'])(
    'with the key %j are refused, and nothing is written',
    async (key) => {
      const answer = await people.post([
        { email: 'a@x.test', status: 'bounced', attributes: { plan: 'pro' } },
        { email: 'b@x.test', attributes: { [key]: 'x' } },
      ]);

      const refusal = refusalOf(answer);
      expect(refusal).toMatchObject({ status: 422, type: 'invalid_request' });
      expect(refusal.message).toMatch(/^attributes:/);
      expect(refusal.message).toContain(JSON.stringify(key));
      expect(answer.body.error.details).toMatchObject([{ path: [1, 'attributes', key] }]);
      await expectNothingWritten();
    },
  );

  test('of a megabyte are refused or kept, and cause no error', async () => {
    const { status } = await people.post([{ email: 'a@x.test', attributes: { k: 'x'.repeat(1_000_000) } }]);

    expect([201, 422]).toContain(status);
  });
});

async function expectNothingWritten(): Promise<void> {
  expect((await people.api('GET', '/v1/contacts')).body).toEqual(emptyList);
  expect((await people.api('GET', '/v1/suppressions')).body).toEqual(emptyList);
  expect((await people.api('GET', '/v1/contact-properties')).body).toEqual(emptyList);
  expect(await people.count()).toBe(0);
}

describe('what is refused writes nothing', () => {
  const refused: [fields: Fields, path: (string | number)[]][] = [
    [{ email: undefined }, ['email']],
    [{ email: 'kim' }, ['email']],
    [{ email: 'Kim <kim@shop.test>' }, ['email']],
    [{ first_name: 'n'.repeat(121) }, ['first_name']],
    [{ last_name: null }, ['last_name']],
    [{ tags: Array.from({ length: 51 }, (_, at) => `t${at}`) }, ['tags']],
    [{ tags: [''] }, ['tags', 0]],
    [{ tags: ['a', 'x'.repeat(61)] }, ['tags', 1]],
    [{ attributes: { a: {} } }, ['attributes', 'a']],
    [{ status: 'active' }, ['status']],
    [{ unsubscribed: 1 }, ['unsubscribed']],
    [{ last_active_at: '2026-01-01T00:00:00' }, ['last_active_at']],
  ];

  test.each(refused)('%j in the last row, whose index begins the path', async (fields, path) => {
    const rows = [
      ...named(3, { status: 'bounced', attributes: { a: 'b' } }),
      { email: 'z@x.test', ...fields },
    ];

    const answer = await people.post(rows);

    expect(refusalOf(answer)).toEqual({ status: 422, type: 'invalid_request', message: 'Validation failed' });
    expect(answer.body.error.details).toMatchObject([{ path: [3, ...path] }]);
    await expectNothingWritten();
  });

  test('a repeat is validated, too', async () => {
    const answer = await people.post([{ email: 'a@x.test' }, { email: 'a@x.test', status: 'x' }]);

    expect(answer.body.error.details).toMatchObject([{ path: [1, 'status'] }]);
    await expectNothingWritten();
  });

  test('every row that is wrong is named', async () => {
    const answer = await people.post([{ email: 'x' }, { email: 'a@x.test' }, { email: 'y', status: 'z' }]);

    expect(answer.body.error.details.map(({ path }: { path: unknown[] }) => path)).toEqual([
      [0, 'email'],
      [2, 'email'],
      [2, 'status'],
    ]);
  });

  test('a `last_active_at` of more than a day ahead', async () => {
    const now = Date.parse(await service.now());

    const answer = await people.post([
      { email: 'a@x.test', last_active_at: iso(now + dayMs - 60_000) },
      { email: 'b@x.test', last_active_at: iso(now + dayMs + 600_000) },
    ]);

    expect(refusalOf(answer)).toMatchObject({ status: 422, message: 'Validation failed' });
    expect(answer.body.error.details).toMatchObject([{ path: [1, 'last_active_at'] }]);
    await expectNothingWritten();
  });

  test.each([['a text'], [null], [7], [[['a@x.test']]], [[null]], [['a@x.test']]])('%j', async (body) => {
    const answer: Answer = await people.api(
      'POST',
      `/v1/audiences/${people.audienceId}/contacts`,
      JSON.stringify(body),
    );

    expect(answer.status).toBe(422);
    await expectNothingWritten();
  });
});

describe('the source', () => {
  const rows = [{ email: 'a@x.test', status: 'bounced' }];

  test.each([
    ['', 'Imported from the API'],
    ['?source=Old+Tool', 'Imported from Old Tool'],
    ['?source=C%2B%2B', 'Imported from C++'],
    ['?source=', 'Imported'],
    [`?source=${'x'.repeat(60)}`, `Imported from ${'x'.repeat(60)}`],
    [`?source=${'x'.repeat(61)}`, `Imported from ${'x'.repeat(60)}`],
    ['?source=a&source=b', 'Imported from b'],
  ])('%s', async (query, detail) => {
    await people.import(rows, { query });
    expect(await details()).toEqual([detail]);

    await people.api('DELETE', '/v1/suppressions/a@x.test');
    await people.post(rows[0], { query });
    expect(await details()).toEqual([detail]);
  });

  test('of a suppression that stands is kept', async () => {
    await people.import(rows, { query: '?source=first' });

    await people.import(rows, { query: '?source=second' });

    expect(await details()).toEqual(['Imported from first']);
  });
});

test('5,000 rows are taken, and one more is refused', async () => {
  const rows = Array.from({ length: 5_000 }, () => ({ email: 'kim@x.test' }));

  const over = await people.post([...rows, { email: 'lee@x.test', status: 'bounced' }]);
  const counts = await people.import(rows);

  expect(refusalOf(over)).toEqual({ status: 422, type: 'invalid_request', message: 'Validation failed' });
  expect(await people.suppressions('lee@x.test')).toEqual([]);
  expect(counts).toEqual({ ...nothing, inserted: 1, skipped: 4_999, contact_count: 1 });
});
