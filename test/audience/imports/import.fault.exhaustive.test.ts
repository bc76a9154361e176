import { ContactsWorkspace } from '../../support/contacts-workspace';
import { Service } from '../../support/service';

let service: Service;

beforeAll(async () => {
  service = await Service.start();
});

afterEach(() => service.control('DELETE', '/faults'));

afterAll(() => service.stop());

type Fields = Record<string, unknown>;

/** New, known and opted-out contacts, with tags and attributes. One contact occurs twice. */
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

/** A workspace with some of these contacts, and a segment of the contacts subscribed to offers. */
class ImportScenario {
  private constructor(
    readonly people: ContactsWorkspace,
    private readonly segmentId: string,
  ) {}

  static async create(): Promise<ImportScenario> {
    const people = await ContactsWorkspace.create(service);
    await people.api('POST', '/v1/topics', { key: 'offers', name: 'Offers' });
    await people.api('POST', '/v1/topics/preferences', { email: 'chose@x.test', topics: { offers: false } });
    await people.api('POST', '/v1/contact-properties', { key: 'seats', name: 'Seats', type: 'number' });
    await people.importContacts([
      { email: 'known-1@x.test', tags: ['old'], attributes: { plan: 'basic' } },
      { email: 'known-2@x.test' },
      { email: 'stays@x.test', tags: ['t'] },
    ]);
    const other = await people.createAudience();
    for (const email of ['known-3@x.test', 'known-out@x.test'])
      await people.addContact(email, { tags: ['old'] }, other);
    const { body } = await people.api('POST', '/v1/segments', {
      audience_id: people.audienceId,
      key: 'offers',
      name: 'Offers',
      topic_key: 'offers',
    });
    return new ImportScenario(people, body.id);
  }

  /** Returns everything that an import writes, without values that differ between imports. */
  async state() {
    const { people } = this;
    const contacts = await people.listAll('/v1/contacts');
    const members = await people.listAll(`/v1/audiences/${people.audienceId}/contacts`);
    const suppressions = await people.listAll('/v1/suppressions');
    const properties = await people.listAll('/v1/contact-properties');
    const segment = await people.listAll<string>(`/v1/segments/${this.segmentId}/contacts`);
    return {
      contacts: byEmail(contacts).map(({ id, created_at, unsubscribed_at, audience_ids, ...contact }) => ({
        ...contact,
        isNamed: Boolean(id && created_at),
        isUnsubscribed: unsubscribed_at !== null,
        isMember: (audience_ids as string[]).includes(people.audienceId),
        audiences: (audience_ids as string[]).length,
      })),
      members: members.map(({ email }) => email),
      count: await people.contactCount(),
      tags: await people.tagCounts(),
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

/** The number of times that an import of these rows makes each AWS call. */
const callCounts: Readonly<Record<string, number>> = {
  'dynamodb BatchGetItem': 10,
  'dynamodb BatchWriteItem': 1,
  'dynamodb GetItem': 1,
  'dynamodb PutItem': 1,
  // Each suppressed address costs one query for the enrollments of its contact.
  'dynamodb Query': 14,
  'dynamodb TransactWriteItems': 5,
  'dynamodb UpdateItem': 5,
};

async function countCallsOf(work: () => Promise<unknown>): Promise<Record<string, number>> {
  const now = await service.now();
  await work();
  const counts: Record<string, number> = {};
  for (const row of await service.calls(now)) {
    const name = `${row.service} ${row.operation}`;
    if (row.function.endsWith('-addMembers')) counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

test('an import makes exactly the listed AWS calls', async () => {
  const { people } = await ImportScenario.create();

  expect(await countCallsOf(() => people.importContacts(rows))).toEqual(callCounts);
});

let expected: Awaited<ReturnType<ImportScenario['state']>>;
beforeAll(async () => {
  const scenario = await ImportScenario.create();
  await scenario.people.importContacts(rows);
  expected = await scenario.state();
});

const crashPoints = Object.entries(callCounts).flatMap(([awsCall, count]) =>
  Array.from({ length: count }, (_, skip) => skip).flatMap((skip) =>
    ['before', 'after'].map((crash) => ({ awsCall, skip, crash, name: `${crash} ${awsCall} ${skip + 1}` })),
  ),
);

test.each(crashPoints)(
  'an import that is killed $name and then retried has the same result as a single import',
  async ({ awsCall, skip, crash }) => {
    const scenario = await ImportScenario.create();
    const { people } = scenario;
    const [awsService, operation] = awsCall.split(' ');
    await service.control('POST', '/faults', {
      service: awsService,
      operation,
      function: 'addMembers',
      crash,
      skip,
      times: 1,
    });

    const crashedResponse = await people.postContacts(rows);
    await service.control('DELETE', '/faults');
    const retried = await people.postContacts(rows);

    expect(crashedResponse.status).toBe(500);
    expect(retried).toMatchObject({ status: 201, body: { skipped: 1, contact_count: expected.count } });
    expect(await scenario.state()).toEqual(expected);
  },
);
