import { randomUUID } from 'node:crypto';
import { mapConcurrent } from '../../support/map-concurrent';
import { Service, type ApiResponse } from '../../support/service';
import { refusalOf } from '../../support/api-helpers';
import { ContactsWorkspace } from '../../support/contacts-workspace';
import { aTimestamp, anId, emptyList } from '../../support/matchers';

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

const createSegment = (fields: Fields = {}): Promise<ApiResponse> =>
  workspace.api('POST', '/v1/segments', {
    audience_id: workspace.audienceId,
    key: `s-${randomUUID().slice(0, 8)}`,
    name: 'Segment',
    ...fields,
  });

async function aSegment(fields: Fields = {}): Promise<Fields> {
  const { status, body } = await createSegment(fields);
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body;
}

const updateSegment = (id: unknown, body: unknown) =>
  workspace.api('PATCH', `/v1/segments/${String(id)}`, body);
const getSegment = async (id: unknown) => (await workspace.api('GET', `/v1/segments/${String(id)}`)).body;

/** Returns the matches. Expects the contact count of the segment to equal the number of matches. */
async function listMatches({ id }: Fields): Promise<string[]> {
  const { status, body } = await workspace.api('GET', `/v1/segments/${String(id)}/metrics`);
  const emails = await workspace.listAll<string>(`/v1/segments/${String(id)}/contacts`, 'limit=1000');
  expect(status).toBe(200);
  expect(body).toEqual({ id, contact_count: emails.length });
  return emails;
}

const noRules = {
  opened_within_days: null,
  clicked_within_days: null,
  exclude_unengaged_days: null,
  engaged_within_days: null,
  properties: [],
  tags: [],
  exclude_tags: [],
  topic_key: null,
};

const tagsOf = (count: number) => Array.from({ length: count }, (_, index) => `t${index}`);
const filtersOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ property: `p${index}`, operator: 'exists' }));

/** Every rule that a segment can have. */
const allRules = {
  opened_within_days: 1,
  clicked_within_days: 2,
  exclude_unengaged_days: 3,
  engaged_within_days: 3650,
  properties: [
    { property: 'plan', operator: 'equals', value: 'Pro' },
    { property: 'seats', operator: 'gt', value: 4 },
    { property: 'trial', operator: 'not_equals', value: true },
    { property: 'plan', operator: 'exists', value: null },
  ],
  tags: ['vip'],
  exclude_tags: ['old'],
  topic_key: 'offers',
};

const saveOffersTopic = (fields: Fields = {}) =>
  workspace.api('POST', '/v1/topics', { key: 'offers', name: 'Offers', ...fields });

describe('creating a segment', () => {
  // SG-1
  test('returns 201 with every field', async () => {
    const { status, body } = await createSegment({ key: 'warm-30', name: 'Warm' });

    expect(status).toBe(201);
    expect(body).toEqual({
      id: anId,
      key: 'warm-30',
      name: 'Warm',
      audience_id: workspace.audienceId,
      ...noRules,
      created_at: aTimestamp,
      updated_at: null,
    });
    expect(await getSegment(body.id)).toEqual(body);
  });

  // SG-1
  test('accepts every rule', async () => {
    await saveOffersTopic();

    const { body } = await createSegment({ ...allRules, topic_key: ' offers ' });

    expect(body).toMatchObject(allRules);
    expect(body.properties).toEqual(allRules.properties);
  });

  // SG-12, SG-18
  test('normalizes tags, trims the audience id and returns a missing value as null', async () => {
    const { body } = await createSegment({
      audience_id: ` ${workspace.audienceId}\n`,
      tags: [' Big  Spender ', 'VIP', 'vip', 'x'.repeat(61), '  '],
      exclude_tags: ['OLD'],
      properties: [
        { property: 'plan', operator: 'exists' },
        { property: 'plan', operator: 'equals' },
      ],
      topic_key: '',
    });

    expect(body).toMatchObject({
      audience_id: workspace.audienceId,
      tags: ['big-spender', 'vip', 'x'.repeat(60)],
      exclude_tags: ['old'],
      properties: [
        { property: 'plan', operator: 'exists', value: null },
        { property: 'plan', operator: 'equals', value: null },
      ],
      topic_key: null,
    });
  });

  // SG-4
  test.each([
    { key: 'a' },
    { key: '0-9' },
    { key: '-' },
    { name: 'N' },
    { name: 'N'.repeat(120) },
    { tags: tagsOf(20) },
    { exclude_tags: tagsOf(20) },
    { properties: filtersOf(20) },
    { opened_within_days: 1, clicked_within_days: 3650 },
    { exclude_unengaged_days: 1, engaged_within_days: 3650 },
    { properties: [{ property: 'a$b c', operator: 'not_exists' }] },
    { properties: [{ property: 'k', operator: 'equals', value: 0.1 }] },
    { properties: [{ property: 'k', operator: 'equals', value: -9_007_199_254_740_991 }] },
    { properties: [{ property: 'k', operator: 'gt', value: 1e-100 }] },
    { properties: [{ property: 'k', operator: 'contains', value: '' }] },
    { topic_key: '  ' },
    { unknown: 'ignored' },
  ])('accepts %j, and matching returns no error', async (fields) => {
    await workspace.addContact('a@x.test');

    const segment = await aSegment(fields);

    expect([0, 1]).toContain((await listMatches(segment)).length);
  });

  const invalidFields: [fields: Fields, path: (string | number)[]][] = [
    [{ audience_id: undefined }, ['audience_id']],
    [{ audience_id: null }, ['audience_id']],
    [{ key: undefined }, ['key']],
    [{ key: '' }, ['key']],
    [{ key: 'Warm' }, ['key']],
    [{ key: 'warm 30' }, ['key']],
    [{ key: 'warm_30' }, ['key']],
    [{ key: 'warm\n' }, ['key']],
    [{ key: 7 }, ['key']],
    [{ name: undefined }, ['name']],
    [{ name: '' }, ['name']],
    [{ name: 'N'.repeat(121) }, ['name']],
    [{ tags: tagsOf(21) }, ['tags']],
    [{ tags: [''] }, ['tags', 0]],
    [{ tags: 'a' }, ['tags']],
    [{ exclude_tags: tagsOf(21) }, ['exclude_tags']],
    [{ exclude_tags: ['a', ''] }, ['exclude_tags', 1]],
    ...['opened_within_days', 'clicked_within_days', 'exclude_unengaged_days', 'engaged_within_days'].flatMap(
      (name) => [0, -1, 3651, 1.5, '7'].map((days): [Fields, string[]] => [{ [name]: days }, [name]]),
    ),
    [{ properties: filtersOf(21) }, ['properties']],
    [{ properties: {} }, ['properties']],
    ...['', 'a.b', 'a\0', '$a', '__proto__'].map((property): [Fields, (string | number)[]] => [
      { properties: [...filtersOf(1), { property, operator: 'exists' }] },
      ['properties', 1, 'property'],
    ]),
    [{ properties: [{ operator: 'exists' }] }, ['properties', 0, 'property']],
    [{ properties: [{ property: 'a' }] }, ['properties', 0, 'operator']],
    [{ properties: [{ property: 'a', operator: 'like', value: 'b' }] }, ['properties', 0, 'operator']],
    [{ properties: [{ property: 'a', operator: 'equals', value: ['b'] }] }, ['properties', 0, 'value']],
    ...[2 ** 53, -1e200, 1e-200].map((value): [Fields, (string | number)[]] => [
      { properties: [{ property: 'a', operator: 'gt', value }] },
      ['properties', 0, 'value'],
    ]),
    [{ topic_key: 7 }, ['topic_key']],
  ];

  // SG-3, SG-4, SG-5
  test.each(invalidFields)('%j is refused, and the error names the field', async (fields, path) => {
    const response = await createSegment(fields);

    expect(refusalOf(response)).toEqual({
      status: 422,
      type: 'invalid_request',
      message: 'Validation failed',
    });
    expect(response.body.error.details).toMatchObject([{ path }]);
    expect((await workspace.api('GET', '/v1/segments')).body).toEqual(emptyList);
  });

  //
  test('an unknown audience is refused; if the request has the name of an audience, the error contains its id', async () => {
    const other = await ContactsWorkspace.create(service);

    for (const audience_id of [randomUUID(), other.audienceId, 'nothing', '']) {
      const response = await createSegment({ audience_id });
      expect(refusalOf(response)).toMatchObject({ status: 422, type: 'invalid_request' });
      expect(response.body.error.message).toMatch(/^audience_id:/);
    }
    const segmentByName = await createSegment({ audience_id: 'CUSTOMERS' });
    expect(refusalOf(segmentByName).message).toMatch(/^audience_id:/);
    expect(refusalOf(segmentByName).message).toContain(workspace.audienceId);
  });

  // R-31, SG-6
  test('an unknown topic is refused', async () => {
    const other = await ContactsWorkspace.create(service);
    await other.api('POST', '/v1/topics', { key: 'theirs', name: 'Theirs' });

    for (const topic_key of ['nothing', 'theirs', 'Offers', 'x'.repeat(3_000)]) {
      const response = await createSegment({ topic_key });
      expect(refusalOf(response)).toMatchObject({ status: 422, type: 'unknown_topic' });
      expect(response.body.error.message).toMatch(/^topic_key:/);
    }
  });

  // SG-3
  test('the key of another segment is a conflict until that segment is deleted', async () => {
    const { id } = await aSegment({ key: 'warm' });

    const conflict = await createSegment({ key: 'warm' });
    await workspace.api('DELETE', `/v1/segments/${String(id)}`);
    const afterDeletion = await createSegment({ key: 'warm' });

    expect(refusalOf(conflict)).toMatchObject({ status: 409, type: 'conflict' });
    expect(afterDeletion.status).toBe(201);
    const other = await ContactsWorkspace.create(service);
    const foreignSegment = { audience_id: other.audienceId, key: 'warm', name: 'Warm' };
    expect((await other.api('POST', '/v1/segments', foreignSegment)).status).toBe(201);
  });

  test('ten concurrent creations with one key create one segment', async () => {
    const responses = await Promise.all(Array.from({ length: 10 }, () => createSegment({ key: 'warm' })));

    expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
    expect((await workspace.api('GET', '/v1/segments')).body.data).toHaveLength(1);
  });
});

describe('the list of segments', () => {
  // SG-2
  test('is sorted by name and not paged', async () => {
    for (const name of ['Zebra', 'apple', 'Öl', 'Banana']) await aSegment({ name });

    const { body } = await workspace.api('GET', '/v1/segments?limit=1&cursor=x');

    expect(body).toMatchObject({ object: 'list', has_more: false, next_cursor: null });
    expect(body.data.map(({ name }: Fields) => name)).toEqual(['apple', 'Banana', 'Öl', 'Zebra']);
  });

  // SG-2
  test('has at most 500 segments', async () => {
    const names = Array.from({ length: 501 }, (_, index) => String(index).padStart(3, '0'));
    await mapConcurrent(10, names, (name) => aSegment({ name }));

    const { body } = await workspace.api('GET', '/v1/segments');

    expect(body.data.map(({ name }: Fields) => name)).toEqual(names.slice(0, 500));
    expect(body).toMatchObject({ has_more: true, next_cursor: null });
  });
});

describe('a single segment', () => {
  const routes: [description: string, request: (id: string) => Promise<ApiResponse>][] = [
    ['GET', (id) => workspace.api('GET', `/v1/segments/${id}`)],
    ['PATCH', (id) => updateSegment(id, { name: 'X' })],
    ['DELETE', (id) => workspace.api('DELETE', `/v1/segments/${id}`)],
    ['GET metrics', (id) => workspace.api('GET', `/v1/segments/${id}/metrics`)],
    ['GET contacts', (id) => workspace.api('GET', `/v1/segments/${id}/contacts`)],
  ];

  describe.each(routes)('with %s', (_description, request) => {
    //
    test('is not found by its name or key, and the error contains its id', async () => {
      const segment = await aSegment({ key: 'warm-30', name: 'Warm People' });

      for (const name of ['Warm%20People', 'WARM%20people', 'warm-30', 'Warm-30']) {
        const response = await request(name);
        expect(refusalOf(response)).toMatchObject({ status: 404, type: 'not_found' });
        expect(response.body.error.message).toContain(segment['id']);
      }
      expect(await getSegment(segment['id'])).toEqual(segment);
    });

    test('is not found if it does not exist, or belongs to another workspace', async () => {
      const foreignSegment = await aSegment({ key: 'warm', name: 'Warm' });
      const before = workspace;
      workspace = await ContactsWorkspace.create(service);

      for (const id of [
        'nothing',
        randomUUID(),
        '%00',
        'x'.repeat(3_000),
        String(foreignSegment['id']),
        'warm',
      ])
        expect(refusalOf(await request(id))).toEqual({
          status: 404,
          type: 'not_found',
          message: 'No such segment',
        });
      workspace = before;
      expect(await getSegment(foreignSegment['id'])).toEqual(foreignSegment);
    });
  });

  // SG-9
  test('can be deleted without deleting its contacts', async () => {
    const kim = await workspace.addContact('kim@x.test');
    const { id } = await aSegment();

    const deleted = await workspace.api('DELETE', `/v1/segments/${String(id)}`);

    expect(deleted).toMatchObject({ status: 200 });
    expect(deleted.body).toEqual({ id, deleted: true });
    expect((await workspace.api('GET', `/v1/segments/${String(id)}`)).status).toBe(404);
    expect((await workspace.api('DELETE', `/v1/segments/${String(id)}`)).status).toBe(404);
    expect(await workspace.findContact('kim@x.test')).toEqual(kim);
  });
});

describe('updating a segment', () => {
  // SG-7
  test('replaces the whole value of each given field and keeps the other fields', async () => {
    await saveOffersTopic();
    const segment = await aSegment(allRules);
    await service.advance(1);

    const { status, body } = await updateSegment(segment['id'], {
      name: 'New',
      tags: ['A b', 'c'],
      properties: filtersOf(1),
    });

    expect(status).toBe(200);
    expect(body).toEqual({
      ...segment,
      name: 'New',
      tags: ['a-b', 'c'],
      properties: [{ property: 'p0', operator: 'exists', value: null }],
      updated_at: aTimestamp,
    });
    expect(await getSegment(segment['id'])).toEqual(body);
  });

  // SG-7
  test('with [], null or "" clears a field', async () => {
    await saveOffersTopic();
    const segment = await aSegment(allRules);

    const { body } = await updateSegment(segment['id'], { ...noRules, topic_key: '' });

    expect(body).toEqual({ ...segment, ...noRules, updated_at: aTimestamp });
  });

  test.each([
    [{ opened_within_days: null }],
    [{ clicked_within_days: null }],
    [{ exclude_unengaged_days: null }],
    [{ engaged_within_days: null }],
    [{ properties: [] }],
    [{ tags: [] }],
    [{ exclude_tags: [] }],
  ])('%j clears only that field', async (fields) => {
    await saveOffersTopic();
    const segment = await aSegment(allRules);

    expect((await updateSegment(segment['id'], fields)).body).toEqual({
      ...segment,
      ...fields,
      updated_at: aTimestamp,
    });
  });

  test('can move the segment to another audience', async () => {
    const other = await workspace.createAudience('Others');
    await workspace.addContact('here@x.test');
    await workspace.addContact('there@x.test', {}, other);
    const segment = await aSegment();
    expect(await listMatches(segment)).toEqual(['here@x.test']);

    const movedSegment = await updateSegment(segment['id'], { audience_id: ` ${other} ` });

    expect(movedSegment.body).toMatchObject({ audience_id: other });
    expect(await listMatches(segment)).toEqual(['there@x.test']);
  });

  // SG-8
  test.each([
    ['warm', 'New'],
    ['other', 'New'],
    [null, 'New'],
    [7, 'New'],
    ['', 'New'],
    ['warm', ''],
  ])('with the key %j and the name %j is refused, and changes nothing', async (key, name) => {
    const segment = await aSegment({ key: 'warm' });

    const response = await updateSegment(segment['id'], { key, name });

    expect(refusalOf(response)).toEqual({
      status: 422,
      type: 'invalid_request',
      message: "key: a segment's key cannot be changed; create a new segment",
    });
    expect(await getSegment(segment['id'])).toEqual(segment);
  });

  const invalidFields: [fields: Fields, path: (string | number)[]][] = [
    [{ audience_id: null }, ['audience_id']],
    [{ name: '' }, ['name']],
    [{ name: null }, ['name']],
    [{ name: 'N'.repeat(121) }, ['name']],
    [{ tags: null }, ['tags']],
    [{ tags: tagsOf(21) }, ['tags']],
    [{ exclude_tags: [''] }, ['exclude_tags', 0]],
    [{ opened_within_days: 0 }, ['opened_within_days']],
    [{ engaged_within_days: 3651 }, ['engaged_within_days']],
    [{ properties: null }, ['properties']],
    [{ properties: filtersOf(21) }, ['properties']],
    [{ properties: [{ property: '$a', operator: 'exists' }] }, ['properties', 0, 'property']],
  ];

  test.each(invalidFields)('%j is refused, and the error names the field', async (fields, path) => {
    const segment = await aSegment();

    const response = await updateSegment(segment['id'], { name: 'New', ...fields });

    expect(refusalOf(response)).toEqual({
      status: 422,
      type: 'invalid_request',
      message: 'Validation failed',
    });
    expect(response.body.error.details).toMatchObject([{ path }]);
    expect(await getSegment(segment['id'])).toEqual(segment);
  });

  test('an unknown audience or topic is refused, and changes nothing', async () => {
    const segment = await aSegment();

    const audience = await updateSegment(segment['id'], { name: 'New', audience_id: 'customers' });
    const topic = await updateSegment(segment['id'], { name: 'New', topic_key: 'nothing' });

    expect(refusalOf(audience)).toMatchObject({ status: 422, type: 'invalid_request' });
    expect(audience.body.error.message).toMatch(/^audience_id:/);
    expect(audience.body.error.message).toContain(workspace.audienceId);
    expect(refusalOf(topic)).toMatchObject({ status: 422, type: 'unknown_topic' });
    expect(topic.body.error.message).toMatch(/^topic_key:/);
    expect(await getSegment(segment['id'])).toEqual(segment);
  });

  test('succeeds after the audience of the segment was deleted, unless the request contains that audience', async () => {
    const segment = await aSegment();
    await workspace.api('DELETE', `/v1/audiences/${workspace.audienceId}`);

    expect((await updateSegment(segment['id'], { name: 'New' })).status).toBe(200);
    expect((await updateSegment(segment['id'], { audience_id: workspace.audienceId })).status).toBe(422);
    expect(await listMatches(segment)).toEqual([]);
  });
});

describe('the matches of a segment', () => {
  // SG-10, SG-19
  test('are the current subscribed members, newest first', async () => {
    const segment = await aSegment();
    const emails: string[] = [];
    for (const name of ['a', 'c', 'b']) {
      emails.unshift(String((await workspace.addContact(`${name}@x.test`))['email']));
      await service.advance(1);
    }
    await workspace.addContact('out@x.test', { status: 'unsubscribed' });
    await workspace.addContact('elsewhere@x.test', {}, await workspace.createAudience());
    await workspace.api('POST', '/v1/suppressions', { email: 'a@x.test', reason: 'hard_bounce' });

    expect(await listMatches(segment)).toEqual(emails);

    const { id } = (await workspace.findContact('c@x.test')) ?? {};
    await workspace.api('PATCH', `/v1/contacts/${String(id)}`, { unsubscribed: true });
    expect(await listMatches(segment)).toEqual(['b@x.test', 'a@x.test']);
    await workspace.api('PATCH', `/v1/contacts/${String(id)}`, { unsubscribed: false });
    expect(await listMatches(segment)).toEqual(emails);
    await workspace.api('DELETE', `/v1/audiences/${workspace.audienceId}/contacts/${String(id)}`);
    expect(await listMatches(segment)).toEqual(['b@x.test', 'a@x.test']);
  });

  // SG-20
  test('are paged, and the cursor contains a time and an id', async () => {
    const segment = await aSegment();
    await workspace.importContacts(Array.from({ length: 7 }, (_, index) => ({ email: `p${index}@x.test` })));
    const path = `/v1/segments/${String(segment['id'])}/contacts`;
    const allMatches = await listMatches(segment);

    const { body } = await workspace.api('GET', `${path}?limit=3`);

    const last = await workspace.findContact(allMatches[2] ?? '');
    expect(body).toEqual({
      object: 'list',
      data: allMatches.slice(0, 3),
      has_more: true,
      next_cursor: `${String(last?.['created_at'])}|${String(last?.['id'])}`,
    });
    expect(await workspace.listAll<string>(path, 'limit=3')).toEqual(allMatches);
    expect(await workspace.listAll<string>(path, 'limit=7')).toEqual(allMatches);
    for (const cursor of ['nothing', '', '%00', 'nobody@x.test'])
      expect((await workspace.api('GET', `${path}?cursor=${cursor}`)).body.data).toEqual(allMatches);
    await workspace.addContact('new@x.test');
    expect(await listMatches(segment)).toEqual(['new@x.test', ...allMatches]);
  });

  // SG-20
  test('are returned 200 per page by default, and at most 1,000', async () => {
    const segment = await aSegment();
    await workspace.importContacts(
      Array.from({ length: 1_001 }, (_, index) => ({ email: `p${index}@x.test` })),
    );

    const sizes: [query: string, size: number][] = [
      ['', 200],
      ['?limit=1', 1],
      ['?limit=2.9', 2],
      ['?limit=1000', 1_000],
      ['?limit=1001', 1_000],
      ['?limit=0', 200],
      ['?limit=0.5', 200],
      ['?limit=-1', 200],
      ['?limit=x', 200],
    ];
    for (const [query, size] of sizes) {
      const { body } = await workspace.api('GET', `/v1/segments/${String(segment['id'])}/contacts${query}`);
      expect([query, body.data.length, body.has_more]).toEqual([query, size, true]);
    }
    expect(await listMatches(segment)).toHaveLength(1_001);
  });

  // SG-11
  test('by tags have all required tags and no excluded tags', async () => {
    await workspace.importContacts([
      { email: 'a@x.test', tags: ['a'] },
      { email: 'ab@x.test', tags: ['a', 'b'] },
      { email: 'abc@x.test', tags: ['a', 'b', 'c'] },
      { email: 'none@x.test' },
    ]);
    const listFound = async (fields: Fields) => (await listMatches(await aSegment(fields))).sort();

    expect(await listFound({ tags: ['A', 'b'] })).toEqual(['ab@x.test', 'abc@x.test']);
    expect(await listFound({ exclude_tags: ['b'] })).toEqual(['a@x.test', 'none@x.test']);
    expect(await listFound({ tags: ['a'], exclude_tags: ['C'] })).toEqual(['a@x.test', 'ab@x.test']);
    expect(await listFound({ tags: ['a'], exclude_tags: ['a'] })).toEqual([]);
  });

  test('by attributes change with imports and updates', async () => {
    await workspace.api('POST', '/v1/contact-properties', { key: 'seats', name: 'Seats', type: 'number' });
    await workspace.importContacts([
      { email: 'a@x.test', attributes: { plan: 'Pro PLUS', seats: '10' } },
      { email: 'b@x.test', attributes: { plan: 'pro', seats: 9 } },
      { email: 'c@x.test' },
    ]);
    const listFound = async (property: string, operator: string, value?: unknown) =>
      (await listMatches(await aSegment({ properties: [{ property, operator, value }] }))).sort();

    expect(await listFound('plan', 'contains', 'PRO')).toEqual(['a@x.test', 'b@x.test']);
    expect(await listFound('plan', 'contains', 'pro plus')).toEqual(['a@x.test']);
    expect(await listFound('seats', 'gt', 9)).toEqual(['a@x.test']);
    expect(await listFound('seats', 'equals', '9')).toEqual([]);
    expect(await listFound('plan', 'not_equals', 'pro')).toEqual(['a@x.test', 'c@x.test']);
    expect(await listFound('missing', 'not_exists')).toEqual(['a@x.test', 'b@x.test', 'c@x.test']);
    expect(await listFound('plan', 'gt')).toEqual([]);
    expect(await listFound('plan', 'lt', true)).toEqual([]);

    const { id } = (await workspace.findContact('a@x.test')) ?? {};
    await workspace.api('PATCH', `/v1/contacts/${String(id)}`, { attributes: { plan: 'basic' } });
    expect(await listFound('plan', 'contains', 'pro')).toEqual(['b@x.test']);
    await workspace.api('PATCH', `/v1/contacts/${String(id)}`, { attributes: { plan: 'PROFI' } });
    expect(await listFound('plan', 'contains', 'pro')).toEqual(['a@x.test', 'b@x.test']);
  });

  describe('by a topic', () => {
    const setPreference = (email: string, subscribed: boolean) =>
      workspace.api('POST', '/v1/topics/preferences', { email, topics: { offers: subscribed } });

    // SG-16
    test.each([
      [true, ['default@x.test', 'in@x.test']],
      [false, ['in@x.test']],
    ])(
      'with default_subscribed=%s follow the choice of each contact',
      async (default_subscribed, expected) => {
        await saveOffersTopic({ default_subscribed });
        await setPreference('in@x.test', true);
        await setPreference('out@x.test', false);
        await workspace.importContacts(['in', 'out', 'default'].map((name) => ({ email: `${name}@x.test` })));
        const segment = await aSegment({ topic_key: 'offers' });

        expect((await listMatches(segment)).sort()).toEqual(expected);

        await setPreference('in@x.test', false);
        await setPreference('out@x.test', true);
        expect((await listMatches(segment)).sort()).toEqual(
          default_subscribed ? ['default@x.test', 'out@x.test'] : ['out@x.test'],
        );
        await saveOffersTopic({ default_subscribed: !default_subscribed });
        expect((await listMatches(segment)).sort()).toEqual(
          default_subscribed ? ['out@x.test'] : ['default@x.test', 'out@x.test'],
        );
      },
    );

    test('follow a preference import of many addresses', async () => {
      await saveOffersTopic();
      await workspace.importContacts(
        Array.from({ length: 60 }, (_, index) => ({ email: `p${index}@x.test` })),
      );
      const segment = await aSegment({ topic_key: 'offers' });
      const emails = Array.from({ length: 40 }, (_, index) => `p${index}@x.test`);

      await workspace.api('POST', '/v1/topics/offers/import', { emails, subscribed: false });
      await service.settle();

      expect(await listMatches(segment)).toHaveLength(20);
      await workspace.api('POST', '/v1/topics/offers/import', {
        emails: emails.slice(0, 30),
        subscribed: true,
      });
      await service.settle();
      expect(await listMatches(segment)).toHaveLength(50);
    });

    // SG-16
    test('that was deleted are empty until the topic is recreated with its default', async () => {
      await saveOffersTopic();
      await workspace.importContacts([{ email: 'a@x.test' }, { email: 'out@x.test' }]);
      await setPreference('out@x.test', false);
      const segment = await aSegment({ topic_key: 'offers' });
      expect(await listMatches(segment)).toEqual(['a@x.test']);

      const deleted = await workspace.api('DELETE', '/v1/topics/offers');

      expect(deleted.status).toBe(200);
      expect(await listMatches(segment)).toEqual([]);
      expect((await getSegment(segment['id'])).topic_key).toBe('offers');
      await saveOffersTopic();
      expect((await listMatches(segment)).sort()).toEqual(['a@x.test', 'out@x.test']);
    });

    test('follow the earlier choice of an address that becomes a contact', async () => {
      await saveOffersTopic();
      await setPreference('out@x.test', false);
      await workspace.addContact('out@x.test');
      await workspace.addContact('in@x.test');

      expect(await listMatches(await aSegment({ topic_key: 'offers' }))).toEqual(['in@x.test']);
    });
  });
});
