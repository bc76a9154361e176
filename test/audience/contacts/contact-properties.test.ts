import { refusalOf } from '../../support/arrange';
import { People } from '../../support/people';
import { Service } from '../../support/service';
import { aTime, emptyList } from '../../support/matchers';

let service: Service;
let people: People;

beforeAll(async () => {
  service = await Service.shared();
});

beforeEach(async () => {
  people = await People.create(service);
});

afterAll(() => service.stop());

const save = (body: unknown) => people.api('POST', '/v1/contact-properties', body);
const list = () => people.api('GET', '/v1/contact-properties');
const remove = (key: string) => people.api('DELETE', `/v1/contact-properties/${key}`);

test('a new property is answered with 201, as a string unless it says otherwise', async () => {
  const created = await save({ key: 'seats', name: 'Seats' });

  expect(created).toMatchObject({ status: 201 });
  expect(created.body).toEqual({
    key: 'seats',
    name: 'Seats',
    type: 'string',
    created_at: aTime,
    updated_at: null,
  });
  expect((await list()).body).toEqual({ ...emptyList, data: [created.body] });
});

test('one that exists is answered with 200: the name is replaced, the type where it was sent', async () => {
  const created = await save({ key: 'seats', name: 'Seats', type: 'number' });
  await service.advance(1);

  const named = await save({ key: 'seats', name: 'Chairs' });
  const typed = await save({ key: 'seats', name: 'Chairs', type: 'boolean' });

  expect(named).toMatchObject({ status: 200 });
  expect(named.body).toEqual({ ...created.body, name: 'Chairs', updated_at: aTime });
  expect(typed.body).toEqual({ ...named.body, type: 'boolean', updated_at: aTime });
});

test('another type converts no value that is stored, and is how later ones are read', async () => {
  await save({ key: 'seats', name: 'Seats' });
  const before = await people.add('a@x.test', { attributes: { seats: '4' } });

  await save({ key: 'seats', name: 'Seats', type: 'number' });

  expect(before['attributes']).toEqual({ seats: '4' });
  expect((await people.of('a@x.test'))?.['attributes']).toEqual({ seats: '4' });
  expect((await people.add('b@x.test', { attributes: { seats: '4' } }))['attributes']).toEqual({ seats: 4 });
});

test('ten at once make one: who came too early is told to repeat', async () => {
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => save({ key: 'seats', name: 'Seats', type: 'number' })),
  );

  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(1);
  expect(statuses.filter((status) => ![200, 201, 409].includes(status))).toEqual([]);
  for (const answer of answers.filter(({ status }) => status === 409))
    expect(refusalOf(answer).type).toBe('conflict');
  expect((await list()).body.data).toHaveLength(1);
});

test.each([
  { key: 'k' },
  { key: 'k'.repeat(100) },
  { key: 'Größe des Büros' },
  { key: 'a/b' },
  { key: 'a$' },
  { key: 'constructor' },
  { name: 'N' },
  { name: 'N'.repeat(120) },
  { type: 'string' },
  { type: 'number' },
  { type: 'boolean' },
  { unknown: 'ignored' },
])('takes %j', async (fields) => {
  const body = { key: 'seats', name: 'Seats', ...fields };

  const saved = await save(body);
  const removed = await remove(encodeURIComponent(body.key));

  expect(saved).toMatchObject({ status: 201, body: { key: body.key, name: body.name } });
  expect(removed).toMatchObject({ status: 200, body: { key: body.key, deleted: true } });
});

test.each([
  [{ key: undefined }, ['key']],
  [{ key: '' }, ['key']],
  [{ key: 'a.b' }, ['key']],
  [{ key: '__proto__' }, ['key']],
  [{ key: 'a\0b' }, ['key']],
  [{ key: '$a' }, ['key']],
  [{ key: 7 }, ['key']],
  [{ name: undefined }, ['name']],
  [{ name: '' }, ['name']],
  [{ name: 'N'.repeat(121) }, ['name']],
  [{ name: null }, ['name']],
  [{ type: 'date' }, ['type']],
  [{ type: null }, ['type']],
  [{ type: 'String' }, ['type']],
])('refuses %j, naming the field', async (fields, path) => {
  const answer = await save({ key: 'seats', name: 'Seats', ...fields });

  expect(refusalOf(answer)).toEqual({ status: 422, type: 'invalid_request', message: 'Validation failed' });
  expect(answer.body.error.details).toEqual([{ path, message: expect.any(String) }]);
  expect((await list()).body).toEqual(emptyList);
});

test('the list is by name, and unpaged', async () => {
  for (const [at, name] of ['Zebra', 'apple', 'Öl', 'Banana'].entries()) await save({ key: `k${at}`, name });

  const { body } = await people.api('GET', '/v1/contact-properties?limit=1&cursor=x');

  expect(body).toMatchObject({ object: 'list', has_more: false, next_cursor: null });
  expect(body.data.map(({ name }: { name: string }) => name)).toEqual(['apple', 'Banana', 'Öl', 'Zebra']);
});

describe('deleting a property', () => {
  test('leaves the values, which segments go on asking for', async () => {
    await save({ key: 'seats', name: 'Seats', type: 'number' });
    await people.add('a@x.test', { attributes: { seats: 4 } });
    const filter = { property: 'seats', operator: 'equals', value: 4 };
    const body = { audience_id: people.audienceId, key: 's', name: 'S', properties: [filter] };
    const segment = await people.api('POST', '/v1/segments', body);

    const deleted = await remove('seats');

    expect(deleted).toMatchObject({ status: 200, body: { key: 'seats', deleted: true } });
    expect((await list()).body).toEqual(emptyList);
    expect((await people.of('a@x.test'))?.['attributes']).toEqual({ seats: 4 });
    const { body: metrics } = await people.api('GET', `/v1/segments/${segment.body.id}/metrics`);
    expect(metrics.contact_count).toBe(1);
  });

  test('an import that has the key makes it again, as a string', async () => {
    await save({ key: 'seats', name: 'Seats', type: 'number' });
    await remove('seats');

    const counts = await people.import([{ email: 'a@x.test', attributes: { seats: '4' } }]);

    expect(counts['properties_created']).toEqual(['seats']);
    expect((await list()).body.data).toMatchObject([{ key: 'seats', name: 'seats', type: 'string' }]);
    expect((await people.of('a@x.test'))?.['attributes']).toEqual({ seats: '4' });
  });

  test.each(['other', 'SEATS', 'seats%20', '%00', 'x'.repeat(3_000), '%E0%A4%A'])(
    'answers 404 for a key that there is not (%#)',
    async (key) => {
      await save({ key: 'seats', name: 'Seats' });

      expect(refusalOf(await remove(key))).toMatchObject({ status: 404, type: 'not_found' });
      expect((await list()).body.data).toHaveLength(1);
    },
  );

  test("does not reach another workspace's, which has its own under the same key", async () => {
    await save({ key: 'seats', name: 'Ours' });
    const other = await People.create(service);

    const removed = await other.api('DELETE', '/v1/contact-properties/seats');
    const saved = await other.api('POST', '/v1/contact-properties', { key: 'seats', name: 'Theirs' });

    expect(removed.status).toBe(404);
    expect(saved.status).toBe(201);
    expect((await list()).body.data).toMatchObject([{ name: 'Ours' }]);
  });
});
