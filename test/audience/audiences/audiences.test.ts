import { randomUUID } from 'node:crypto';
import { minuteMs } from '../../../shared/core/time';
import { atOnce } from '../../support/at-once';
import { keys } from '../../../shared/db/keys';
import { Service, type Answer } from '../../support/service';
import { ServiceTable } from '../../support/table';
import { refusalOf } from '../../support/arrange';
import { People } from '../../support/people';
import { aTime, anId, emptyList } from '../../support/matchers';

let service: Service;
let people: People;

beforeAll(async () => {
  service = await Service.shared();
});

beforeEach(async () => {
  people = await People.create(service);
});

afterAll(() => service.stop());

const create = (body: unknown) => people.api('POST', '/v1/audiences', body);
const members = (query = '', id = people.audienceId) =>
  people.api('GET', `/v1/audiences/${id}/contacts${query}`);
const leave = (contactId: unknown, id = people.audienceId) =>
  people.api('DELETE', `/v1/audiences/${id}/contacts/${String(contactId)}`);

describe('creating an audience', () => {
  test('answers 201 with nobody on it', async () => {
    const { status, body } = await create({ name: 'Friends' });

    expect(status).toBe(201);
    expect(body).toEqual({ id: anId, name: 'Friends', contact_count: 0, created_at: aTime });
    expect((await people.api('GET', `/v1/audiences/${body.id}`)).body).toEqual(body);
    expect((await members('', body.id)).body).toEqual(emptyList);
  });

  test.each(['N', 'N'.repeat(120), '0', 'Customers'])('takes the name %j', async (name) => {
    expect(await create({ name, unknown: 1 })).toMatchObject({ status: 201, body: { name } });
  });

  test.each([
    [{}, 'name is required'],
    [{ name: '' }, 'name is required'],
    [{ name: 'N'.repeat(121) }, 'name must be 120 characters or fewer'],
    [{ name: 7 }, 'name must be a string'],
    [{ name: ['N'] }, 'name must be a string'],
    [{ name: true }, 'name must be a string'],
  ])('refuses %j', async (body, message) => {
    expect(refusalOf(await create(body))).toEqual({ status: 422, type: 'invalid_request', message });
  });
});

describe('the list of audiences', () => {
  test('is newest first, page by page', async () => {
    const ids = [people.audienceId];
    for (const name of ['A', 'B', 'C', 'D']) {
      await service.advance(1);
      ids.unshift(await people.anAudience(name));
    }
    await people.add('kim@shop.test');

    const { body } = await people.api('GET', '/v1/audiences?limit=2');
    const all = await people.all('/v1/audiences', 'limit=2');

    expect(body).toMatchObject({ object: 'list', has_more: true, next_cursor: expect.any(String) });
    expect(all.map(({ id }) => id)).toEqual(ids);
    expect(all.map(({ contact_count }) => contact_count)).toEqual([0, 0, 0, 0, 1]);
  });

  test('has 50 of them unless told, and 100 at most', async () => {
    await atOnce(10, Array.from({ length: 100 }), () => people.anAudience());

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
      const { body } = await people.api('GET', `/v1/audiences?${query}`);
      expect([query, body.data.length, body.has_more]).toEqual([query, size, true]);
    }
  });

  test("has none of another workspace's", async () => {
    const other = await People.create(service);

    const { body } = await other.api('GET', '/v1/audiences');

    expect(body.data.map(({ id }: { id: string }) => id)).toEqual([other.audienceId]);
  });
});

describe('one audience', () => {
  const ways: [what: string, ask: (id: string, by?: People) => Promise<Answer>][] = [
    ['GET', (id, by = people) => by.api('GET', `/v1/audiences/${id}`)],
    ['DELETE', (id, by = people) => by.api('DELETE', `/v1/audiences/${id}`)],
    ['GET contacts', (id, by = people) => by.api('GET', `/v1/audiences/${id}/contacts`)],
    ['POST a contact', (id, by = people) => by.post({ email: 'lee@shop.test' }, { to: id })],
    [
      'POST contacts',
      (id, by = people) => by.post([{ email: 'lee@shop.test', status: 'bounced' }], { to: id }),
    ],
    ['POST nobody', (id, by = people) => by.post([], { to: id })],
    [
      'DELETE a contact',
      async (id, by = people) => {
        const contact = await by.of('kim@shop.test');
        return by.api('DELETE', `/v1/audiences/${id}/contacts/${String(contact?.['id'])}`);
      },
    ],
  ];

  describe.each(ways)('by %s', (_what, ask) => {
    test.each(['Customers', 'CUSTOMERS', '%20customers%20'])(
      'is not found by its name, and the answer says its id: %s',
      async (name) => {
        await people.add('kim@shop.test');

        const answer = await ask(name);

        expect(refusalOf(answer)).toMatchObject({ status: 404, type: 'not_found' });
        expect(answer.body.error.message).toContain(people.audienceId);
        expect(await people.emails()).toEqual(['kim@shop.test']);
      },
    );

    test('is not found where there is none, nor in another workspace', async () => {
      const other = await People.create(service);
      await people.add('kim@shop.test');
      await other.add('kim@shop.test');

      for (const id of ['nothing', randomUUID(), '%00', 'x'.repeat(3_000), people.audienceId])
        expect(refusalOf(await ask(id, other))).toEqual({
          status: 404,
          type: 'not_found',
          message: 'No such audience',
        });
      expect(await people.emails(`/v1/audiences/${people.audienceId}/contacts`)).toEqual(['kim@shop.test']);
      expect(await other.emails()).toEqual(['kim@shop.test']);
      expect(await other.suppressions('lee@shop.test')).toEqual([]);
    });
  });

  test('a body that is refused comes before the audience that there is not', async () => {
    expect((await people.post([{ email: 'no' }], { to: randomUUID() })).status).toBe(422);
  });
});

describe('who is on an audience', () => {
  const addresses = ['a+b@x.test', 'a-b@x.test', 'a.b@x.test', 'a@x.test', 'b@x.test', 'b@x.test.example'];
  const sorted = [...addresses].sort();

  test('is by address, and the cursor is the last of the page', async () => {
    await people.import([...addresses].reverse().map((email) => ({ email })));
    await people.add('elsewhere@x.test', {}, await people.anAudience());

    const { body } = await members('?limit=2');

    expect(body).toMatchObject({ object: 'list', has_more: true, next_cursor: sorted[1] });
    expect(body.data[0]).toEqual(await people.of(sorted[0] ?? ''));
    expect((await members('?limit=6')).body).toMatchObject({ has_more: false, next_cursor: null });
    const found = await people.all(`/v1/audiences/${people.audienceId}/contacts`, 'limit=2');
    expect(found.map(({ email }) => email)).toEqual(sorted);
  });

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
  ])('?%s goes on with what sorts after it (%#)', async (query, from) => {
    await people.import(addresses.map((email) => ({ email })));

    expect(await people.emails(`/v1/audiences/${people.audienceId}/contacts?${query}`)).toEqual(
      sorted.slice(from),
    );
  });

  test('are 50 unless told, and 100 at most', async () => {
    await people.import(Array.from({ length: 101 }, (_, at) => ({ email: `p${at}@shop.test` })));

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
      const { body } = await members(query);
      expect([query, body.data.length, body.has_more]).toEqual([query, size, true]);
    }
  });
});

describe('a place that nobody has any more', () => {
  /** As an import leaves it that has read somebody a moment before they are deleted. */
  async function leaveBehind(email: string): Promise<void> {
    const { id } = await people.add(email);
    await people.api('DELETE', `/v1/contacts/${String(id)}`);
    const place = { ...keys.member(people.workspaceId, people.audienceId, email), contactId: id };
    await ServiceTable.with(service, (table) => table.put(place));
  }

  test.each<[how: string, add: () => Promise<unknown>]>([
    ['alone', () => people.add('kim@shop.test')],
    ['with others', () => people.import([{ email: 'kim@shop.test' }, { email: 'lee@shop.test' }])],
  ])('is theirs who are added again %s', async (_how, add) => {
    await leaveBehind('kim@shop.test');

    await add();

    expect(await people.emails(`/v1/audiences/${people.audienceId}/contacts`)).toContain('kim@shop.test');
    const { id } = (await people.of('kim@shop.test')) ?? {};
    expect((await leave(id)).status).toBe(200);
    expect(await people.emails(`/v1/audiences/${people.audienceId}/contacts`)).not.toContain('kim@shop.test');
  });
});

describe('taking somebody off', () => {
  test('leaves them a contact, on their other audiences', async () => {
    const other = await people.anAudience();
    const kim = await people.add('kim@shop.test', { tags: ['a'] });
    await people.add('kim@shop.test', {}, other);
    await people.add('lee@shop.test');

    const { status, body } = await leave(kim['id']);

    expect(status).toBe(200);
    expect(body).toEqual({
      id: kim['id'],
      audience_id: people.audienceId,
      removed: true,
      contact_count: 1,
      note: expect.stringMatching(/\w+ .*\.$/),
    });
    expect(await people.of('kim@shop.test')).toEqual({ ...kim, audience_ids: [other] });
    expect(await people.emails(`/v1/audiences/${people.audienceId}/contacts`)).toEqual(['lee@shop.test']);
    expect([await people.count(), await people.count(other)]).toEqual([1, 1]);
  });

  test('who is not on it is answered just so', async () => {
    const other = await people.anAudience();
    const kim = await people.add('kim@shop.test');

    const answers = [await leave(kim['id'], other), await leave(kim['id']), await leave(kim['id'])];

    expect(answers.map(({ status, body }) => [status, body.removed, body.contact_count])).toEqual([
      [200, true, 0],
      [200, true, 0],
      [200, true, 0],
    ]);
    expect(await people.of('kim@shop.test')).toEqual({ ...kim, audience_ids: [] });
  });

  test('and putting them on again is one membership', async () => {
    const kim = await people.add('kim@shop.test');
    await leave(kim['id']);

    expect(await people.add('kim@shop.test')).toEqual(kim);
    expect(await people.count()).toBe(1);
  });
});

describe('deleting an audience', () => {
  async function aSegment(): Promise<string> {
    const body = { audience_id: people.audienceId, key: 'everybody', name: 'Everybody' };
    return (await people.api('POST', '/v1/segments', body)).body.id;
  }

  test('is as if all of it were gone at once, and leaves no trace', async () => {
    const other = await people.anAudience();
    await people.import([{ email: 'a@x.test' }, { email: 'b@x.test', tags: ['t'] }]);
    const before = await people.add('a@x.test', {}, other);
    const segment = await aSegment();
    await service.control('POST', '/faults', {
      service: 'sqs',
      operation: 'SendMessage',
      error: 'InternalError',
    });

    const deleted = await people.api('DELETE', `/v1/audiences/${people.audienceId}`);

    const isGone = async () => {
      expect((await people.api('GET', `/v1/audiences/${people.audienceId}`)).status).toBe(404);
      expect((await members()).status).toBe(404);
      expect((await people.post({ email: 'c@x.test' })).status).toBe(404);
      expect((await people.post([{ email: 'c@x.test' }])).status).toBe(404);
      expect((await people.api('DELETE', `/v1/audiences/${people.audienceId}`)).status).toBe(404);
      expect((await leave(before['id'])).status).toBe(404);
      const added = { audience_id: people.audienceId, email: 'c@x.test' };
      expect(refusalOf(await people.api('POST', '/v1/contacts', added)).message).toMatch(/^audience_id: /);
      expect((await people.all('/v1/audiences')).map(({ id }) => id)).toEqual([other]);
      const contacts = await people.all('/v1/contacts');
      expect(contacts.map(({ email, audience_ids }) => [email, audience_ids]).sort()).toEqual([
        ['a@x.test', [other]],
        ['b@x.test', []],
      ]);
      const ofOther = await people.all(`/v1/audiences/${other}/contacts`);
      expect(ofOther.map(({ audience_ids }) => audience_ids)).toEqual([[other]]);
      expect((await people.of('b@x.test'))?.['tags']).toEqual(['t']);
      const changed = await people.api('POST', `/v1/contacts/${String(before['id'])}/tags`, {});
      expect(changed.body.audience_ids).toEqual([other]);
      const metrics = await people.api('GET', `/v1/segments/${segment}/metrics`);
      expect(metrics).toMatchObject({ status: 200, body: { id: segment, contact_count: 0 } });
      expect((await people.api('GET', `/v1/segments/${segment}/contacts`)).body).toEqual(emptyList);
      expect((await people.api('GET', `/v1/segments/${segment}`)).body.audience_id).toBe(people.audienceId);
    };
    expect(deleted).toMatchObject({ status: 200 });
    expect(deleted.body).toEqual({ id: people.audienceId, deleted: true });
    await isGone();
    await service.control('DELETE', '/faults');
    await service.settle();
    await service.advance(5 * minuteMs);
    await service.settle();
    await isGone();
  });

  test('its name leads nowhere any more', async () => {
    await people.api('DELETE', `/v1/audiences/${people.audienceId}`);

    const answer = await people.api('GET', '/v1/audiences/customers');

    expect(refusalOf(answer)).toEqual({ status: 404, type: 'not_found', message: 'No such audience' });
  });

  test('ten times at once deletes it once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => people.api('DELETE', `/v1/audiences/${people.audienceId}`)),
    );

    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(404)]);
  });

  test('while people join leaves none of them on it', async () => {
    const joining = Array.from({ length: 30 }, (_, at) => () => people.post({ email: `p${at}@x.test` }));
    joining.splice(15, 0, () => people.api('DELETE', `/v1/audiences/${people.audienceId}`));

    const answers = await atOnce(10, joining, (request) => request());

    expect(answers.filter(({ status }) => ![200, 201, 404].includes(status))).toEqual([]);
    const after = async () =>
      (await people.all('/v1/contacts')).map(({ audience_ids }) => audience_ids).flat();
    expect(await after()).toEqual([]);
    await service.settle();
    await service.advance(5 * minuteMs);
    await service.settle();
    expect(await after()).toEqual([]);
  });
});

describe('answers of the table that are lost', () => {
  const lose = (operation: string, by: string, times: number) =>
    service.control('POST', '/faults', {
      ...{ service: 'dynamodb', operation, error: 'InternalServerError', applied: true },
      ...{ function: by, times },
    });

  afterEach(() => service.control('DELETE', '/faults'));

  test('leave the count as the list is: its client repeats what was done', async () => {
    await people.add('lee@shop.test');
    await lose('PutItem', 'addMembers', 3);
    const kim = await people.add('kim@shop.test');
    expect([await people.count(), (await members()).body.data.length]).toEqual([2, 2]);

    await lose('DeleteItem', 'removeMember', 1);
    expect((await leave(kim['id'])).status).toBe(200);
    expect([await people.count(), (await members()).body.data.length]).toEqual([1, 1]);
  });
});

describe('at once', () => {
  test('a hundred who come and go are counted as they are listed', async () => {
    const leaving = await atOnce(
      10,
      Array.from({ length: 50 }, (_, at) => at),
      (at) => people.add(`leaves-${at}@x.test`),
    );
    const work = Array.from({ length: 50 }, (_, at) => [
      () => people.post({ email: `joins-${at}@x.test` }),
      () => leave(leaving[at]?.['id']),
    ]).flat();

    const answers = await Promise.all(work.map((one) => one()));

    expect(answers.filter(({ status }) => status >= 300).map(({ status, body }) => [status, body])).toEqual(
      [],
    );
    const listed = await people.all(`/v1/audiences/${people.audienceId}/contacts`);
    expect(listed.map(({ email }) => email)).toEqual(
      Array.from({ length: 50 }, (_, at) => `joins-${at}@x.test`).sort(),
    );
    expect(await people.count()).toBe(50);
    expect((await people.add('last@x.test'))['audience_ids']).toEqual([people.audienceId]);
    expect(await people.count()).toBe(51);
  });

  test('two imports of the same people make each of them once', async () => {
    const rows = (from: number) =>
      Array.from({ length: 400 }, (_, at) => ({ email: `p${from + at}@x.test`, tags: ['t'] }));

    const answers = await Promise.all([people.post(rows(0)), people.post(rows(200))]);

    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(answers.reduce((sum, { body }) => sum + body.inserted, 0)).toBe(600);
    expect(answers.reduce((sum, { body }) => sum + body.updated, 0)).toBe(200);
    const contacts = await people.all('/v1/contacts');
    expect(new Set(contacts.map(({ email }) => email)).size).toBe(600);
    expect(contacts).toHaveLength(600);
    expect(await people.all(`/v1/audiences/${people.audienceId}/contacts`)).toHaveLength(600);
    expect(await people.count()).toBe(600);
    expect(await people.tags()).toEqual({ t: 600 });
  });
});
