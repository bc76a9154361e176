import { Campaigns, minute } from '../../support/campaigns/campaigns';
import { aCampaignIn } from '../../support/campaigns/statuses';
import { people } from '../../support/actor';
import { atOnce } from '../../support/at-once';
import { theService } from '../../support/the-service';
import { refusalOf } from '../../support/arrange';

type Fields = Record<string, unknown>;

/** What becomes of a campaign that several want something of at the same time. */
const service = theService();
let campaigns: Campaigns;

beforeEach(async () => {
  campaigns = await Campaigns.start(service);
});

const change = (id: string, fields: Fields) => campaigns.api('PATCH', `/v1/broadcasts/${id}`, fields);

/** Often enough that each order of their steps is met. */
const rounds = people(20);

test('what was refused because a campaign began is in none of its mails', async () => {
  await campaigns.add(['kim@example.com']);
  const [said, refused] = [
    { subject: 'Old', html: '<p>Old</p>' },
    { subject: 'New', html: '<p>New</p>' },
  ];

  await atOnce(2, rounds, async () => {
    const id = await campaigns.draft(said);
    const [changed, sent] = await Promise.all([change(id, refused), campaigns.act(id, 'send')]);

    expect([200, 409]).toContain(changed.status);
    expect(sent.status).toBe(202);
    expect(await campaigns.read(id)).toMatchObject(changed.status === 200 ? refused : said);
  });
});

test('what its author changed since stays, when a creation whose answer was lost is repeated', async () => {
  const create = () =>
    campaigns.actor.api('POST', '/v1/broadcasts', campaigns.campaign({ html: '<p>Old</p>' }), undefined, {
      'Idempotency-Key': 'october',
    });
  await service.control('POST', '/faults', {
    service: 'dynamodb',
    operation: 'TransactWriteItems',
    function: '-createBroadcast',
    crash: 'after',
    times: 1,
  });
  await create();
  const { data } = await campaigns.ok('GET', '/v1/broadcasts');
  await campaigns.ok('PATCH', `/v1/broadcasts/${data[0].id}`, { html: '<p>New</p>' });
  await service.advance(minute);

  const { status, body } = await create();

  expect({ status, id: body.id }).toEqual({ status: 201, id: data[0].id });
  expect((await campaigns.read(body.id)).html).toBe('<p>New</p>');
});

test('two changes of a draft at once are both made', async () => {
  const variants = [{ key: 'a' }, { key: 'b', subject: 'Fresh news' }];
  const changes: Fields[] = [
    { ab_test: { metric: 'click' } },
    { ab_test: { sample_share: 0.5 } },
    { html: '<p>New</p>', name: 'New' },
  ];

  await atOnce(2, rounds, async () => {
    const id = await campaigns.draft({ variants });
    const answers = await Promise.all(changes.map((fields) => change(id, fields)));

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await campaigns.read(id)).toMatchObject({
      name: 'New',
      html: '<p>New</p>',
      ab_test: { metric: 'click', sample_share: 0.5 },
    });
  });
});

test('a test that is taken away while its settings are changed has neither or is refused', async () => {
  const variants = [{ key: 'a' }, { key: 'b', subject: 'Fresh news' }];

  await atOnce(2, rounds, async () => {
    const id = await campaigns.draft({ variants });
    const [removed, changed] = await Promise.all([
      change(id, { variants: null }),
      change(id, { ab_test: { metric: 'click' } }),
    ]);

    expect(removed.status).toBe(200);
    expect([200, 422]).toContain(changed.status);
    expect(await campaigns.read(id)).toMatchObject({ variants: null, ab_test: null });
  });
});

test('a campaign that is sent twenty times at once is sent once, and counted once', async () => {
  const everybody = await campaigns.addMany(3);
  const id = await campaigns.draft();
  // Room for one of them.
  const key = await campaigns.actor.guarded({ daily_send_limit: 4 });

  const answers = await Promise.all(Array.from({ length: 20 }, () => campaigns.act(id, 'send', {}, key)));

  expect(answers.map(({ status }) => status).sort()).toEqual([202, ...Array<number>(19).fill(409)]);
  await service.settle();
  await service.advance(minute);
  await service.settle();
  expect(await campaigns.mailed()).toEqual(everybody);
  expect((await campaigns.actor.send({ to: people(2) }, key)).status).toBe(429);
  expect((await campaigns.actor.send({ to: people(1), scheduled_at: 'in 1 minute' }, key)).status).toBe(202);
});

test('a campaign that is moved to twenty times at once has one of them', async () => {
  const id = await campaigns.draft();
  const times = people(20).map((_, at) => `2099-01-01T00:00:${String(at).padStart(2, '0')}.000Z`);

  const answers = await Promise.all(times.map((scheduled_at) => campaigns.act(id, 'send', { scheduled_at })));

  // 503: it lost each time, and nothing was done.
  expect(answers.filter(({ status }) => status !== 202 && status !== 503)).toEqual([]);
  expect(times).toContain((await campaigns.read(id)).scheduled_at);
});

test('a campaign that is sent and deleted at once is either', async () => {
  await campaigns.add(['kim@example.com']);

  await atOnce(2, rounds, async () => {
    const id = await campaigns.draft();
    const [sent, deleted] = await Promise.all([
      campaigns.act(id, 'send'),
      campaigns.api('DELETE', `/v1/broadcasts/${id}`),
    ]);

    const { status } = await campaigns.api('GET', `/v1/broadcasts/${id}`);
    expect([
      [202, 409, 200],
      // Between its start and its end it cannot be deleted; before and after, it can.
      [202, 200, 404],
      [404, 200, 404],
    ]).toContainEqual([sent.status, deleted.status, status]);
  });
});

test('a test that five decide at once has one winner', async () => {
  const id = await aCampaignIn(campaigns, 'testing');

  const answers = await Promise.all(
    ['a', 'b', 'a', 'b', 'a'].map((variant) => campaigns.act(id, 'winner', { variant })),
  );

  const { ab_test } = await campaigns.read(id);
  const accepted = answers.filter(({ status }) => status === 202);
  expect(accepted.length).toBeGreaterThan(0);
  for (const { body } of accepted) expect(body.ab_test.winner).toBe(ab_test.winner);
  for (const answer of answers.filter(({ status }) => status !== 202))
    expect(refusalOf(answer)).toMatchObject({ status: 409, type: 'invalid_state' });
});
