import { theService } from '../../support/the-service';
import type { Mailed } from '../../support/actor';
import { aTime } from '../../support/matchers';
import { Campaigns, day, minute } from '../../support/campaigns/campaigns';

/** A/B tests: contract.md 4.14, D25. */
const service = theService({ travels: true });
let campaigns: Campaigns;

beforeEach(async () => {
  await service.control('PATCH', '/settings', { max_send_rate: 500 });
  campaigns = await Campaigns.start(service);
});

const variants = [{ key: 'a' }, { key: 'b', subject: 'Fresh news', from_name: 'Kim' }];
const nobody = { pending: 0, sent: 0, failed: 0, skipped: 0 };

/** A test of two subjects whose sample has gone out: 100 people each, and 50 who wait. */
async function aTest(fields: Record<string, unknown> = {}): Promise<string> {
  await campaigns.addMany(250);
  return campaigns.sent({ variants, ab_test: { sample_share: 0.8 }, ...fields });
}

/** The mails of a variant, in the order in which they left. */
async function mailsOf(id: string, variant: string): Promise<Mailed[]> {
  const ids = new Set(
    (await campaigns.recipients(id)).filter((row) => row.variant === variant).map((row) => row.id),
  );
  return (await campaigns.outbox()).filter(({ message_id }) => ids.has(message_id));
}

describe('a test of two subjects', () => {
  test('is tried on exactly its share of the people, dealt in turn, and waits for its winner', async () => {
    const id = await aTest();

    const { status, progress, ab_test, scheduled_at } = await campaigns.read(id);
    expect({ status, scheduled_at }).toEqual({ status: 'testing', scheduled_at: null });
    expect(progress).toEqual({
      pending: 50,
      sent: 200,
      failed: 0,
      skipped: 0,
      by_variant: [
        { key: 'a', ...nobody, sent: 100 },
        { key: 'b', ...nobody, sent: 100 },
        { key: null, ...nobody, pending: 50 },
      ],
    });
    const none = { sent: 100, unique_opens: 0, unique_clicks: 0, open_rate: 0, click_rate: 0 };
    expect(ab_test).toEqual({
      metric: 'open',
      sample_share: 0.8,
      decide_after_minutes: 240,
      decide_at: aTime,
      winner: null,
      decided_by: null,
      decided_at: null,
      results: [
        { key: 'a', ...none },
        { key: 'b', ...none },
      ],
    });
    expect(await campaigns.tally(id, ({ variant }) => variant)).toEqual({ a: 100, b: 100 });
    expect((await mailsOf(id, 'b')).every(({ from }) => String(from).includes('Kim'))).toBe(true);
  });

  test('is decided by who opened it when its time has come, and the rest get the winner', async () => {
    const id = await aTest();
    await campaigns.react((await mailsOf(id, 'b')).slice(0, 3), 'open');
    await campaigns.react((await mailsOf(id, 'a')).slice(0, 2), 'open');

    const { ab_test: before } = await campaigns.read(id);
    await campaigns.pass(4 * 60 * minute);
    await campaigns.untilIdle();

    expect(before.results).toMatchObject([
      { key: 'a', unique_opens: 2, open_rate: 0.02, unique_clicks: 0 },
      { key: 'b', unique_opens: 3, open_rate: 0.03, unique_clicks: 0 },
    ]);
    expect(await campaigns.read(id)).toMatchObject({
      status: 'sent',
      progress: null,
      ab_test: { winner: 'b', decided_by: 'auto', decided_at: aTime },
    });
    expect(await campaigns.tally(id, ({ variant }) => variant)).toEqual({ a: 100, b: 150 });
    const subjects = (await campaigns.actor.log()).map(({ subject }) => String(subject));
    expect(subjects.filter((subject) => subject === 'Fresh news')).toHaveLength(150);
  });

  test('by clicks, counts each reader of a link once', async () => {
    const id = await aTest({ ab_test: { sample_share: 0.8, metric: 'click' } });
    const [one, two] = await mailsOf(id, 'b');
    if (!one || !two) throw new Error('Nobody was mailed');
    await campaigns.react([one], 'click');
    await campaigns.react([one, two], 'click');

    const { body } = await campaigns.act(id, 'winner', {});

    expect(body.ab_test).toMatchObject({
      winner: 'b',
      decided_by: 'manual',
      results: [
        { key: 'a', unique_clicks: 0 },
        { key: 'b', unique_clicks: 2, click_rate: 0.02 },
      ],
    });
    const links = await campaigns.ok('GET', `/v1/broadcasts/${id}/links/clicked`);
    expect(links).toEqual({
      object: 'list',
      data: [{ url: 'https://acme.test/x', clicks: 3, unique_clicks: 2 }],
      has_more: false,
      next_cursor: null,
    });
  });

  test('without any open is won by the first variant, and a second decision is refused', async () => {
    const id = await aTest();

    const decided = await campaigns.act(id, 'winner');
    const again = await campaigns.act(id, 'winner', { variant: 'b' });

    expect(decided).toMatchObject({
      status: 202,
      body: { ab_test: { winner: 'a', decided_by: 'manual' } },
    });
    expect(decided.body.progress.by_variant).toEqual([
      { key: 'a', ...nobody, sent: 100, pending: 50 },
      { key: 'b', ...nobody, sent: 100 },
      { key: null, ...nobody },
    ]);
    expect(again).toMatchObject({ status: 409, body: { error: { type: 'invalid_state' } } });
  });

  test('can be decided for a variant, whatever the metric says; one that there is not is refused', async () => {
    const id = await aTest();
    await campaigns.react((await mailsOf(id, 'a')).slice(0, 1), 'open');

    expect(await campaigns.act(id, 'winner', { variant: 'c' })).toMatchObject({
      status: 422,
      body: { error: { type: 'invalid_request' } },
    });
    expect(await campaigns.act(id, 'winner', { variant: 'b' })).toMatchObject({
      status: 202,
      body: { ab_test: { winner: 'b', decided_by: 'manual' } },
    });
  });

  test('with fewer than a hundred people for each variant ends `failed`, nobody mailed', async () => {
    await campaigns.addMany(249);
    const id = await campaigns.sent({ variants, ab_test: { sample_share: 0.8 } });

    expect(await campaigns.preview(id)).toMatchObject({
      recipient_count: 249,
      can_send: false,
      reason: expect.stringContaining('99 for each variant'),
      ab_test: { sample_size: 199, per_variant: 99, minimum_per_variant: 100 },
    });
    expect(await campaigns.read(id)).toMatchObject({
      status: 'failed',
      failure_reason: expect.stringContaining('99 for each variant'),
      finished_at: aTime,
    });
    expect(await campaigns.mailed()).toEqual([]);
  });
});

describe('a test of the time of sending', () => {
  const inDays = async (days: number): Promise<string> => {
    const now = await service.now();
    return new Date(Date.parse(now) + days * day).toISOString();
  };

  test('schedules itself, mails each variant at its time, and never waits for a winner', async () => {
    const people = await campaigns.addMany(11);
    const [early, late] = [await inDays(1), await inDays(2)];
    const id = await campaigns.draft({
      variants: [
        { key: 'late', send_at: late },
        { key: 'early', send_at: early },
      ],
    });

    expect(await campaigns.send(id)).toMatchObject({ status: 'scheduled', scheduled_at: early });
    expect(await campaigns.send(id)).toMatchObject({ status: 'scheduled', scheduled_at: early });
    await campaigns.pass(day + 2 * minute);
    expect(await campaigns.read(id)).toMatchObject({
      status: 'sending',
      progress: {
        by_variant: [
          { key: 'late', ...nobody, pending: 6 },
          { key: 'early', ...nobody, sent: 5 },
          { key: null, ...nobody },
        ],
      },
    });
    await campaigns.pass(day + 2 * minute);

    expect(await campaigns.read(id)).toMatchObject({ status: 'sent', ab_test: { winner: null } });
    expect(await campaigns.mailed()).toEqual([...people].sort());
    const times = (await campaigns.outbox()).map(({ at }) => at);
    expect(times.filter((at) => at < late)).toHaveLength(5);
    expect(times.every((at) => at >= early)).toBe(true);
  });

  test('says itself when it leaves: a scheduled_at is refused', async () => {
    const [early, late] = [await inDays(1), await inDays(2)];
    const id = await campaigns.draft({
      variants: [
        { key: 'a', send_at: early },
        { key: 'b', send_at: late },
      ],
    });

    for (const answer of [
      await campaigns.act(id, 'send', { scheduled_at: late }),
      (await campaigns.act(id, 'send')) &&
        (await campaigns.api('PATCH', `/v1/broadcasts/${id}`, { scheduled_at: late })),
    ])
      expect(answer).toMatchObject({
        status: 422,
        body: { error: { type: 'invalid_request', message: expect.stringMatching(/^scheduled_at: /) } },
      });
  });
});
