import { useService } from '../../support/use-service';
import type { OutboxMail } from '../../support/test-workspace';
import { aTimestamp } from '../../support/matchers';
import { Campaigns, dayMs, minuteMs } from '../../support/campaigns/campaigns';

/** A/B tests (CA-34 to CA-40). */
const service = useService({ timeTravels: true });
let campaigns: Campaigns;

beforeEach(async () => {
  await service.control('PATCH', '/settings', { max_send_rate: 500 });
  campaigns = await Campaigns.create(service);
});

const variants = [{ key: 'a' }, { key: 'b', subject: 'Fresh news', from_name: 'Kim' }];
const zeroProgress = { pending: 0, sent: 0, failed: 0, skipped: 0 };

/** Creates a subject-line test and sends the sample of 100 recipients per variant. Another 50 recipients remain. */
async function createSampledTest(fields: Record<string, unknown> = {}): Promise<string> {
  await campaigns.addManyContacts(250);
  return campaigns.createAndSend({ variants, ab_test: { sample_share: 0.8 }, ...fields });
}

/** Lists the emails of a variant in the order in which they were sent. */
async function listVariantMails(id: string, variant: string): Promise<OutboxMail[]> {
  const ids = new Set(
    (await campaigns.listRecipients(id)).filter((row) => row.variant === variant).map((row) => row.id),
  );
  return (await campaigns.outbox()).filter(({ message_id }) => ids.has(message_id));
}

// CA-27
test('a campaign is sent from news@ on its domain with the sender name of the campaign or the variant', async () => {
  const id = await createSampledTest({ from_name: 'Acme' });

  const marketingDomain = campaigns.workspace.domains.marketing?.domain;
  const [[fromA], [fromB]] = await Promise.all([listVariantMails(id, 'a'), listVariantMails(id, 'b')]);
  expect(fromA?.['from']).toBe(`Acme <news@${marketingDomain}>`);
  expect(fromB?.['from']).toBe(`Kim <news@${marketingDomain}>`);
});

describe('a test of two subjects', () => {
  // CA-36
  test('is sent to exactly the sample share of the recipients with alternating variants, and waits for a winner', async () => {
    const id = await createSampledTest();

    const { status, progress, ab_test, scheduled_at } = await campaigns.getCampaign(id);
    expect({ status, scheduled_at }).toEqual({ status: 'testing', scheduled_at: null });
    expect(progress).toEqual({
      pending: 50,
      sent: 200,
      failed: 0,
      skipped: 0,
      by_variant: [
        { key: 'a', ...zeroProgress, sent: 100 },
        { key: 'b', ...zeroProgress, sent: 100 },
        { key: null, ...zeroProgress, pending: 50 },
      ],
    });
    const noEngagement = { sent: 100, unique_opens: 0, unique_clicks: 0, open_rate: 0, click_rate: 0 };
    expect(ab_test).toEqual({
      metric: 'open',
      sample_share: 0.8,
      decide_after_minutes: 240,
      decide_at: aTimestamp,
      winner: null,
      decided_by: null,
      decided_at: null,
      results: [
        { key: 'a', ...noEngagement },
        { key: 'b', ...noEngagement },
      ],
    });
    expect(await campaigns.countRecipientsBy(id, ({ variant }) => variant)).toEqual({ a: 100, b: 100 });
    expect((await listVariantMails(id, 'b')).every(({ from }) => String(from).includes('Kim'))).toBe(true);
  });

  // CA-37
  test('is decided by unique opens at the decision time, and the remaining recipients receive the winning variant', async () => {
    const id = await createSampledTest();
    await campaigns.simulateEngagement((await listVariantMails(id, 'b')).slice(0, 3), 'open');
    await campaigns.simulateEngagement((await listVariantMails(id, 'a')).slice(0, 2), 'open');

    const { ab_test: before } = await campaigns.getCampaign(id);
    await campaigns.advanceAndSettle(4 * 60 * minuteMs);
    await campaigns.waitUntilIdle();

    expect(before.results).toMatchObject([
      { key: 'a', unique_opens: 2, open_rate: 0.02, unique_clicks: 0 },
      { key: 'b', unique_opens: 3, open_rate: 0.03, unique_clicks: 0 },
    ]);
    expect(await campaigns.getCampaign(id)).toMatchObject({
      status: 'sent',
      progress: null,
      ab_test: { winner: 'b', decided_by: 'auto', decided_at: aTimestamp },
    });
    expect(await campaigns.countRecipientsBy(id, ({ variant }) => variant)).toEqual({ a: 100, b: 150 });
    const subjects = (await campaigns.workspace.listEmails()).map(({ subject }) => String(subject));
    expect(subjects.filter((subject) => subject === 'Fresh news')).toHaveLength(150);
  });

  test('that is decided by clicks counts each recipient once per link', async () => {
    const id = await createSampledTest({ ab_test: { sample_share: 0.8, metric: 'click' } });
    const [firstMail, secondMail] = await listVariantMails(id, 'b');
    if (!firstMail || !secondMail) throw new Error('No email was sent');
    await campaigns.simulateEngagement([firstMail], 'click');
    await campaigns.simulateEngagement([firstMail, secondMail], 'click');

    const { body } = await campaigns.callAction(id, 'winner', {});

    expect(body.ab_test).toMatchObject({
      winner: 'b',
      decided_by: 'manual',
      results: [
        { key: 'a', unique_clicks: 0 },
        { key: 'b', unique_clicks: 2, click_rate: 0.02 },
      ],
    });
    const links = await campaigns.callOk('GET', `/v1/broadcasts/${id}/links/clicked`);
    expect(links).toEqual({
      object: 'list',
      data: [{ url: 'https://acme.test/x', clicks: 3, unique_clicks: 2 }],
      has_more: false,
      next_cursor: null,
    });
  });

  // CA-37
  test('without opens is won by the first variant, and a second decision is refused', async () => {
    const id = await createSampledTest();

    const firstDecision = await campaigns.callAction(id, 'winner');
    const secondDecision = await campaigns.callAction(id, 'winner', { variant: 'b' });

    expect(firstDecision).toMatchObject({
      status: 202,
      body: { ab_test: { winner: 'a', decided_by: 'manual' } },
    });
    expect(firstDecision.body.progress.by_variant).toEqual([
      { key: 'a', ...zeroProgress, sent: 100, pending: 50 },
      { key: 'b', ...zeroProgress, sent: 100 },
      { key: null, ...zeroProgress },
    ]);
    expect(secondDecision).toMatchObject({ status: 409, body: { error: { type: 'invalid_state' } } });
  });

  // CA-38
  test('can be decided for any known variant, regardless of the metric', async () => {
    const id = await createSampledTest();
    await campaigns.simulateEngagement((await listVariantMails(id, 'a')).slice(0, 1), 'open');

    expect(await campaigns.callAction(id, 'winner', { variant: 'c' })).toMatchObject({
      status: 422,
      body: { error: { type: 'invalid_request' } },
    });
    expect(await campaigns.callAction(id, 'winner', { variant: 'b' })).toMatchObject({
      status: 202,
      body: { ab_test: { winner: 'b', decided_by: 'manual' } },
    });
  });

  // CA-29, CA-36
  test('with fewer than a hundred recipients for each variant ends `failed` and mails no recipient', async () => {
    await campaigns.addManyContacts(249);
    const id = await campaigns.createAndSend({ variants, ab_test: { sample_share: 0.8 } });

    expect(await campaigns.getPreview(id)).toMatchObject({
      recipient_count: 249,
      can_send: false,
      reason: expect.stringContaining('99 for each variant'),
      ab_test: { sample_size: 199, per_variant: 99, minimum_per_variant: 100 },
    });
    expect(await campaigns.getCampaign(id)).toMatchObject({
      status: 'failed',
      failure_reason: expect.stringContaining('99 for each variant'),
      finished_at: aTimestamp,
    });
    expect(await campaigns.listMailedAddresses()).toEqual([]);
  });
});

describe('a test of send times', () => {
  const timeInDays = async (days: number): Promise<string> => {
    const now = await service.now();
    return new Date(Date.parse(now) + days * dayMs).toISOString();
  };

  // CA-40
  test('is scheduled automatically, sends each variant at its time, and never waits for a winner', async () => {
    const addresses = await campaigns.addManyContacts(11);
    const [early, late] = [await timeInDays(1), await timeInDays(2)];
    const id = await campaigns.createDraft({
      variants: [
        { key: 'late', send_at: late },
        { key: 'early', send_at: early },
      ],
    });

    expect(await campaigns.send(id)).toMatchObject({ status: 'scheduled', scheduled_at: early });
    expect(await campaigns.send(id)).toMatchObject({ status: 'scheduled', scheduled_at: early });
    await campaigns.advanceAndSettle(dayMs + 2 * minuteMs);
    expect(await campaigns.getCampaign(id)).toMatchObject({
      status: 'sending',
      progress: {
        by_variant: [
          { key: 'late', ...zeroProgress, pending: 6 },
          { key: 'early', ...zeroProgress, sent: 5 },
          { key: null, ...zeroProgress },
        ],
      },
    });
    await campaigns.advanceAndSettle(dayMs + 2 * minuteMs);

    expect(await campaigns.getCampaign(id)).toMatchObject({ status: 'sent', ab_test: { winner: null } });
    expect(await campaigns.listMailedAddresses()).toEqual([...addresses].sort());
    const times = (await campaigns.outbox()).map(({ at }) => at);
    expect(times.filter((at) => at < late)).toHaveLength(5);
    expect(times.every((at) => at >= early)).toBe(true);
  });

  // CA-40
  test('refuses scheduled_at because the variants set the times', async () => {
    const [early, late] = [await timeInDays(1), await timeInDays(2)];
    const id = await campaigns.createDraft({
      variants: [
        { key: 'a', send_at: early },
        { key: 'b', send_at: late },
      ],
    });

    const scheduled = await campaigns.callAction(id, 'send', { scheduled_at: late });
    await campaigns.callAction(id, 'send');
    const rescheduled = await campaigns.api('PATCH', `/v1/broadcasts/${id}`, { scheduled_at: late });

    for (const response of [scheduled, rescheduled])
      expect(response).toMatchObject({
        status: 422,
        body: { error: { type: 'invalid_request', message: expect.stringMatching(/^scheduled_at: /) } },
      });
  });
});
