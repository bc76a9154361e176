import { Service } from '../../support/service';
import { ContactsWorkspace } from '../../support/contacts-workspace';

let service: Service;
let workspace: ContactsWorkspace;

beforeAll(async () => {
  service = await Service.startShared();
  workspace = await ContactsWorkspace.create(service);
});

afterAll(() => service.stop());

test('a segment finds the few contacts of its audience, although thousands of other contacts are newer', async () => {
  const fields = { audience_id: workspace.audienceId, key: 'few', name: 'Few', exclude_tags: ['no'] };
  const { body: segment } = await workspace.api('POST', '/v1/segments', fields);
  await workspace.importContacts([
    ...Array.from({ length: 25 }, (_, index) => ({ email: `few-${index}@x.test` })),
    { email: 'no@x.test', tags: ['no'] },
  ]);
  await service.advance(1);
  const otherAudienceId = await workspace.createAudience();
  for (const prefix of ['a', 'b', 'c'])
    await workspace.importContacts(
      Array.from({ length: 2_000 }, (_, index) => ({ email: `${prefix}${index}@x.test` })),
      { to: otherAudienceId },
    );

  const path = `/v1/segments/${segment.id}/contacts`;
  const found = await workspace.listAll<string>(path, 'limit=1000');
  const metrics = await workspace.api('GET', `/v1/segments/${segment.id}/metrics`);

  expect(found.toSorted()).toEqual(Array.from({ length: 25 }, (_, index) => `few-${index}@x.test`).sort());
  expect(await workspace.listAll<string>(path, 'limit=10')).toEqual(found);
  expect(metrics.body).toEqual({ id: segment.id, contact_count: 25 });
});
