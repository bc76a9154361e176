import { randomUUID } from 'node:crypto';
import { atOnce } from '../../support/at-once';
import { Service, type Answer } from '../../support/service';
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

const create = (fields: Fields = {}): Promise<Answer> =>
  people.api('POST', '/v1/segments', {
    audience_id: people.audienceId,
    key: `s-${randomUUID().slice(0, 8)}`,
    name: 'Segment',
    ...fields,
  });

async function aSegment(fields: Fields = {}): Promise<Fields> {
  const { status, body } = await create(fields);
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body;
}

const change = (id: unknown, body: unknown) => people.api('PATCH', `/v1/segments/${String(id)}`, body);
const read = async (id: unknown) => (await people.api('GET', `/v1/segments/${String(id)}`)).body;

/** Whom it matches, by the list and by the count: both say the same. */
async function matching({ id }: Fields): Promise<string[]> {
  const { status, body } = await people.api('GET', `/v1/segments/${String(id)}/metrics`);
  const emails = await people.all<string>(`/v1/segments/${String(id)}/contacts`, 'limit=1000');
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

const tagsOf = (count: number) => Array.from({ length: count }, (_, at) => `t${at}`);
const filtersOf = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ property: `p${at}`, operator: 'exists' }));

/** Every rule that there is. */
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

const offers = (fields: Fields = {}) =>
  people.api('POST', '/v1/topics', { key: 'offers', name: 'Offers', ...fields });

describe('creating a segment', () => {
  test('answers 201 with every field', async () => {
    const { status, body } = await create({ key: 'warm-30', name: 'Warm' });

    expect(status).toBe(201);
    expect(body).toEqual({
      id: anId,
      key: 'warm-30',
      name: 'Warm',
      audience_id: people.audienceId,
      ...noRules,
      created_at: aTime,
      updated_at: null,
    });
    expect(await read(body.id)).toEqual(body);
  });

  test('takes every rule', async () => {
    await offers();

    const { body } = await create({ ...allRules, topic_key: ' offers ' });

    expect(body).toMatchObject(allRules);
    expect(body.properties).toEqual(allRules.properties);
  });

  test('normalises tags, trims the audience and shows a missing value as null', async () => {
    const { body } = await create({
      audience_id: ` ${people.audienceId}\n`,
      tags: [' Big  Spender ', 'VIP', 'vip', 'x'.repeat(61), '  '],
      exclude_tags: ['OLD'],
      properties: [
        { property: 'plan', operator: 'exists' },
        { property: 'plan', operator: 'equals' },
      ],
      topic_key: '',
    });

    expect(body).toMatchObject({
      audience_id: people.audienceId,
      tags: ['big-spender', 'vip', 'x'.repeat(60)],
      exclude_tags: ['old'],
      properties: [
        { property: 'plan', operator: 'exists', value: null },
        { property: 'plan', operator: 'equals', value: null },
      ],
      topic_key: null,
    });
  });

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
  ])('takes %j, and it matches what it should without an error', async (fields) => {
    await people.add('a@x.test');

    const segment = await aSegment(fields);

    expect([0, 1]).toContain((await matching(segment)).length);
  });

  const refused: [fields: Fields, path: (string | number)[]][] = [
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

  test.each(refused)('%j is refused, naming the field', async (fields, path) => {
    const answer = await create(fields);

    expect(refusalOf(answer)).toEqual({ status: 422, type: 'invalid_request', message: 'Validation failed' });
    expect(answer.body.error.details).toMatchObject([{ path }]);
    expect((await people.api('GET', '/v1/segments')).body).toEqual(emptyList);
  });

  test('an audience that there is not is refused; given its name, with its id', async () => {
    const other = await People.create(service);

    for (const audience_id of [randomUUID(), other.audienceId, 'nothing', '']) {
      const answer = await create({ audience_id });
      expect(refusalOf(answer)).toMatchObject({ status: 422, type: 'invalid_request' });
      expect(answer.body.error.message).toMatch(/^audience_id:/);
    }
    const named = await create({ audience_id: 'CUSTOMERS' });
    expect(refusalOf(named).message).toMatch(/^audience_id:/);
    expect(refusalOf(named).message).toContain(people.audienceId);
  });

  test('a topic that there is not is refused', async () => {
    const other = await People.create(service);
    await other.api('POST', '/v1/topics', { key: 'theirs', name: 'Theirs' });

    for (const topic_key of ['nothing', 'theirs', 'Offers', 'x'.repeat(3_000)]) {
      const answer = await create({ topic_key });
      expect(refusalOf(answer)).toMatchObject({ status: 422, type: 'unknown_topic' });
      expect(answer.body.error.message).toMatch(/^topic_key:/);
    }
  });

  test('a key that another segment has is a conflict, until that is deleted', async () => {
    const { id } = await aSegment({ key: 'warm' });

    const taken = await create({ key: 'warm' });
    await people.api('DELETE', `/v1/segments/${String(id)}`);
    const free = await create({ key: 'warm' });

    expect(refusalOf(taken)).toMatchObject({ status: 409, type: 'conflict' });
    expect(free.status).toBe(201);
    const other = await People.create(service);
    const theirs = { audience_id: other.audienceId, key: 'warm', name: 'Warm' };
    expect((await other.api('POST', '/v1/segments', theirs)).status).toBe(201);
  });

  test('ten at once with one key make one', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => create({ key: 'warm' })));

    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
    expect((await people.api('GET', '/v1/segments')).body.data).toHaveLength(1);
  });
});

describe('the list of segments', () => {
  test('is by name, and unpaged', async () => {
    for (const name of ['Zebra', 'apple', 'Öl', 'Banana']) await aSegment({ name });

    const { body } = await people.api('GET', '/v1/segments?limit=1&cursor=x');

    expect(body).toMatchObject({ object: 'list', has_more: false, next_cursor: null });
    expect(body.data.map(({ name }: Fields) => name)).toEqual(['apple', 'Banana', 'Öl', 'Zebra']);
  });

  test('has 500 of them at most', async () => {
    const names = Array.from({ length: 501 }, (_, at) => String(at).padStart(3, '0'));
    await atOnce(10, names, (name) => aSegment({ name }));

    const { body } = await people.api('GET', '/v1/segments');

    expect(body.data.map(({ name }: Fields) => name)).toEqual(names.slice(0, 500));
    expect(body).toMatchObject({ has_more: true, next_cursor: null });
  });
});

describe('one segment', () => {
  const ways: [what: string, ask: (id: string) => Promise<Answer>][] = [
    ['GET', (id) => people.api('GET', `/v1/segments/${id}`)],
    ['PATCH', (id) => change(id, { name: 'X' })],
    ['DELETE', (id) => people.api('DELETE', `/v1/segments/${id}`)],
    ['GET metrics', (id) => people.api('GET', `/v1/segments/${id}/metrics`)],
    ['GET contacts', (id) => people.api('GET', `/v1/segments/${id}/contacts`)],
  ];

  describe.each(ways)('by %s', (_what, ask) => {
    test('is not found by its name or key, and the answer says its id', async () => {
      const segment = await aSegment({ key: 'warm-30', name: 'Warm People' });

      for (const name of ['Warm%20People', 'WARM%20people', 'warm-30', 'Warm-30']) {
        const answer = await ask(name);
        expect(refusalOf(answer)).toMatchObject({ status: 404, type: 'not_found' });
        expect(answer.body.error.message).toContain(segment['id']);
      }
      expect(await read(segment['id'])).toEqual(segment);
    });

    test('is not found where there is none, nor in another workspace', async () => {
      const theirs = await aSegment({ key: 'warm', name: 'Warm' });
      const before = people;
      people = await People.create(service);

      for (const id of ['nothing', randomUUID(), '%00', 'x'.repeat(3_000), String(theirs['id']), 'warm'])
        expect(refusalOf(await ask(id))).toEqual({
          status: 404,
          type: 'not_found',
          message: 'No such segment',
        });
      people = before;
      expect(await read(theirs['id'])).toEqual(theirs);
    });
  });

  test('deleted, leaves its contacts as they are', async () => {
    const kim = await people.add('kim@x.test');
    const { id } = await aSegment();

    const deleted = await people.api('DELETE', `/v1/segments/${String(id)}`);

    expect(deleted).toMatchObject({ status: 200 });
    expect(deleted.body).toEqual({ id, deleted: true });
    expect((await people.api('GET', `/v1/segments/${String(id)}`)).status).toBe(404);
    expect((await people.api('DELETE', `/v1/segments/${String(id)}`)).status).toBe(404);
    expect(await people.of('kim@x.test')).toEqual(kim);
  });
});

describe('changing a segment', () => {
  test('replaces each field that is sent, whole, and keeps the others', async () => {
    await offers();
    const segment = await aSegment(allRules);
    await service.advance(1);

    const { status, body } = await change(segment['id'], {
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
      updated_at: aTime,
    });
    expect(await read(segment['id'])).toEqual(body);
  });

  test('[], null and "" clear', async () => {
    await offers();
    const segment = await aSegment(allRules);

    const { body } = await change(segment['id'], { ...noRules, topic_key: '' });

    expect(body).toEqual({ ...segment, ...noRules, updated_at: aTime });
  });

  test.each([
    [{ opened_within_days: null }],
    [{ clicked_within_days: null }],
    [{ exclude_unengaged_days: null }],
    [{ engaged_within_days: null }],
    [{ properties: [] }],
    [{ tags: [] }],
    [{ exclude_tags: [] }],
  ])('%j clears only that', async (fields) => {
    await offers();
    const segment = await aSegment(allRules);

    expect((await change(segment['id'], fields)).body).toEqual({ ...segment, ...fields, updated_at: aTime });
  });

  test('moves it to another audience', async () => {
    const other = await people.anAudience('Others');
    await people.add('here@x.test');
    await people.add('there@x.test', {}, other);
    const segment = await aSegment();
    expect(await matching(segment)).toEqual(['here@x.test']);

    const moved = await change(segment['id'], { audience_id: ` ${other} ` });

    expect(moved.body).toMatchObject({ audience_id: other });
    expect(await matching(segment)).toEqual(['there@x.test']);
  });

  test.each([
    ['warm', 'New'],
    ['other', 'New'],
    [null, 'New'],
    [7, 'New'],
    ['', 'New'],
    ['warm', ''],
  ])('with a key (%j) is refused, whatever the name (%j), and changes nothing', async (key, name) => {
    const segment = await aSegment({ key: 'warm' });

    const answer = await change(segment['id'], { key, name });

    expect(refusalOf(answer)).toEqual({
      status: 422,
      type: 'invalid_request',
      message: "key: a segment's key cannot be changed; create a new segment",
    });
    expect(await read(segment['id'])).toEqual(segment);
  });

  const refused: [fields: Fields, path: (string | number)[]][] = [
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

  test.each(refused)('%j is refused, naming the field', async (fields, path) => {
    const segment = await aSegment();

    const answer = await change(segment['id'], { name: 'New', ...fields });

    expect(refusalOf(answer)).toEqual({ status: 422, type: 'invalid_request', message: 'Validation failed' });
    expect(answer.body.error.details).toMatchObject([{ path }]);
    expect(await read(segment['id'])).toEqual(segment);
  });

  test('an unknown audience or topic is refused, and changes nothing', async () => {
    const segment = await aSegment();

    const audience = await change(segment['id'], { name: 'New', audience_id: 'customers' });
    const topic = await change(segment['id'], { name: 'New', topic_key: 'nothing' });

    expect(refusalOf(audience)).toMatchObject({ status: 422, type: 'invalid_request' });
    expect(audience.body.error.message).toMatch(/^audience_id:/);
    expect(audience.body.error.message).toContain(people.audienceId);
    expect(refusalOf(topic)).toMatchObject({ status: 422, type: 'unknown_topic' });
    expect(topic.body.error.message).toMatch(/^topic_key:/);
    expect(await read(segment['id'])).toEqual(segment);
  });

  test('of a deleted audience can go on, as long as it does not name it', async () => {
    const segment = await aSegment();
    await people.api('DELETE', `/v1/audiences/${people.audienceId}`);

    expect((await change(segment['id'], { name: 'New' })).status).toBe(200);
    expect((await change(segment['id'], { audience_id: people.audienceId })).status).toBe(422);
    expect(await matching(segment)).toEqual([]);
  });
});

describe('whom it matches', () => {
  test('who is on the audience and has not unsubscribed, newest first, as it is now', async () => {
    const segment = await aSegment();
    const emails: string[] = [];
    for (const name of ['a', 'c', 'b']) {
      emails.unshift(String((await people.add(`${name}@x.test`))['email']));
      await service.advance(1);
    }
    await people.add('out@x.test', { status: 'unsubscribed' });
    await people.add('elsewhere@x.test', {}, await people.anAudience());
    await people.api('POST', '/v1/suppressions', { email: 'a@x.test', reason: 'hard_bounce' });

    expect(await matching(segment)).toEqual(emails);

    const { id } = (await people.of('c@x.test')) ?? {};
    await people.api('PATCH', `/v1/contacts/${String(id)}`, { unsubscribed: true });
    expect(await matching(segment)).toEqual(['b@x.test', 'a@x.test']);
    await people.api('PATCH', `/v1/contacts/${String(id)}`, { unsubscribed: false });
    expect(await matching(segment)).toEqual(emails);
    await people.api('DELETE', `/v1/audiences/${people.audienceId}/contacts/${String(id)}`);
    expect(await matching(segment)).toEqual(['b@x.test', 'a@x.test']);
  });

  test('page by page, with a cursor that can be read', async () => {
    const segment = await aSegment();
    await people.import(Array.from({ length: 7 }, (_, at) => ({ email: `p${at}@x.test` })));
    const path = `/v1/segments/${String(segment['id'])}/contacts`;
    const all = await matching(segment);

    const { body } = await people.api('GET', `${path}?limit=3`);

    const last = await people.of(all[2] ?? '');
    expect(body).toEqual({
      object: 'list',
      data: all.slice(0, 3),
      has_more: true,
      next_cursor: `${String(last?.['created_at'])}|${String(last?.['id'])}`,
    });
    expect(await people.all<string>(path, 'limit=3')).toEqual(all);
    expect(await people.all<string>(path, 'limit=7')).toEqual(all);
    for (const cursor of ['nothing', '', '%00', 'nobody@x.test'])
      expect((await people.api('GET', `${path}?cursor=${cursor}`)).body.data).toEqual(all);
    await people.add('new@x.test');
    expect(await matching(segment)).toEqual(['new@x.test', ...all]);
  });

  test('200 of them unless told, and 1,000 at most', async () => {
    const segment = await aSegment();
    await people.import(Array.from({ length: 1_001 }, (_, at) => ({ email: `p${at}@x.test` })));

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
      const { body } = await people.api('GET', `/v1/segments/${String(segment['id'])}/contacts${query}`);
      expect([query, body.data.length, body.has_more]).toEqual([query, size, true]);
    }
    expect(await matching(segment)).toHaveLength(1_001);
  });

  test('by tags: all of them, and none of those excluded', async () => {
    await people.import([
      { email: 'a@x.test', tags: ['a'] },
      { email: 'ab@x.test', tags: ['a', 'b'] },
      { email: 'abc@x.test', tags: ['a', 'b', 'c'] },
      { email: 'none@x.test' },
    ]);
    const found = async (fields: Fields) => (await matching(await aSegment(fields))).sort();

    expect(await found({ tags: ['A', 'b'] })).toEqual(['ab@x.test', 'abc@x.test']);
    expect(await found({ exclude_tags: ['b'] })).toEqual(['a@x.test', 'none@x.test']);
    expect(await found({ tags: ['a'], exclude_tags: ['C'] })).toEqual(['a@x.test', 'ab@x.test']);
    expect(await found({ tags: ['a'], exclude_tags: ['a'] })).toEqual([]);
  });

  test('by attributes, after an import and after a change', async () => {
    await people.api('POST', '/v1/contact-properties', { key: 'seats', name: 'Seats', type: 'number' });
    await people.import([
      { email: 'a@x.test', attributes: { plan: 'Pro PLUS', seats: '10' } },
      { email: 'b@x.test', attributes: { plan: 'pro', seats: 9 } },
      { email: 'c@x.test' },
    ]);
    const found = async (property: string, operator: string, value?: unknown) =>
      (await matching(await aSegment({ properties: [{ property, operator, value }] }))).sort();

    expect(await found('plan', 'contains', 'PRO')).toEqual(['a@x.test', 'b@x.test']);
    expect(await found('plan', 'contains', 'pro plus')).toEqual(['a@x.test']);
    expect(await found('seats', 'gt', 9)).toEqual(['a@x.test']);
    expect(await found('seats', 'equals', '9')).toEqual([]);
    expect(await found('plan', 'not_equals', 'pro')).toEqual(['a@x.test', 'c@x.test']);
    expect(await found('missing', 'not_exists')).toEqual(['a@x.test', 'b@x.test', 'c@x.test']);
    expect(await found('plan', 'gt')).toEqual([]);
    expect(await found('plan', 'lt', true)).toEqual([]);

    const { id } = (await people.of('a@x.test')) ?? {};
    await people.api('PATCH', `/v1/contacts/${String(id)}`, { attributes: { plan: 'basic' } });
    expect(await found('plan', 'contains', 'pro')).toEqual(['b@x.test']);
    await people.api('PATCH', `/v1/contacts/${String(id)}`, { attributes: { plan: 'PROFI' } });
    expect(await found('plan', 'contains', 'pro')).toEqual(['a@x.test', 'b@x.test']);
  });

  describe('by a topic', () => {
    const choose = (email: string, subscribed: boolean) =>
      people.api('POST', '/v1/topics/preferences', { email, topics: { offers: subscribed } });

    test.each([
      [true, ['default@x.test', 'in@x.test']],
      [false, ['in@x.test']],
    ])('whose default is %s: their own choice comes first', async (default_subscribed, expected) => {
      await offers({ default_subscribed });
      await choose('in@x.test', true);
      await choose('out@x.test', false);
      await people.import(['in', 'out', 'default'].map((name) => ({ email: `${name}@x.test` })));
      const segment = await aSegment({ topic_key: 'offers' });

      expect((await matching(segment)).sort()).toEqual(expected);

      await choose('in@x.test', false);
      await choose('out@x.test', true);
      expect((await matching(segment)).sort()).toEqual(
        default_subscribed ? ['default@x.test', 'out@x.test'] : ['out@x.test'],
      );
      await offers({ default_subscribed: !default_subscribed });
      expect((await matching(segment)).sort()).toEqual(
        default_subscribed ? ['out@x.test'] : ['default@x.test', 'out@x.test'],
      );
    });

    test('that many chose at once', async () => {
      await offers();
      await people.import(Array.from({ length: 60 }, (_, at) => ({ email: `p${at}@x.test` })));
      const segment = await aSegment({ topic_key: 'offers' });
      const emails = Array.from({ length: 40 }, (_, at) => `p${at}@x.test`);

      await people.api('POST', '/v1/topics/offers/import', { emails, subscribed: false });
      await service.settle();

      expect(await matching(segment)).toHaveLength(20);
      await people.api('POST', '/v1/topics/offers/import', { emails: emails.slice(0, 30), subscribed: true });
      await service.settle();
      expect(await matching(segment)).toHaveLength(50);
    });

    test('that was deleted: nobody, until there is one again, with its default for all', async () => {
      await offers();
      await people.import([{ email: 'a@x.test' }, { email: 'out@x.test' }]);
      await choose('out@x.test', false);
      const segment = await aSegment({ topic_key: 'offers' });
      expect(await matching(segment)).toEqual(['a@x.test']);

      const deleted = await people.api('DELETE', '/v1/topics/offers');

      expect(deleted.status).toBe(200);
      expect(await matching(segment)).toEqual([]);
      expect((await read(segment['id'])).topic_key).toBe('offers');
      await offers();
      expect((await matching(segment)).sort()).toEqual(['a@x.test', 'out@x.test']);
    });

    test('an added contact shows what the address chose before', async () => {
      await offers();
      await choose('out@x.test', false);
      await people.add('out@x.test');
      await people.add('in@x.test');

      expect(await matching(await aSegment({ topic_key: 'offers' }))).toEqual(['in@x.test']);
    });
  });
});
