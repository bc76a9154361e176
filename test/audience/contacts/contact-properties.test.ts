import { refusalOf } from '../../support/api-helpers';
import { ContactsWorkspace } from '../../support/contacts-workspace';
import { Service } from '../../support/service';
import { aTimestamp, emptyList } from '../../support/matchers';

let service: Service;
let workspace: ContactsWorkspace;

beforeAll(async () => {
  service = await Service.startShared();
});

beforeEach(async () => {
  workspace = await ContactsWorkspace.create(service);
});

afterAll(() => service.stop());

const saveProperty = (body: unknown) => workspace.api('POST', '/v1/contact-properties', body);
const listProperties = () => workspace.api('GET', '/v1/contact-properties');
const deleteProperty = (key: string) => workspace.api('DELETE', `/v1/contact-properties/${key}`);

// C-23
test('creating a property returns 201, and the default type is string', async () => {
  const created = await saveProperty({ key: 'seats', name: 'Seats' });

  expect(created).toMatchObject({ status: 201 });
  expect(created.body).toEqual({
    key: 'seats',
    name: 'Seats',
    type: 'string',
    created_at: aTimestamp,
    updated_at: null,
  });
  expect((await listProperties()).body).toEqual({ ...emptyList, data: [created.body] });
});

// C-23
test('saving an existing property returns 200 and replaces the name, and the type if the request has one', async () => {
  const created = await saveProperty({ key: 'seats', name: 'Seats', type: 'number' });
  await service.advance(1);

  const renamed = await saveProperty({ key: 'seats', name: 'Chairs' });
  const retyped = await saveProperty({ key: 'seats', name: 'Chairs', type: 'boolean' });

  expect(renamed).toMatchObject({ status: 200 });
  expect(renamed.body).toEqual({ ...created.body, name: 'Chairs', updated_at: aTimestamp });
  expect(retyped.body).toEqual({ ...renamed.body, type: 'boolean', updated_at: aTimestamp });
});

// C-24
test('a new type applies to later values, and does not convert stored values', async () => {
  await saveProperty({ key: 'seats', name: 'Seats' });
  const before = await workspace.addContact('a@x.test', { attributes: { seats: '4' } });

  await saveProperty({ key: 'seats', name: 'Seats', type: 'number' });

  expect(before['attributes']).toEqual({ seats: '4' });
  expect((await workspace.findContact('a@x.test'))?.['attributes']).toEqual({ seats: '4' });
  expect((await workspace.addContact('b@x.test', { attributes: { seats: '4' } }))['attributes']).toEqual({
    seats: 4,
  });
});

// C-25
test('ten concurrent saves create one property, and each caller gets the property or a conflict', async () => {
  const responses = await Promise.all(
    Array.from({ length: 10 }, () => saveProperty({ key: 'seats', name: 'Seats', type: 'number' })),
  );

  const statuses = responses.map(({ status }) => status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(1);
  expect(statuses.filter((status) => ![200, 201, 409].includes(status))).toEqual([]);
  for (const response of responses.filter(({ status }) => status === 409))
    expect(refusalOf(response).type).toBe('conflict');
  expect((await listProperties()).body.data).toHaveLength(1);
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
])('saving a property accepts %j', async (fields) => {
  const body = { key: 'seats', name: 'Seats', ...fields };

  const saved = await saveProperty(body);
  const removed = await deleteProperty(encodeURIComponent(body.key));

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
])('saving a property refuses %j and names the field', async (fields, path) => {
  const response = await saveProperty({ key: 'seats', name: 'Seats', ...fields });

  expect(refusalOf(response)).toEqual({ status: 422, type: 'invalid_request', message: 'Validation failed' });
  expect(response.body.error.details).toEqual([{ path, message: expect.any(String) }]);
  expect((await listProperties()).body).toEqual(emptyList);
});

// C-27
test('the list is sorted by name and not paged', async () => {
  for (const [index, name] of ['Zebra', 'apple', 'Öl', 'Banana'].entries())
    await saveProperty({ key: `k${index}`, name });

  const { body } = await workspace.api('GET', '/v1/contact-properties?limit=1&cursor=x');

  expect(body).toMatchObject({ object: 'list', has_more: false, next_cursor: null });
  expect(body.data.map(({ name }: { name: string }) => name)).toEqual(['apple', 'Banana', 'Öl', 'Zebra']);
});

describe('deleting a property', () => {
  // C-26
  test('keeps the values, and segments can filter by the values', async () => {
    await saveProperty({ key: 'seats', name: 'Seats', type: 'number' });
    await workspace.addContact('a@x.test', { attributes: { seats: 4 } });
    const filter = { property: 'seats', operator: 'equals', value: 4 };
    const body = { audience_id: workspace.audienceId, key: 's', name: 'S', properties: [filter] };
    const segment = await workspace.api('POST', '/v1/segments', body);

    const deleted = await deleteProperty('seats');

    expect(deleted).toMatchObject({ status: 200, body: { key: 'seats', deleted: true } });
    expect((await listProperties()).body).toEqual(emptyList);
    expect((await workspace.findContact('a@x.test'))?.['attributes']).toEqual({ seats: 4 });
    const { body: metrics } = await workspace.api('GET', `/v1/segments/${segment.body.id}/metrics`);
    expect(metrics.contact_count).toBe(1);
  });

  // C-26
  test('lets a later import that uses the key recreate the property as a string', async () => {
    await saveProperty({ key: 'seats', name: 'Seats', type: 'number' });
    await deleteProperty('seats');

    const counts = await workspace.importContacts([{ email: 'a@x.test', attributes: { seats: '4' } }]);

    expect(counts['properties_created']).toEqual(['seats']);
    expect((await listProperties()).body.data).toMatchObject([
      { key: 'seats', name: 'seats', type: 'string' },
    ]);
    expect((await workspace.findContact('a@x.test'))?.['attributes']).toEqual({ seats: '4' });
  });

  test.each(['other', 'SEATS', 'seats%20', '%00', 'x'.repeat(3_000), '%E0%A4%A'])(
    'returns 404 for an unknown key (%#)',
    async (key) => {
      await saveProperty({ key: 'seats', name: 'Seats' });

      expect(refusalOf(await deleteProperty(key))).toMatchObject({ status: 404, type: 'not_found' });
      expect((await listProperties()).body.data).toHaveLength(1);
    },
  );

  test("does not affect another workspace's property with the same key", async () => {
    await saveProperty({ key: 'seats', name: 'Ours' });
    const otherWorkspace = await ContactsWorkspace.create(service);

    const removed = await otherWorkspace.api('DELETE', '/v1/contact-properties/seats');
    const saved = await otherWorkspace.api('POST', '/v1/contact-properties', {
      key: 'seats',
      name: 'Theirs',
    });

    expect(removed.status).toBe(404);
    expect(saved.status).toBe(201);
    expect((await listProperties()).body.data).toMatchObject([{ name: 'Ours' }]);
  });
});
