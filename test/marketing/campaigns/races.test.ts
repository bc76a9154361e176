import { Campaigns, minuteMs } from '../../support/campaigns/campaigns';
import { createCampaignIn } from '../../support/campaigns/campaign-in-status';
import { numberedAddresses } from '../../support/test-workspace';
import { mapConcurrent } from '../../support/map-concurrent';
import { useService } from '../../support/use-service';
import { refusalOf } from '../../support/api-helpers';

type Fields = Record<string, unknown>;

/** Concurrent requests for the same campaign. */
const service = useService();
let campaigns: Campaigns;

beforeEach(async () => {
  campaigns = await Campaigns.create(service);
});

const updateCampaign = (id: string, fields: Fields) => campaigns.api('PATCH', `/v1/broadcasts/${id}`, fields);

/** Enough rounds for each order of the concurrent steps to occur. */
const rounds = numberedAddresses(20);

test('if a change is refused because the campaign has started, the campaign is sent without the change', async () => {
  await campaigns.addContacts(['kim@example.com']);
  const [original, changedFields] = [
    { subject: 'Old', html: '<p>Old</p>' },
    { subject: 'New', html: '<p>New</p>' },
  ];

  await mapConcurrent(2, rounds, async () => {
    const id = await campaigns.createDraft(original);
    const [changed, sent] = await Promise.all([
      updateCampaign(id, changedFields),
      campaigns.callAction(id, 'send'),
    ]);

    expect([200, 409]).toContain(changed.status);
    expect(sent.status).toBe(202);
    expect(await campaigns.getCampaign(id)).toMatchObject(changed.status === 200 ? changedFields : original);
  });
});

test('repeating a creation whose response was lost does not overwrite an edit', async () => {
  const create = () =>
    campaigns.workspace.api(
      'POST',
      '/v1/broadcasts',
      campaigns.buildCampaign({ html: '<p>Old</p>' }),
      undefined,
      {
        'Idempotency-Key': 'october',
      },
    );
  await service.control('POST', '/faults', {
    service: 'dynamodb',
    operation: 'TransactWriteItems',
    function: '-createBroadcast',
    crash: 'after',
    times: 1,
  });
  await create();
  const { data } = await campaigns.callOk('GET', '/v1/broadcasts');
  await campaigns.callOk('PATCH', `/v1/broadcasts/${data[0].id}`, { html: '<p>New</p>' });
  await service.advance(minuteMs);

  const { status, body } = await create();

  expect({ status, id: body.id }).toEqual({ status: 201, id: data[0].id });
  expect((await campaigns.getCampaign(body.id)).html).toBe('<p>New</p>');
});

test('concurrent changes to a draft are all applied', async () => {
  const variants = [{ key: 'a' }, { key: 'b', subject: 'Fresh news' }];
  const changes: Fields[] = [
    { ab_test: { metric: 'click' } },
    { ab_test: { sample_share: 0.5 } },
    { html: '<p>New</p>', name: 'New' },
  ];

  await mapConcurrent(2, rounds, async () => {
    const id = await campaigns.createDraft({ variants });
    const responses = await Promise.all(changes.map((fields) => updateCampaign(id, fields)));

    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await campaigns.getCampaign(id)).toMatchObject({
      name: 'New',
      html: '<p>New</p>',
      ab_test: { metric: 'click', sample_share: 0.5 },
    });
  });
});

test('concurrent requests to remove a test and to change its settings remove the test', async () => {
  const variants = [{ key: 'a' }, { key: 'b', subject: 'Fresh news' }];

  await mapConcurrent(2, rounds, async () => {
    const id = await campaigns.createDraft({ variants });
    const [removed, changed] = await Promise.all([
      updateCampaign(id, { variants: null }),
      updateCampaign(id, { ab_test: { metric: 'click' } }),
    ]);

    expect(removed.status).toBe(200);
    expect([200, 422]).toContain(changed.status);
    expect(await campaigns.getCampaign(id)).toMatchObject({ variants: null, ab_test: null });
  });
});

test('twenty concurrent requests to send a campaign send and charge the campaign once', async () => {
  const allAddresses = await campaigns.addManyContacts(3);
  const id = await campaigns.createDraft();
  // The daily limit covers the campaign's three recipients once, plus one email.
  const key = await campaigns.workspace.createGuardedKey({ daily_send_limit: 4 });

  const responses = await Promise.all(
    Array.from({ length: 20 }, () => campaigns.callAction(id, 'send', {}, key)),
  );

  expect(responses.map(({ status }) => status).sort()).toEqual([202, ...Array<number>(19).fill(409)]);
  await service.settle();
  await service.advance(minuteMs);
  await service.settle();
  expect(await campaigns.listMailedAddresses()).toEqual(allAddresses);
  expect((await campaigns.workspace.send({ to: numberedAddresses(2) }, key)).status).toBe(429);
  expect(
    (await campaigns.workspace.send({ to: numberedAddresses(1), scheduled_at: 'in 1 minute' }, key)).status,
  ).toBe(202);
});

test('twenty concurrent requests to reschedule a campaign leave one of the requested times', async () => {
  const id = await campaigns.createDraft();
  const times = numberedAddresses(20).map(
    (_, index) => `2099-01-01T00:00:${String(index).padStart(2, '0')}.000Z`,
  );

  const responses = await Promise.all(
    times.map((scheduled_at) => campaigns.callAction(id, 'send', { scheduled_at })),
  );

  // A request that loses every race changes nothing and receives 503.
  expect(responses.filter(({ status }) => status !== 202 && status !== 503)).toEqual([]);
  expect(times).toContain((await campaigns.getCampaign(id)).scheduled_at);
});

test('concurrent requests to send and delete a campaign either send or delete the campaign', async () => {
  await campaigns.addContacts(['kim@example.com']);

  await mapConcurrent(2, rounds, async () => {
    const id = await campaigns.createDraft();
    const [sent, deleted] = await Promise.all([
      campaigns.callAction(id, 'send'),
      campaigns.api('DELETE', `/v1/broadcasts/${id}`),
    ]);

    const { status } = await campaigns.api('GET', `/v1/broadcasts/${id}`);
    expect([
      [202, 409, 200],
      // A campaign cannot be deleted while it is running.
      [202, 200, 404],
      [404, 200, 404],
    ]).toContainEqual([sent.status, deleted.status, status]);
  });
});

test('five concurrent requests to decide a test leave one winner', async () => {
  const id = await createCampaignIn(campaigns, 'testing');

  const responses = await Promise.all(
    ['a', 'b', 'a', 'b', 'a'].map((variant) => campaigns.callAction(id, 'winner', { variant })),
  );

  const { ab_test } = await campaigns.getCampaign(id);
  const accepted = responses.filter(({ status }) => status === 202);
  expect(accepted.length).toBeGreaterThan(0);
  for (const { body } of accepted) expect(body.ab_test.winner).toBe(ab_test.winner);
  for (const response of responses.filter(({ status }) => status !== 202))
    expect(refusalOf(response)).toMatchObject({ status: 409, type: 'invalid_state' });
});
