import { randomUUID } from 'node:crypto';
import { minuteMs } from '../../../shared/core/time';
import { mapConcurrent } from '../../support/map-concurrent';
import { keys } from '../../../shared/db/keys';
import { Service, type ApiResponse } from '../../support/service';
import { ServiceTable } from '../../support/table';
import { refusalOf } from '../../support/api-helpers';
import { ContactsWorkspace } from '../../support/contacts-workspace';
import { aTimestamp, anId, emptyList } from '../../support/matchers';

let service: Service;
let workspace: ContactsWorkspace;

beforeAll(async () => {
  service = await Service.startShared();
});

beforeEach(async () => {
  workspace = await ContactsWorkspace.create(service);
});

afterAll(() => service.stop());

const createAudience = (body: unknown) => workspace.api('POST', '/v1/audiences', body);
const listMembers = (query = '', id = workspace.audienceId) =>
  workspace.api('GET', `/v1/audiences/${id}/contacts${query}`);
const removeMember = (contactId: unknown, id = workspace.audienceId) =>
  workspace.api('DELETE', `/v1/audiences/${id}/contacts/${String(contactId)}`);

describe('creating an audience', () => {
  // AU-1
  test('returns 201, and the audience has no members', async () => {
    const { status, body } = await createAudience({ name: 'Friends' });

    expect(status).toBe(201);
    expect(body).toEqual({ id: anId, name: 'Friends', contact_count: 0, created_at: aTimestamp });
    expect((await workspace.api('GET', `/v1/audiences/${body.id}`)).body).toEqual(body);
    expect((await listMembers('', body.id)).body).toEqual(emptyList);
  });

  // AU-2
  test.each(['N', 'N'.repeat(120), '0', 'Customers'])('accepts the name %j', async (name) => {
    expect(await createAudience({ name, unknown: 1 })).toMatchObject({ status: 201, body: { name } });
  });

  // AU-2
  test.each([
    [{}, 'name is required'],
    [{ name: '' }, 'name is required'],
    [{ name: 'N'.repeat(121) }, 'name must be 120 characters or fewer'],
    [{ name: 7 }, 'name must be a string'],
    [{ name: ['N'] }, 'name must be a string'],
    [{ name: true }, 'name must be a string'],
  ])('refuses %j', async (body, message) => {
    expect(refusalOf(await createAudience(body))).toEqual({ status: 422, type: 'invalid_request', message });
  });
});

describe('the list of audiences', () => {
  // AU-4
  test('is sorted newest first, across pages', async () => {
    const ids = [workspace.audienceId];
    for (const name of ['A', 'B', 'C', 'D']) {
      await service.advance(1);
      ids.unshift(await workspace.createAudience(name));
    }
    await workspace.addContact('kim@shop.test');

    const { body } = await workspace.api('GET', '/v1/audiences?limit=2');
    const all = await workspace.listAll('/v1/audiences', 'limit=2');

    expect(body).toMatchObject({ object: 'list', has_more: true, next_cursor: expect.any(String) });
    expect(all.map(({ id }) => id)).toEqual(ids);
    expect(all.map(({ contact_count }) => contact_count)).toEqual([0, 0, 0, 0, 1]);
  });

  test('has 50 audiences per page by default, and at most 100', async () => {
    await mapConcurrent(10, Array.from({ length: 100 }), () => workspace.createAudience());

    const sizes: [query: string, size: number][] = [
      ['', 50],
      ['limit=1', 1],
      ['limit=99.9', 99],
      ['limit=100', 100],
      ['limit=1000', 100],
      ['limit=0', 50],
      ['limit=-5', 50],
      ['limit=x', 50],
      ['limit=0.9', 50],
      ['cursor=nothing', 50],
      [`cursor=${'x'.repeat(3_000)}`, 50],
    ];
    for (const [query, size] of sizes) {
      const { body } = await workspace.api('GET', `/v1/audiences?${query}`);
      expect([query, body.data.length, body.has_more]).toEqual([query, size, true]);
    }
  });

  test('contains no audiences of another workspace', async () => {
    const other = await ContactsWorkspace.create(service);

    const { body } = await other.api('GET', '/v1/audiences');

    expect(body.data.map(({ id }: { id: string }) => id)).toEqual([other.audienceId]);
  });
});

describe('a single audience', () => {
  const routes: [
    description: string,
    request: (id: string, client?: ContactsWorkspace) => Promise<ApiResponse>,
  ][] = [
    ['GET', (id, client = workspace) => client.api('GET', `/v1/audiences/${id}`)],
    ['DELETE', (id, client = workspace) => client.api('DELETE', `/v1/audiences/${id}`)],
    ['GET contacts', (id, client = workspace) => client.api('GET', `/v1/audiences/${id}/contacts`)],
    [
      'POST a contact',
      (id, client = workspace) => client.postContacts({ email: 'lee@shop.test' }, { to: id }),
    ],
    [
      'POST contacts',
      (id, client = workspace) =>
        client.postContacts([{ email: 'lee@shop.test', status: 'bounced' }], { to: id }),
    ],
    ['POST no contacts', (id, client = workspace) => client.postContacts([], { to: id })],
    [
      'DELETE a contact',
      async (id, client = workspace) => {
        const contact = await client.findContact('kim@shop.test');
        return client.api('DELETE', `/v1/audiences/${id}/contacts/${String(contact?.['id'])}`);
      },
    ],
  ];

  describe.each(routes)('with %s', (_description, request) => {
    //
    test.each(['Customers', 'CUSTOMERS', '%20customers%20'])(
      'is not found by its name, and the error contains its id: %s',
      async (name) => {
        await workspace.addContact('kim@shop.test');

        const response = await request(name);

        expect(refusalOf(response)).toMatchObject({ status: 404, type: 'not_found' });
        expect(response.body.error.message).toContain(workspace.audienceId);
        expect(await workspace.listEmails()).toEqual(['kim@shop.test']);
      },
    );

    test('is not found if it does not exist, or belongs to another workspace', async () => {
      const other = await ContactsWorkspace.create(service);
      await workspace.addContact('kim@shop.test');
      await other.addContact('kim@shop.test');

      for (const id of ['nothing', randomUUID(), '%00', 'x'.repeat(3_000), workspace.audienceId])
        expect(refusalOf(await request(id, other))).toEqual({
          status: 404,
          type: 'not_found',
          message: 'No such audience',
        });
      expect(await workspace.listEmails(`/v1/audiences/${workspace.audienceId}/contacts`)).toEqual([
        'kim@shop.test',
      ]);
      expect(await other.listEmails()).toEqual(['kim@shop.test']);
      expect(await other.listSuppressions('lee@shop.test')).toEqual([]);
    });
  });

  test('an invalid body is refused before the audience is looked up', async () => {
    expect((await workspace.postContacts([{ email: 'no' }], { to: randomUUID() })).status).toBe(422);
  });
});

describe('the members of an audience', () => {
  const addresses = ['a+b@x.test', 'a-b@x.test', 'a.b@x.test', 'a@x.test', 'b@x.test', 'b@x.test.example'];
  const sorted = [...addresses].sort();

  // AU-5
  test('are sorted by address, and the cursor is the last address of the page', async () => {
    await workspace.importContacts([...addresses].reverse().map((email) => ({ email })));
    await workspace.addContact('elsewhere@x.test', {}, await workspace.createAudience());

    const { body } = await listMembers('?limit=2');

    expect(body).toMatchObject({ object: 'list', has_more: true, next_cursor: sorted[1] });
    expect(body.data[0]).toEqual(await workspace.findContact(sorted[0] ?? ''));
    expect((await listMembers('?limit=6')).body).toMatchObject({ has_more: false, next_cursor: null });
    const members = await workspace.listAll(`/v1/audiences/${workspace.audienceId}/contacts`, 'limit=2');
    expect(members.map(({ email }) => email)).toEqual(sorted);
  });

  // AU-5
  test.each([
    ['cursor=a.b@x.test', 3],
    ['cursor=%20A.B@X.test%20', 3],
    ['after=a.b@x.test', 3],
    ['cursor=a.b@x.test&after=a@x.test', 3],
    ['after=a.b@x.test&cursor=a@x.test', 4],
    ['cursor=a.c', 3],
    ['cursor=nobody@x.test', 6],
    ['cursor=', 0],
    ['cursor=%00', 0],
    [`cursor=${'x'.repeat(5_000)}`, 6],
  ])('with ?%s continue after the cursor (%#)', async (query, from) => {
    await workspace.importContacts(addresses.map((email) => ({ email })));

    expect(await workspace.listEmails(`/v1/audiences/${workspace.audienceId}/contacts?${query}`)).toEqual(
      sorted.slice(from),
    );
  });

  test('are returned 50 per page by default, and at most 100', async () => {
    await workspace.importContacts(
      Array.from({ length: 101 }, (_, index) => ({ email: `p${index}@shop.test` })),
    );

    const sizes: [query: string, size: number][] = [
      ['', 50],
      ['?limit=1', 1],
      ['?limit=2.5', 2],
      ['?limit=100', 100],
      ['?limit=101', 100],
      ['?limit=0', 50],
      ['?limit=-1', 50],
      ['?limit=x', 50],
    ];
    for (const [query, size] of sizes) {
      const { body } = await listMembers(query);
      expect([query, body.data.length, body.has_more]).toEqual([query, size, true]);
    }
  });
});

describe('a membership whose contact was deleted', () => {
  /** Creates the membership that remains when a contact is deleted while an import adds the contact. */
  async function createOrphanedMembership(email: string): Promise<void> {
    const { id } = await workspace.addContact(email);
    await workspace.api('DELETE', `/v1/contacts/${String(id)}`);
    const membership = { ...keys.member(workspace.workspaceId, workspace.audienceId, email), contactId: id };
    await ServiceTable.with(service, (table) => table.put(membership));
  }

  test.each<[description: string, add: () => Promise<unknown>]>([
    ['in a request with only this contact', () => workspace.addContact('kim@shop.test')],
    [
      'in a request with other contacts',
      () => workspace.importContacts([{ email: 'kim@shop.test' }, { email: 'lee@shop.test' }]),
    ],
  ])('is reused when the contact is added again %s', async (_description, add) => {
    await createOrphanedMembership('kim@shop.test');

    await add();

    expect(await workspace.listEmails(`/v1/audiences/${workspace.audienceId}/contacts`)).toContain(
      'kim@shop.test',
    );
    const { id } = (await workspace.findContact('kim@shop.test')) ?? {};
    expect((await removeMember(id)).status).toBe(200);
    expect(await workspace.listEmails(`/v1/audiences/${workspace.audienceId}/contacts`)).not.toContain(
      'kim@shop.test',
    );
  });
});

describe('removing a member', () => {
  // AU-7, AU-8
  test('keeps the contact and its other memberships', async () => {
    const other = await workspace.createAudience();
    const kim = await workspace.addContact('kim@shop.test', { tags: ['a'] });
    await workspace.addContact('kim@shop.test', {}, other);
    await workspace.addContact('lee@shop.test');

    const { status, body } = await removeMember(kim['id']);

    expect(status).toBe(200);
    expect(body).toEqual({
      id: kim['id'],
      audience_id: workspace.audienceId,
      removed: true,
      contact_count: 1,
      note: expect.stringMatching(/\w+ .*\.$/),
    });
    expect(await workspace.findContact('kim@shop.test')).toEqual({ ...kim, audience_ids: [other] });
    expect(await workspace.listEmails(`/v1/audiences/${workspace.audienceId}/contacts`)).toEqual([
      'lee@shop.test',
    ]);
    expect([await workspace.contactCount(), await workspace.contactCount(other)]).toEqual([1, 1]);
  });

  // AU-7
  test('returns the same response even if the member was already removed or never added', async () => {
    const other = await workspace.createAudience();
    const kim = await workspace.addContact('kim@shop.test');

    const responses = [
      await removeMember(kim['id'], other),
      await removeMember(kim['id']),
      await removeMember(kim['id']),
    ];

    expect(responses.map(({ status, body }) => [status, body.removed, body.contact_count])).toEqual([
      [200, true, 0],
      [200, true, 0],
      [200, true, 0],
    ]);
    expect(await workspace.findContact('kim@shop.test')).toEqual({ ...kim, audience_ids: [] });
  });

  test('and adding the member again leaves exactly one membership', async () => {
    const kim = await workspace.addContact('kim@shop.test');
    await removeMember(kim['id']);

    expect(await workspace.addContact('kim@shop.test')).toEqual(kim);
    expect(await workspace.contactCount()).toBe(1);
  });
});

describe('deleting an audience', () => {
  async function aSegment(): Promise<string> {
    const body = { audience_id: workspace.audienceId, key: 'everybody', name: 'Everybody' };
    return (await workspace.api('POST', '/v1/segments', body)).body.id;
  }

  // AU-6, R-26
  test('takes effect immediately, and leaves no data behind', async () => {
    const other = await workspace.createAudience();
    await workspace.importContacts([{ email: 'a@x.test' }, { email: 'b@x.test', tags: ['t'] }]);
    const before = await workspace.addContact('a@x.test', {}, other);
    const segment = await aSegment();
    await service.control('POST', '/faults', {
      service: 'sqs',
      operation: 'SendMessage',
      error: 'InternalError',
    });

    const deleted = await workspace.api('DELETE', `/v1/audiences/${workspace.audienceId}`);

    const expectGone = async () => {
      expect((await workspace.api('GET', `/v1/audiences/${workspace.audienceId}`)).status).toBe(404);
      expect((await listMembers()).status).toBe(404);
      expect((await workspace.postContacts({ email: 'c@x.test' })).status).toBe(404);
      expect((await workspace.postContacts([{ email: 'c@x.test' }])).status).toBe(404);
      expect((await workspace.api('DELETE', `/v1/audiences/${workspace.audienceId}`)).status).toBe(404);
      expect((await removeMember(before['id'])).status).toBe(404);
      const newContact = { audience_id: workspace.audienceId, email: 'c@x.test' };
      expect(refusalOf(await workspace.api('POST', '/v1/contacts', newContact)).message).toMatch(
        /^audience_id: /,
      );
      expect((await workspace.listAll('/v1/audiences')).map(({ id }) => id)).toEqual([other]);
      const contacts = await workspace.listAll('/v1/contacts');
      expect(contacts.map(({ email, audience_ids }) => [email, audience_ids]).sort()).toEqual([
        ['a@x.test', [other]],
        ['b@x.test', []],
      ]);
      const otherMembers = await workspace.listAll(`/v1/audiences/${other}/contacts`);
      expect(otherMembers.map(({ audience_ids }) => audience_ids)).toEqual([[other]]);
      expect((await workspace.findContact('b@x.test'))?.['tags']).toEqual(['t']);
      const changed = await workspace.api('POST', `/v1/contacts/${String(before['id'])}/tags`, {});
      expect(changed.body.audience_ids).toEqual([other]);
      const metrics = await workspace.api('GET', `/v1/segments/${segment}/metrics`);
      expect(metrics).toMatchObject({ status: 200, body: { id: segment, contact_count: 0 } });
      expect((await workspace.api('GET', `/v1/segments/${segment}/contacts`)).body).toEqual(emptyList);
      expect((await workspace.api('GET', `/v1/segments/${segment}`)).body.audience_id).toBe(
        workspace.audienceId,
      );
    };
    expect(deleted).toMatchObject({ status: 200 });
    expect(deleted.body).toEqual({ id: workspace.audienceId, deleted: true });
    await expectGone();
    await service.control('DELETE', '/faults');
    await service.settle();
    await service.advance(5 * minuteMs);
    await service.settle();
    await expectGone();
  });

  test('makes later requests with the name of the audience return 404', async () => {
    await workspace.api('DELETE', `/v1/audiences/${workspace.audienceId}`);

    const response = await workspace.api('GET', '/v1/audiences/customers');

    expect(refusalOf(response)).toEqual({ status: 404, type: 'not_found', message: 'No such audience' });
  });

  test('ten times concurrently succeeds once, and returns 404 nine times', async () => {
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => workspace.api('DELETE', `/v1/audiences/${workspace.audienceId}`)),
    );

    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(404)]);
  });

  test('while contacts join leaves no members behind', async () => {
    const joinRequests = Array.from(
      { length: 30 },
      (_, index) => () => workspace.postContacts({ email: `p${index}@x.test` }),
    );
    joinRequests.splice(15, 0, () => workspace.api('DELETE', `/v1/audiences/${workspace.audienceId}`));

    const responses = await mapConcurrent(10, joinRequests, (request) => request());

    expect(responses.filter(({ status }) => ![200, 201, 404].includes(status))).toEqual([]);
    const after = async () =>
      (await workspace.listAll('/v1/contacts')).map(({ audience_ids }) => audience_ids).flat();
    expect(await after()).toEqual([]);
    await service.settle();
    await service.advance(5 * minuteMs);
    await service.settle();
    expect(await after()).toEqual([]);
  });
});

describe('lost DynamoDB responses', () => {
  const loseResponses = (operation: string, client: string, times: number) =>
    service.control('POST', '/faults', {
      ...{ service: 'dynamodb', operation, error: 'InternalServerError', applied: true },
      ...{ function: client, times },
    });

  afterEach(() => service.control('DELETE', '/faults'));

  test('do not change the member count twice when the SDK retries the write', async () => {
    await workspace.addContact('lee@shop.test');
    await loseResponses('PutItem', 'addMembers', 3);
    const kim = await workspace.addContact('kim@shop.test');
    expect([await workspace.contactCount(), (await listMembers()).body.data.length]).toEqual([2, 2]);

    await loseResponses('DeleteItem', 'removeMember', 1);
    expect((await removeMember(kim['id'])).status).toBe(200);
    expect([await workspace.contactCount(), (await listMembers()).body.data.length]).toEqual([1, 1]);
  });
});

describe('concurrently', () => {
  // AU-3
  test('a hundred contacts that join and leave are counted correctly', async () => {
    const leavingContacts = await mapConcurrent(
      10,
      Array.from({ length: 50 }, (_, index) => index),
      (index) => workspace.addContact(`leaves-${index}@x.test`),
    );
    const requests = Array.from({ length: 50 }, (_, index) => [
      () => workspace.postContacts({ email: `joins-${index}@x.test` }),
      () => removeMember(leavingContacts[index]?.['id']),
    ]).flat();

    const responses = await Promise.all(requests.map((request) => request()));

    expect(responses.filter(({ status }) => status >= 300).map(({ status, body }) => [status, body])).toEqual(
      [],
    );
    const listed = await workspace.listAll(`/v1/audiences/${workspace.audienceId}/contacts`);
    expect(listed.map(({ email }) => email)).toEqual(
      Array.from({ length: 50 }, (_, index) => `joins-${index}@x.test`).sort(),
    );
    expect(await workspace.contactCount()).toBe(50);
    expect((await workspace.addContact('last@x.test'))['audience_ids']).toEqual([workspace.audienceId]);
    expect(await workspace.contactCount()).toBe(51);
  });

  test('two imports of the same contacts create each contact once', async () => {
    const rows = (from: number) =>
      Array.from({ length: 400 }, (_, index) => ({ email: `p${from + index}@x.test`, tags: ['t'] }));

    const responses = await Promise.all([workspace.postContacts(rows(0)), workspace.postContacts(rows(200))]);

    expect(responses.map(({ status }) => status)).toEqual([201, 201]);
    expect(responses.reduce((sum, { body }) => sum + Number(body.inserted), 0)).toBe(600);
    expect(responses.reduce((sum, { body }) => sum + Number(body.updated), 0)).toBe(200);
    const contacts = await workspace.listAll('/v1/contacts');
    expect(new Set(contacts.map(({ email }) => email)).size).toBe(600);
    expect(contacts).toHaveLength(600);
    expect(await workspace.listAll(`/v1/audiences/${workspace.audienceId}/contacts`)).toHaveLength(600);
    expect(await workspace.contactCount()).toBe(600);
    expect(await workspace.tagCounts()).toEqual({ t: 600 });
  });
});
