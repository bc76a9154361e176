import { Service } from '../../support/service';
import { People } from '../../support/people';

let service: Service;
let people: People;

beforeAll(async () => {
  service = await Service.shared();
  people = await People.create(service);
});

afterAll(() => service.stop());

test('few of many: an audience that is older than thousands of other contacts', async () => {
  const fields = { audience_id: people.audienceId, key: 'few', name: 'Few', exclude_tags: ['no'] };
  const { body: segment } = await people.api('POST', '/v1/segments', fields);
  await people.import([
    ...Array.from({ length: 25 }, (_, at) => ({ email: `few-${at}@x.test` })),
    { email: 'no@x.test', tags: ['no'] },
  ]);
  await service.advance(1);
  const others = await people.anAudience();
  for (const part of ['a', 'b', 'c'])
    await people.import(
      Array.from({ length: 2_000 }, (_, at) => ({ email: `${part}${at}@x.test` })),
      { to: others },
    );

  const path = `/v1/segments/${segment.id}/contacts`;
  const found = await people.all<string>(path, 'limit=1000');
  const metrics = await people.api('GET', `/v1/segments/${segment.id}/metrics`);

  expect(found.toSorted()).toEqual(Array.from({ length: 25 }, (_, at) => `few-${at}@x.test`).sort());
  expect(await people.all<string>(path, 'limit=10')).toEqual(found);
  expect(metrics.body).toEqual({ id: segment.id, contact_count: 25 });
});
