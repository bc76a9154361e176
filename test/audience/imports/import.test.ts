import { dayMs, toIso } from '../../../shared/core/time';
import { Service, type ApiResponse } from '../../support/service';
import { refusalOf } from '../../support/api-helpers';
import { ContactsWorkspace } from '../../support/contacts-workspace';
import { emptyList } from '../../support/matchers';

type Fields = Record<string, unknown>;

let service: Service;
let workspace: ContactsWorkspace;

beforeAll(async () => {
  service = await Service.startShared();
});

beforeEach(async () => {
  workspace = await ContactsWorkspace.create(service);
});

afterAll(() => service.stop());

const numberedRows = (count: number, fields: Fields = {}): Fields[] =>
  Array.from({ length: count }, (_, index) => ({ email: `p${index}@x.test`, ...fields }));

const suppressionDetails = async (): Promise<unknown[]> =>
  (await workspace.api('GET', '/v1/suppressions')).body.data.map(({ detail }: Fields) => detail);

const zeroCounts = {
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

test('an import of contacts with the maximum number of attributes succeeds', async () => {
  const attributes = Object.fromEntries([...Array(60).keys()].map((index) => [`k${index}`, 'V'.repeat(999)]));

  const counts = await workspace.importContacts(numberedRows(49, { attributes }));

  expect(counts).toMatchObject({ inserted: 49, contact_count: 49 });
});

describe('counts', () => {
  // AU-9
  test('of an empty import are all 0', async () => {
    const { status, body } = await workspace.postContacts([]);

    expect(status).toBe(201);
    expect(body).toEqual(zeroCounts);
  });

  // AU-17
  test('add up to the rows of the import', async () => {
    await workspace.addContact('known@x.test');
    await workspace.api('POST', '/v1/suppressions', { email: 'bounced@x.test', reason: 'manual' });

    const counts = await workspace.importContacts([
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

  // AU-17
  test('of a repeated import show every contact as updated, and nothing changes', async () => {
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
    const first = await workspace.importContacts(rows);
    const [contacts, suppressions] = [
      await workspace.listAll('/v1/contacts'),
      (await workspace.api('GET', '/v1/suppressions')).body,
    ];
    await service.advance(1);

    const repeated = await workspace.importContacts(rows);

    expect(repeated).toEqual({
      ...first,
      inserted: 0,
      updated: 3,
      suppressed: 0,
      properties_created: [],
    });
    expect(await workspace.listAll('/v1/contacts')).toEqual(contacts);
    expect((await workspace.api('GET', '/v1/suppressions')).body).toEqual(suppressions);
    expect(await workspace.tagCounts()).toEqual({ t: 1, u: 1 });
  });

  test.each(['true', 'TRUE', '1', 'false', ''])(
    'show no started automations with trigger_automations=%s in a workspace without automations',
    async (value) => {
      const counts = await workspace.importContacts(numberedRows(1), {
        query: `?trigger_automations=${value}`,
      });

      expect(counts).toEqual({ ...zeroCounts, inserted: 1, contact_count: 1 });
    },
  );
});

describe('rows', () => {
  // AU-10, AU-11
  test('update existing contacts and keep the fields that the row omits', async () => {
    const other = await workspace.createAudience();
    await workspace.addContact(
      'kim@x.test',
      { first_name: 'Kim', last_name: 'Lee', tags: ['a'], attributes: { plan: 'pro', seats: '1' } },
      other,
    );

    await workspace.importContacts([
      { email: 'KIM@x.test', first_name: '', last_name: 'Li', tags: ['B c'], attributes: { seats: 2 } },
    ]);

    expect(await workspace.findContact('kim@x.test')).toMatchObject({
      first_name: 'Kim',
      last_name: 'Li',
      tags: ['a', 'b-c'],
      attributes: { plan: 'pro', seats: '2' },
      audience_ids: [workspace.audienceId, other].sort(),
    });
  });

  // AU-16
  test('with the same address all apply their status, but only the first of these rows sets fields', async () => {
    await workspace.importContacts([
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

    expect(await workspace.findContact('kim@x.test')).toMatchObject({
      first_name: 'Kim',
      tags: ['a'],
      attributes: { plan: 'pro' },
      unsubscribed: false,
      unsubscribed_at: null,
      last_active_at: null,
    });
    expect(await workspace.listSuppressions('kim@x.test')).toEqual([
      'all hard_bounce',
      'marketing unsubscribe',
    ]);
    expect(await workspace.tagCounts()).toEqual({ a: 1 });
    const { body } = await workspace.api('GET', '/v1/contact-properties');
    expect(body.data.map(({ key }: Fields) => key)).toEqual(['plan']);
  });

  // AU-12
  test.each([
    ['unsubscribed', 'marketing unsubscribe'],
    ['bounced', 'all hard_bounce'],
    ['complained', 'all complaint'],
  ])('with status %s suppress new and existing contacts', async (status, suppression) => {
    await workspace.addContact('known@x.test');

    const counts = await workspace.importContacts([
      { email: 'new@x.test', status },
      { email: 'known@x.test', status },
    ]);

    expect(counts).toMatchObject({ inserted: 1, updated: 1, suppressed: 2, [status]: 2 });
    for (const email of ['new@x.test', 'known@x.test']) {
      expect(await workspace.findContact(email)).toMatchObject({ unsubscribed: true });
      expect(await workspace.listSuppressions(email)).toEqual([suppression]);
    }
  });

  // AU-14
  test.each([{}, { status: 'subscribed' }, { unsubscribed: false }])(
    'with %j do not resubscribe',
    async (fields) => {
      await workspace.importContacts([
        { email: 'out@x.test', status: 'unsubscribed' },
        { email: 'bounced@x.test', status: 'bounced' },
      ]);
      const before = await workspace.listAll('/v1/contacts');

      await workspace.importContacts(
        ['out', 'bounced'].map((name) => ({ email: `${name}@x.test`, ...fields })),
      );

      expect(await workspace.listAll('/v1/contacts')).toEqual(before);
      expect(await workspace.listSuppressions('out@x.test')).toEqual(['marketing unsubscribe']);
      expect(await workspace.listSuppressions('bounced@x.test')).toEqual(['all hard_bounce']);
    },
  );

  test('do not replace a more severe suppression of the same scope', async () => {
    await workspace.api('POST', '/v1/suppressions', { email: 'a@x.test', reason: 'complaint' });
    await workspace.api('POST', '/v1/suppressions', { email: 'b@x.test', reason: 'manual' });

    const counts = await workspace.importContacts([
      { email: 'a@x.test', status: 'bounced' },
      { email: 'b@x.test', status: 'bounced' },
    ]);

    expect(counts['suppressed']).toBe(0);
    expect(await workspace.listSuppressions('a@x.test')).toEqual(['all complaint']);
    expect(await workspace.listSuppressions('b@x.test')).toEqual(['all hard_bounce']);
  });

  test('`last_active_at` only moves forward', async () => {
    const importLastActive = async (time: string) => {
      await workspace.importContacts([{ email: 'kim@x.test', last_active_at: time }]);
      return (await workspace.findContact('kim@x.test'))?.['last_active_at'];
    };

    expect(await importLastActive('2026-02-02T00:00:00Z')).toBe('2026-02-02T00:00:00.000Z');
    expect(await importLastActive('2026-02-01T00:00:00Z')).toBe('2026-02-02T00:00:00.000Z');
    expect(await importLastActive('2026-02-02T01:00:00+02:00')).toBe('2026-02-02T00:00:00.000Z');
    expect(await importLastActive('2026-02-03T01:00:00+02:00')).toBe('2026-02-02T23:00:00.000Z');
  });
});

describe('attributes', () => {
  const types: [type: string, value: unknown, stored: unknown][] = [
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

  // C-11
  test.each(types)('of type %s: %j becomes %j', async (type, value, stored) => {
    await workspace.api('POST', '/v1/contact-properties', { key: 'k', name: 'K', type });

    const counts = await workspace.importContacts([{ email: 'a@x.test', attributes: { k: value } }]);
    const single = await workspace.addContact('b@x.test', { attributes: { k: value } });

    expect(counts['properties_created']).toEqual([]);
    expect((await workspace.findContact('a@x.test'))?.['attributes']).toEqual({ k: stored });
    expect(single['attributes']).toEqual({ k: stored });
  });

  const unparsableValues = [
    'constructor',
    'toString',
    '__proto__',
    'hasOwnProperty',
    'many',
    '1e999',
    'NaN',
    'Infinity',
    '0x10',
    '0b11',
    '1,234.50',
    'wahr',
    ' ',
  ];

  test.each(['number', 'boolean'])('that cannot be parsed as a %s are accepted', async (type) => {
    await workspace.api('POST', '/v1/contact-properties', { key: 'k', name: 'K', type });

    const response = await workspace.postContacts(
      unparsableValues.map((k, index) => ({ email: `p${index}@x.test`, attributes: { k } })),
    );

    expect(response).toMatchObject({ status: 201, body: { inserted: unparsableValues.length } });
    const stored = (await workspace.listAll('/v1/contacts')).map(
      ({ attributes }) => (attributes as Fields)['k'],
    );
    for (const value of stored) expect(['string', 'number', 'boolean']).toContain(typeof value);
  });

  // AU-11
  test('without a declared property become strings, and each property is declared once', async () => {
    const counts = await workspace.importContacts([
      { email: 'a@x.test', attributes: { plan: 'pro', seats: 4 } },
      { email: 'b@x.test', attributes: { seats: 5, trial: true } },
    ]);

    expect(counts['properties_created']).toEqual(expect.arrayContaining(['plan', 'seats', 'trial']));
    const { body } = await workspace.api('GET', '/v1/contact-properties');
    expect(body.data.map(({ key, name, type }: Fields) => [key, name, type])).toEqual([
      ['plan', 'plan', 'string'],
      ['seats', 'seats', 'string'],
      ['trial', 'trial', 'string'],
    ]);
    expect((await workspace.findContact('b@x.test'))?.['attributes']).toEqual({ seats: '5', trial: 'true' });
  });

  test('have case-sensitive keys', async () => {
    await workspace.api('POST', '/v1/contact-properties', { key: 'Seats', name: 'Seats', type: 'number' });

    const counts = await workspace.importContacts([
      { email: 'a@x.test', attributes: { Seats: '4', seats: '4' } },
    ]);

    expect(counts['properties_created']).toEqual(['seats']);
    expect((await workspace.findContact('a@x.test'))?.['attributes']).toEqual({ Seats: 4, seats: '4' });
  });

  // C-12
  test.each(['', 'a.b', 'a\0b', '$a', '__proto__'])(
    'with the key %j are refused, and nothing is written',
    async (key) => {
      const response = await workspace.postContacts([
        { email: 'a@x.test', status: 'bounced', attributes: { plan: 'pro' } },
        { email: 'b@x.test', attributes: { [key]: 'x' } },
      ]);

      const refusal = refusalOf(response);
      expect(refusal).toMatchObject({ status: 422, type: 'invalid_request' });
      expect(refusal.message).toMatch(/^attributes:/);
      expect(refusal.message).toContain(JSON.stringify(key));
      expect(response.body.error.details).toMatchObject([{ path: [1, 'attributes', key] }]);
      await expectNothingWritten();
    },
  );

  test('of a megabyte are refused or stored, without an internal error', async () => {
    const { status } = await workspace.postContacts([
      { email: 'a@x.test', attributes: { k: 'x'.repeat(1_000_000) } },
    ]);

    expect([201, 422]).toContain(status);
  });
});

async function expectNothingWritten(): Promise<void> {
  expect((await workspace.api('GET', '/v1/contacts')).body).toEqual(emptyList);
  expect((await workspace.api('GET', '/v1/suppressions')).body).toEqual(emptyList);
  expect((await workspace.api('GET', '/v1/contact-properties')).body).toEqual(emptyList);
  expect(await workspace.contactCount()).toBe(0);
}

describe('an invalid import', () => {
  const invalidRows: [fields: Fields, path: (string | number)[]][] = [
    [{ email: undefined }, ['email']],
    [{ email: 'kim' }, ['email']],
    [{ email: 'Kim <kim@shop.test>' }, ['email']],
    [{ first_name: 'n'.repeat(121) }, ['first_name']],
    [{ last_name: null }, ['last_name']],
    [{ tags: Array.from({ length: 51 }, (_, index) => `t${index}`) }, ['tags']],
    [{ tags: [''] }, ['tags', 0]],
    [{ tags: ['a', 'x'.repeat(61)] }, ['tags', 1]],
    [{ attributes: { a: {} } }, ['attributes', 'a']],
    [{ status: 'active' }, ['status']],
    [{ unsubscribed: 1 }, ['unsubscribed']],
    [{ last_active_at: '2026-01-01T00:00:00' }, ['last_active_at']],
  ];

  // AU-15, C-21
  test.each(invalidRows)(
    'with %j in the last row writes nothing, and the error path starts with the row index',
    async (fields, path) => {
      const rows = [
        ...numberedRows(3, { status: 'bounced', attributes: { a: 'b' } }),
        { email: 'z@x.test', ...fields },
      ];

      const response = await workspace.postContacts(rows);

      expect(refusalOf(response)).toEqual({
        status: 422,
        type: 'invalid_request',
        message: 'Validation failed',
      });
      expect(response.body.error.details).toMatchObject([{ path: [3, ...path] }]);
      await expectNothingWritten();
    },
  );

  test('with an invalid second row for an address writes nothing', async () => {
    const response = await workspace.postContacts([
      { email: 'a@x.test' },
      { email: 'a@x.test', status: 'x' },
    ]);

    expect(response.body.error.details).toMatchObject([{ path: [1, 'status'] }]);
    await expectNothingWritten();
  });

  // AU-15
  test('gets an error that reports every invalid row', async () => {
    const response = await workspace.postContacts([
      { email: 'x' },
      { email: 'a@x.test' },
      { email: 'y', status: 'z' },
    ]);

    expect(response.body.error.details.map(({ path }: { path: unknown[] }) => path)).toEqual([
      [0, 'email'],
      [2, 'email'],
      [2, 'status'],
    ]);
  });

  test('with a `last_active_at` more than a day ahead writes nothing', async () => {
    const now = Date.parse(await service.now());

    const response = await workspace.postContacts([
      { email: 'a@x.test', last_active_at: toIso(now + dayMs - 60_000) },
      { email: 'b@x.test', last_active_at: toIso(now + dayMs + 600_000) },
    ]);

    expect(refusalOf(response)).toMatchObject({ status: 422, message: 'Validation failed' });
    expect(response.body.error.details).toMatchObject([{ path: [1, 'last_active_at'] }]);
    await expectNothingWritten();
  });

  test.each([['a text'], [null], [7], [[['a@x.test']]], [[null]], [['a@x.test']]])(
    'whose body is %j writes nothing',
    async (body) => {
      const response: ApiResponse = await workspace.api(
        'POST',
        `/v1/audiences/${workspace.audienceId}/contacts`,
        JSON.stringify(body),
      );

      expect(response.status).toBe(422);
      await expectNothingWritten();
    },
  );
});

describe('the source', () => {
  const rows = [{ email: 'a@x.test', status: 'bounced' }];

  // AU-18
  test.each([
    ['', 'Imported from the API'],
    ['?source=Old+Tool', 'Imported from Old Tool'],
    ['?source=C%2B%2B', 'Imported from C++'],
    ['?source=', 'Imported'],
    [`?source=${'x'.repeat(60)}`, `Imported from ${'x'.repeat(60)}`],
    [`?source=${'x'.repeat(61)}`, `Imported from ${'x'.repeat(60)}`],
    ['?source=a&source=b', 'Imported from b'],
  ])('for the query "%s" is in the suppression detail', async (query, detail) => {
    await workspace.importContacts(rows, { query });
    expect(await suppressionDetails()).toEqual([detail]);

    await workspace.api('DELETE', '/v1/suppressions/a@x.test');
    await workspace.postContacts(rows[0], { query });
    expect(await suppressionDetails()).toEqual([detail]);
  });

  // AU-18
  test('of an existing suppression is kept', async () => {
    await workspace.importContacts(rows, { query: '?source=first' });

    await workspace.importContacts(rows, { query: '?source=second' });

    expect(await suppressionDetails()).toEqual(['Imported from first']);
  });
});

// AU-9
test('5,000 rows are accepted, and 5,001 are refused', async () => {
  const rows = Array.from({ length: 5_000 }, () => ({ email: 'kim@x.test' }));

  const refusedImport = await workspace.postContacts([...rows, { email: 'lee@x.test', status: 'bounced' }]);
  const counts = await workspace.importContacts(rows);

  expect(refusalOf(refusedImport)).toEqual({
    status: 422,
    type: 'invalid_request',
    message: 'Validation failed',
  });
  expect(await workspace.listSuppressions('lee@x.test')).toEqual([]);
  expect(counts).toEqual({ ...zeroCounts, inserted: 1, skipped: 4_999, contact_count: 1 });
});
