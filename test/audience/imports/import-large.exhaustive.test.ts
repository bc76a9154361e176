import { Service } from '../../support/service';
import { ContactsWorkspace } from '../../support/contacts-workspace';

let service: Service;
let workspace: ContactsWorkspace;

beforeAll(async () => {
  service = await Service.startShared();
  workspace = await ContactsWorkspace.create(service);
});

afterAll(() => service.stop());

const rows = Array.from({ length: 5_000 }, (_, index) => ({
  email: `p${index}@x.test`,
  first_name: 'Kim',
  tags: ['all', `t${index % 10}`],
  attributes: { plan: `Plan ${index % 3}` },
  ...(index % 10 === 0 && { status: 'unsubscribed' }),
}));

test('5,000 contacts are imported within the request timeout, and repeating the import changes nothing', async () => {
  const first = await workspace.importContacts(rows);
  const repeated = await workspace.importContacts(rows);

  expect(first).toEqual({
    inserted: 5_000,
    updated: 0,
    skipped: 0,
    unsubscribed: 500,
    bounced: 0,
    complained: 0,
    suppressed: 500,
    properties_created: ['plan'],
    automations_started: 0,
    contact_count: 5_000,
  });
  expect(repeated).toEqual({ ...first, inserted: 0, updated: 5_000, suppressed: 0, properties_created: [] });
  expect(await workspace.tagCounts()).toMatchObject({ all: 5_000, t0: 500, t9: 500 });
  expect(await workspace.contactCount()).toBe(5_000);
  await service.settle();
});
