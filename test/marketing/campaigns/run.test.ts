import { theService } from '../../support/the-service';
import { Campaigns, minute } from '../../support/campaigns/campaigns';

/** What a run does: contract.md 4.14. */
const service = theService({ travels: true });
let campaigns: Campaigns;

beforeEach(async () => {
  campaigns = await Campaigns.start(service);
});

afterEach(() => service.control('DELETE', '/faults'));

test('everybody on the audience gets it once, and the campaign is `sent`', async () => {
  const people = await campaigns.addMany(30);
  const id = await campaigns.draft();

  expect(await campaigns.send(id)).toMatchObject({ id, status: 'sending', scheduled_at: null });
  await campaigns.untilIdle();

  expect(await campaigns.read(id)).toMatchObject({
    status: 'sent',
    progress: null,
    pause_reason: null,
    failure_reason: null,
    started_at: expect.any(String),
    finished_at: expect.any(String),
  });
  expect(await campaigns.mailed()).toEqual([...people].sort());
});

test.each([
  ['before', 9],
  ['after', 10],
] as const)(
  'who was mailed is counted, and nobody else, also where the slice that died %s a hand-over finds that its campaign must stop',
  async (crash, mailedMin) => {
    await campaigns.addMany(60);
    const id = await campaigns.draft();
    await service.control('POST', '/faults', {
      ...{ service: 'sesv2', operation: 'SendEmail', function: 'sendSlices' },
      ...{ crash, skip: 10, times: 1 },
    });
    await campaigns.send(id);
    await campaigns.pass(20_000);
    const mailed = (await campaigns.outbox()).length;
    // Else the run would find it first.
    await service.control('POST', '/faults', {
      service: 'dynamodb',
      operation: 'GetItem',
      function: 'runCampaigns',
      error: 'InternalServerError',
    });
    await campaigns.ok('DELETE', `/v1/domains/${campaigns.actor.domains.marketing?.id}`);

    await campaigns.pass(8 * minute);
    expect(await campaigns.read(id)).toMatchObject({ status: 'failed' });
    // Of whom nothing was heard in ten minutes, it is known that they were not mailed.
    await campaigns.pass(20 * minute);

    expect(mailed).toBeGreaterThan(mailedMin);
    expect(await campaigns.outbox()).toHaveLength(mailed);
    expect(await campaigns.actor.used()).toBe(mailed);
  },
);
