import { Service } from '../../support/service';
import { People } from '../../support/people';

let service: Service;
let people: People;

beforeAll(async () => {
  service = await Service.shared();
  people = await People.create(service);
});

afterAll(() => service.stop());

const rows = Array.from({ length: 5_000 }, (_, at) => ({
  email: `p${at}@x.test`,
  first_name: 'Kim',
  tags: ['all', `t${at % 10}`],
  attributes: { plan: `Plan ${at % 3}` },
  ...(at % 10 === 0 && { status: 'unsubscribed' }),
}));

test('5,000 people are imported within the time that a request has, and the same again changes nothing', async () => {
  const first = await people.import(rows);
  const again = await people.import(rows);

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
  expect(again).toEqual({ ...first, inserted: 0, updated: 5_000, suppressed: 0, properties_created: [] });
  expect(await people.tags()).toMatchObject({ all: 5_000, t0: 500, t9: 500 });
  expect(await people.count()).toBe(5_000);
  await service.settle();
});
