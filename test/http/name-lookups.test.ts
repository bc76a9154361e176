import { Automations } from '../support/automations/automations';
import { Campaigns } from '../support/campaigns/campaigns';
import { refusalOf } from '../support/api-helpers';
import { useService } from '../support/use-service';

/** The ids in errors for names that several records have. */
const service = useService();
let automations: Automations;

beforeEach(async () => {
  automations = await Automations.create(service);
});

const messageOf = async (path: string): Promise<string> =>
  refusalOf(await automations.api('GET', path)).message;

//
test('an exact slug of an automation takes precedence over a newer name', async () => {
  const withSlug = await automations.createDraft({ name: 'Welcome', slug: 'onboarding' });
  const withName = await automations.createDraft({ name: 'Onboarding', slug: 'other' });

  expect(await messageOf('/v1/automations/onboarding')).toBe(
    `No such automation. The id of Welcome is ${withSlug}`,
  );
  expect(await messageOf('/v1/automations/Onboarding')).toBe(
    `No such automation. The id of Onboarding is ${withName}. The id of Welcome is ${withSlug}`,
  );
});

//
test('an exact key of a segment takes precedence over a name', async () => {
  const audienceId = await automations.createAudience();
  const createSegment = async (key: string, name: string): Promise<string> =>
    (await automations.callOk('POST', '/v1/segments', { audience_id: audienceId, key, name, tags: ['x'] }))
      .id;
  const withName = await createSegment('a', 'Warm');
  const withKey = await createSegment('warm', 'Other');

  expect(await messageOf('/v1/segments/warm')).toBe(`No such segment. The id of Other is ${withKey}`);
  expect(await messageOf('/v1/segments/WARM')).toBe(
    `No such segment. The id of Warm is ${withName}. The id of Other is ${withKey}`,
  );
});

//
test('up to three audiences with the same name are listed, and more are counted', async () => {
  const ids: string[] = [];
  const lines = () => ids.map((id) => `The id of Kids is ${id}`).slice(0, 3);
  for (const suffix of ['', '', '', '. 1 more has this name', '. 2 more have this name']) {
    ids.push(await automations.createAudience('Kids'));
    const listed = (await automations.callOk('GET', '/v1/audiences')).data.map(
      ({ id }: { id: string }) => id,
    );

    const message = await messageOf('/v1/audiences/kids');

    expect(message.startsWith('No such audience. ')).toBe(true);
    expect(message.endsWith(suffix)).toBe(true);
    expect(ids.filter((id) => message.includes(id))).toHaveLength(Math.min(listed.length, 3));
    if (ids.length <= 3) for (const line of lines()) expect(message).toContain(line);
  }
});

//
test('two campaigns with the same name are both listed, also in an unknown audience_id', async () => {
  const campaigns = await Campaigns.create(service);
  const first = await campaigns.createDraft({ name: 'October' });
  const second = await campaigns.createDraft({ name: 'OCTOBER' });
  const { id } = await campaigns.callOk('POST', '/v1/audiences', { name: 'everybody' });

  const read = await campaigns.api('GET', '/v1/broadcasts/october');
  const refused = refusalOf(await campaigns.create({ audience_id: 'EVERYBODY' }));

  expect(refusalOf(read).message).toBe(
    `No such campaign. The id of OCTOBER is ${second}. The id of October is ${first}`,
  );
  expect(refused).toMatchObject({ status: 422, type: 'invalid_request' });
  for (const audienceId of [id, campaigns.audienceId]) expect(refused.message).toContain(audienceId);
});
