import { useService } from '../../support/use-service';
import { Campaigns, minuteMs } from '../../support/campaigns/campaigns';

/** Complete campaign runs (CA-23, CA-24). */
const service = useService({ timeTravels: true });
let campaigns: Campaigns;

beforeEach(async () => {
  campaigns = await Campaigns.create(service);
});

afterEach(() => service.control('DELETE', '/faults'));

// CA-23
test('every contact on the audience is mailed once, and the campaign is `sent`', async () => {
  const addresses = await campaigns.addManyContacts(30);
  const id = await campaigns.createDraft();

  expect(await campaigns.send(id)).toMatchObject({ id, status: 'sending', scheduled_at: null });
  await campaigns.waitUntilIdle();

  expect(await campaigns.getCampaign(id)).toMatchObject({
    status: 'sent',
    progress: null,
    pause_reason: null,
    failure_reason: null,
    started_at: expect.any(String),
    finished_at: expect.any(String),
  });
  expect(await campaigns.listMailedAddresses()).toEqual([...addresses].sort());
});

test.each([
  ['before', 9],
  ['after', 10],
] as const)(
  'exactly the mailed recipients are counted if the worker of a slice dies %s a submit and the campaign then fails',
  async (crash, mailedMin) => {
    await campaigns.addManyContacts(60);
    const id = await campaigns.createDraft();
    await service.control('POST', '/faults', {
      ...{ service: 'sesv2', operation: 'SendEmail', function: 'sendSlices' },
      ...{ crash, skip: 10, times: 1 },
    });
    await campaigns.send(id);
    await campaigns.advanceAndSettle(20_000);
    const mailed = (await campaigns.outbox()).length;
    // Otherwise the run would find the deleted domain first.
    await service.control('POST', '/faults', {
      service: 'dynamodb',
      operation: 'GetItem',
      function: 'runCampaigns',
      error: 'InternalServerError',
    });
    await campaigns.callOk('DELETE', `/v1/domains/${campaigns.workspace.domains.marketing?.id}`);

    await campaigns.advanceAndSettle(8 * minuteMs);
    expect(await campaigns.getCampaign(id)).toMatchObject({ status: 'failed' });
    // If no event arrives within ten minutes, the service concludes that the recipient was not mailed.
    await campaigns.advanceAndSettle(20 * minuteMs);

    expect(mailed).toBeGreaterThan(mailedMin);
    expect(await campaigns.outbox()).toHaveLength(mailed);
    expect(await campaigns.workspace.getEmailsUsed()).toBe(mailed);
  },
);
