import { randomUUID } from 'node:crypto';
import { refusalOf } from '../../support/api-helpers';
import { expectPages, expectPageSizes, expectValidationError } from '../../support/list-expectations';
import { mapConcurrent } from '../../support/map-concurrent';
import { aTimeOrderedId, aTimestamp, emptyList, unknownId } from '../../support/matchers';
import type { ApiResponse } from '../../support/service';
import { createTestWorkspace, type TestWorkspace } from '../../support/test-workspace';
import { useService } from '../../support/use-service';

const service = useService();
let workspace: TestWorkspace;

beforeEach(async () => {
  workspace = await createTestWorkspace(service);
});

type Fields = Record<string, unknown>;

const create = (body: Fields = {}, headers: Record<string, string> = {}): Promise<ApiResponse> =>
  workspace.api('POST', '/v1/inboxes', body, workspace.key, headers);

async function createOk(body: Fields = {}): Promise<ApiResponse['body']> {
  const response = await create(body);
  expect(response.status).toBe(201);
  return response.body;
}

const list = async (query = ''): Promise<ApiResponse['body']> =>
  (await workspace.api('GET', `/v1/inboxes${query}`)).body;

const domain = () => workspace.domains.transactional.domain;

describe('a new inbox', () => {
  // IB-1, IB-2
  test('has the requested fields and is listed', async () => {
    const settings = { display_name: 'Acme', client_id: 'tenant 42', metadata: { plan: 'trial' } };

    const inbox = await createOk({ username: 'Desk.1_a-b', ...settings });

    expect(inbox).toEqual({
      id: aTimeOrderedId,
      address: `desk.1_a-b@${domain()}`,
      ...settings,
      policy: null,
      created_at: aTimestamp,
    });
    expect(await list()).toEqual({ ...emptyList, data: [inbox] });
    expect((await workspace.api('GET', `/v1/inboxes/${inbox.id}`)).body).toEqual(inbox);
  });

  // IB-3
  test('without a body has a readable random address on the oldest verified transactional domain', async () => {
    await service.control('POST', `/workspaces/${workspace.workspaceId}/domains`, {
      domain: `${randomUUID().slice(0, 8)}.example`,
      risk_class: 'transactional',
    });

    const [first, second] = [await createOk(), await createOk()];

    for (const { address } of [first, second])
      expect(address).toMatch(new RegExp(`^[a-z]+-[a-z]+-\\d{5}@${domain()}$`));
    expect(first.address).not.toBe(second.address);
    expect(first).toMatchObject({ display_name: null, client_id: null, metadata: {} });
  });

  // IB-2
  test.each([
    '',
    'a'.repeat(65),
    'a b',
    'a+b',
    'ä',
    '.a',
    'a.',
    'a..b',
    'a@b',
    'postmaster',
    'Abuse',
    'mailer-daemon',
    'list-unsubscribe',
  ])('refuses the username %j', async (username) => {
    expectValidationError(await create({ username }), ['username']);
  });

  // IB-2
  test.each<[Fields, (string | number)[]]>([
    [{ user_name: 'a' }, ['user_name']],
    [{ display_name: 'a'.repeat(101) }, ['display_name']],
    [{ display_name: 'a\nb' }, ['display_name']],
    [{ client_id: '' }, ['client_id']],
    [{ client_id: 'a'.repeat(129) }, ['client_id']],
    [{ metadata: { ['a'.repeat(41)]: 'b' } }, ['metadata', 'a'.repeat(41)]],
    [{ metadata: { a: 'b'.repeat(501) } }, ['metadata', 'a']],
    [
      { metadata: Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`a${index}`, ''])) },
      ['metadata'],
    ],
  ])('refuses the fields %j', async (body, path) => {
    expectValidationError(await create(body), path);
  });

  // IB-2
  test('names the field that an unknown field resembles', async () => {
    const { body } = await create({ user_name: 'a' });

    expect(body.error.details[0].message).toContain('`username`');
  });

  // IB-4
  test('needs a verified transactional domain of the workspace', async () => {
    const other = await createTestWorkspace(service);
    const withMarketing = await createTestWorkspace(service, { marketing: true });
    const pending = await workspace.api('POST', '/v1/domains', {
      domain: `${randomUUID().slice(0, 8)}.example`,
      risk_class: 'transactional',
    });

    const responses = [
      await create({ domain: pending.body.data[0].domain }),
      await create({ domain: other.domains.transactional.domain }),
      await create({ domain: 'not a domain' }),
      await withMarketing.api('POST', '/v1/inboxes', { domain: withMarketing.domains.marketing?.domain }),
    ];
    const upperCase = await create({ domain: domain().toUpperCase() });

    expect(responses.map((response) => refusalOf(response))).toEqual(
      responses.map(() => ({ status: 422, type: 'no_verified_identity', message: expect.any(String) })),
    );
    expect(upperCase.status).toBe(201);
  });

  // IB-7
  test('has an address that no other inbox of the deployment has', async () => {
    await createOk({ username: 'desk' });

    const responses = await Promise.all(['desk', 'DESK'].map((username) => create({ username })));
    const concurrent = await mapConcurrent(5, Array.from({ length: 5 }), () => create({ username: 'one' }));

    for (const response of responses)
      expect(refusalOf(response)).toMatchObject({ status: 409, type: 'conflict' });
    expect(concurrent.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409]);
  });

  // IB-7
  test('may have an address of a deleted workspace', async () => {
    const shared = { domain: domain(), risk_class: 'transactional' };
    const old = await createTestWorkspace(service);
    await service.control('POST', `/workspaces/${old.workspaceId}/domains`, shared);
    expect((await old.api('POST', '/v1/inboxes', { username: 'desk', domain: domain() })).status).toBe(201);
    expect((await create({ username: 'desk' })).status).toBe(409);

    const input = { id: old.workspaceId, confirm: old.workspaceId };
    await service.control('POST', '/administer', { action: 'deleteWorkspace', input });

    expect((await create({ username: 'desk' })).status).toBe(201);
  });
});

describe('the client_id', () => {
  // IB-5
  test('of an existing inbox responds with 200 and this inbox, and the rest of the body is ignored', async () => {
    const inbox = await createOk({ client_id: 'tenant-42', username: 'desk' });

    const repeated = await create({ client_id: 'tenant-42', username: '..', colour: 'red' });

    expect(repeated).toMatchObject({ status: 200, body: { ...inbox, key: null } });
    expect((await list()).data).toEqual([inbox]);
  });

  // IB-5
  test('creates one inbox for ten concurrent requests', async () => {
    const responses = await mapConcurrent(10, Array.from({ length: 10 }), () => create({ client_id: 'a' }));

    expect(responses.map(({ status }) => status).toSorted()).toEqual([...Array(9).fill(200), 201]);
    expect(new Set(responses.map(({ body }) => body.id)).size).toBe(1);
    expect((await list()).data).toHaveLength(1);
  });

  // IB-5
  test('is separate for each workspace', async () => {
    const other = await createTestWorkspace(service);
    await createOk({ client_id: 'a' });

    expect((await other.api('POST', '/v1/inboxes', { client_id: 'a' })).status).toBe(201);
  });

  // IB-8
  test('filters the list', async () => {
    const inbox = await createOk({ client_id: 'a' });
    await createOk();

    expect(await list('?client_id=a')).toEqual({ ...emptyList, data: [inbox] });
    for (const query of ['?client_id=b', '?client_id=', `?client_id=${'a'.repeat(3_000)}`])
      expect(await list(query)).toEqual(emptyList);
  });

  // IB-11
  test('and the address are free after the deletion', async () => {
    const inbox = await createOk({ client_id: 'a', username: 'desk' });
    await workspace.api('DELETE', `/v1/inboxes/${inbox.id}`);

    const next = await createOk({ client_id: 'a', username: 'desk' });

    expect(next.id).not.toBe(inbox.id);
    expect((await list()).data).toEqual([next]);
  });
});

// IB-6
test('a repeated request with an Idempotency-Key creates one inbox', async () => {
  const headers = { 'Idempotency-Key': 'once' };

  const [first, second] = [await create({}, headers), await create({}, headers)];

  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.body).toEqual(first.body);
  expect((await list()).data).toHaveLength(1);
});

// IB-6
test.each(['before', 'after'])('a retry after a crash %s the write creates one inbox', async (crash) => {
  const headers = { 'Idempotency-Key': 'once' };
  const fault = {
    service: 'dynamodb',
    operation: 'TransactWriteItems',
    function: 'createInbox',
    crash,
    times: 1,
  };
  await service.control('POST', '/faults', fault);

  const crashed = await create({ username: 'desk' }, headers);
  await service.control('DELETE', '/faults');
  await service.advance(60_000);
  const retried = await create({ username: 'desk' }, headers);

  expect(crashed.status).toBeGreaterThanOrEqual(500);
  expect(retried.status).toBe(201);
  expect((await list()).data).toEqual([retried.body]);
});

// IB-8
test('inboxes are listed newest first, in pages', async () => {
  const inboxes = [];
  for (let index = 0; index < 5; index++) inboxes.unshift(await createOk());
  await expectPages(list, inboxes);

  await mapConcurrent(10, Array.from({ length: 100 }), () => create());
  await expectPageSizes(list);
});

// IB-9
test('an address in the path responds with 404 and names the id', async () => {
  const { id, address } = await createOk();
  const other = await createTestWorkspace(service);

  const own = await workspace.api('GET', `/v1/inboxes/${address.toUpperCase()}`);
  const foreign = await other.api('GET', `/v1/inboxes/${address}`);

  expect(refusalOf(own)).toMatchObject({ status: 404, type: 'not_found' });
  expect(own.body.error.message).toContain(id);
  expect(foreign.body.error.message).toBe('No such inbox');
});

describe('an update', () => {
  // IB-10
  test('changes only the given fields and replaces the metadata', async () => {
    const inbox = await createOk({ display_name: 'Acme', metadata: { a: '1', b: '2' } });
    const path = `/v1/inboxes/${inbox.id}`;

    const unchanged = await workspace.api('PATCH', path, {});
    const named = await workspace.api('PATCH', path, { display_name: null });
    const described = await workspace.api('PATCH', path, { metadata: { c: '3' } });

    expect(unchanged.body).toEqual(inbox);
    expect(named.body).toEqual({ ...inbox, display_name: null });
    expect(described.body).toEqual({ ...inbox, display_name: null, metadata: { c: '3' } });
    expect((await list()).data).toEqual([described.body]);
  });

  // IB-10
  test('refuses unknown fields, after 404', async () => {
    const { id } = await createOk();

    const refused = await workspace.api('PATCH', `/v1/inboxes/${id}`, { username: 'other' });
    const missing = await workspace.api('PATCH', `/v1/inboxes/${unknownId}`, { username: 'other' });

    expectValidationError(refused, ['username']);
    expect(missing.status).toBe(404);
  });
});

describe('a deletion', () => {
  // IB-11
  test('removes the inbox', async () => {
    const { id } = await createOk({ client_id: 'a' });

    const deleted = await workspace.api('DELETE', `/v1/inboxes/${id}`);
    const again = await workspace.api('DELETE', `/v1/inboxes/${id}`);

    expect(deleted).toMatchObject({ status: 200, body: { id, deleted: true, keys_revoked: 0 } });
    expect(again.status).toBe(404);
    expect(await list()).toEqual(emptyList);
    expect((await workspace.api('GET', `/v1/inboxes/${id}`)).status).toBe(404);
    expect((await workspace.api('PATCH', `/v1/inboxes/${id}`, {})).status).toBe(404);
  });

  // IB-12
  test('of a domain keeps its inboxes, and sends from them are refused', async () => {
    const inbox = await createOk();

    await workspace.api('DELETE', `/v1/domains/${workspace.domains.transactional.id}`);
    const sent = await workspace.send({ from: inbox.address });

    expect((await list()).data).toEqual([inbox]);
    expect(refusalOf(sent)).toMatchObject({ status: 422, type: 'no_verified_identity' });
  });
});
