import { People } from '../../support/people';
import { Service } from '../../support/service';

let service: Service;

beforeAll(async () => {
  service = await Service.start();
});

afterEach(() => service.control('DELETE', '/faults'));

afterAll(() => service.stop());

type Fields = Record<string, unknown>;

/** People who are new, known, opted out, with tags and attributes, and one who is in it twice. */
const rows: Fields[] = [
  { email: 'new-1@x.test', tags: ['t', 'u'], attributes: { plan: 'Pro', seats: '4' } },
  { email: 'new-2@x.test', first_name: 'Kim', attributes: { trial: true } },
  { email: 'new-3@x.test', tags: ['t'], last_active_at: '2026-01-01T00:00:00Z' },
  { email: 'chose@x.test', tags: ['t'] },
  { email: 'known-1@x.test', tags: ['t', 'old'], attributes: { plan: 'Pro' } },
  { email: 'known-2@x.test', last_name: 'Lee' },
  { email: 'known-3@x.test', tags: ['old'] },
  { email: 'out@x.test', status: 'unsubscribed' },
  { email: 'known-out@x.test', status: 'unsubscribed', tags: ['u'] },
  { email: 'bounced@x.test', status: 'bounced' },
  { email: 'spam@x.test', status: 'complained' },
  { email: 'new-1@x.test', status: 'complained', tags: ['not this'] },
];

/** A workspace that knows some of them, and the segment of those who get offers. */
class Scene {
  private constructor(
    readonly people: People,
    private readonly segmentId: string,
  ) {}

  static async create(): Promise<Scene> {
    const people = await People.create(service);
    await people.api('POST', '/v1/topics', { key: 'offers', name: 'Offers' });
    await people.api('POST', '/v1/topics/preferences', { email: 'chose@x.test', topics: { offers: false } });
    await people.api('POST', '/v1/contact-properties', { key: 'seats', name: 'Seats', type: 'number' });
    await people.import([
      { email: 'known-1@x.test', tags: ['old'], attributes: { plan: 'basic' } },
      { email: 'known-2@x.test' },
      { email: 'stays@x.test', tags: ['t'] },
    ]);
    const other = await people.anAudience();
    for (const email of ['known-3@x.test', 'known-out@x.test'])
      await people.add(email, { tags: ['old'] }, other);
    const { body } = await people.api('POST', '/v1/segments', {
      audience_id: people.audienceId,
      key: 'offers',
      name: 'Offers',
      topic_key: 'offers',
    });
    return new Scene(people, body.id);
  }

  /** All that an import writes, without what differs from one to the next. */
  async state() {
    const { people } = this;
    const contacts = await people.all('/v1/contacts');
    const members = await people.all(`/v1/audiences/${people.audienceId}/contacts`);
    const suppressions = await people.all('/v1/suppressions');
    const properties = await people.all('/v1/contact-properties');
    const segment = await people.all<string>(`/v1/segments/${this.segmentId}/contacts`);
    return {
      contacts: byEmail(contacts).map(({ id, created_at, unsubscribed_at, audience_ids, ...contact }) => ({
        ...contact,
        isNamed: Boolean(id && created_at),
        isUnsubscribed: unsubscribed_at !== null,
        isMember: (audience_ids as string[]).includes(people.audienceId),
        audiences: (audience_ids as string[]).length,
      })),
      members: members.map(({ email }) => email),
      count: await people.count(),
      tags: await people.tags(),
      suppressions: byEmail(suppressions).map(({ id, created_at, ...row }) => ({
        ...row,
        isNamed: Boolean(id && created_at),
      })),
      properties: properties.map(({ key, name, type }) => ({ key, name, type })),
      segment: segment.toSorted(),
    };
  }
}

const byEmail = (records: readonly Fields[]): Fields[] =>
  records.toSorted((a, b) =>
    JSON.stringify([a['email'], a['scope']]) < JSON.stringify([b['email'], b['scope']]) ? -1 : 1,
  );

/** How often an import of these rows makes each AWS call. */
const made: Readonly<Record<string, number>> = {
  'dynamodb BatchGetItem': 10,
  'dynamodb BatchWriteItem': 1,
  'dynamodb GetItem': 1,
  'dynamodb PutItem': 1,
  // One each asks what an address that is suppressed was enrolled in.
  'dynamodb Query': 14,
  'dynamodb TransactWriteItems': 5,
  'dynamodb UpdateItem': 5,
};

async function callsOf(work: () => Promise<unknown>): Promise<Record<string, number>> {
  const now = await service.now();
  await work();
  const counts: Record<string, number> = {};
  for (const row of await service.calls(now)) {
    const name = `${row.service} ${row.operation}`;
    if (row.function.endsWith('-addMembers')) counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

test('an import makes the AWS calls that are counted above, and no others', async () => {
  const { people } = await Scene.create();

  expect(await callsOf(() => people.import(rows))).toEqual(made);
});

let expected: Awaited<ReturnType<Scene['state']>>;
beforeAll(async () => {
  const scene = await Scene.create();
  await scene.people.import(rows);
  expected = await scene.state();
});

const deaths = Object.entries(made).flatMap(([at, count]) =>
  Array.from({ length: count }, (_, skip) => skip).flatMap((skip) =>
    ['before', 'after'].map((crash) => ({ at, skip, crash, name: `${crash} ${at} ${skip + 1}` })),
  ),
);

test.each(deaths)('killed $name and made again, it is as if made once', async ({ at, skip, crash }) => {
  const scene = await Scene.create();
  const { people } = scene;
  const [awsService, operation] = at.split(' ');
  await service.control('POST', '/faults', {
    service: awsService,
    operation,
    function: 'addMembers',
    crash,
    skip,
    times: 1,
  });

  const died = await people.post(rows);
  await service.control('DELETE', '/faults');
  const again = await people.post(rows);

  expect(died.status).toBe(500);
  expect(again).toMatchObject({ status: 201, body: { skipped: 1, contact_count: expected.count } });
  expect(await scene.state()).toEqual(expected);
});
