import { createHash } from 'node:crypto';
import { keys } from '../../../shared/db/keys';
import { Campaigns, dayMs, minuteMs, campaignLink, type ApiBody } from '../../support/campaigns/campaigns';
import { createCampaignIn } from '../../support/campaigns/campaign-in-status';
import { numberedAddresses } from '../../support/test-workspace';
import { mapConcurrent } from '../../support/map-concurrent';
import { aTimestamp, anId, emptyList } from '../../support/matchers';
import { readClockMs } from '../../support/scheduled-sends';
import { ServiceTable } from '../../support/table';
import { useService } from '../../support/use-service';
import { refusalOf } from '../../support/api-helpers';
import { expectPages, expectPageSizes } from '../../support/list-expectations';

type Fields = Record<string, unknown>;

/** Reading campaigns and their emails, and deleting campaigns (CA-12 to CA-17, CA-41, CA-42). */
const service = useService();
let campaigns: Campaigns;

beforeEach(async () => {
  campaigns = await Campaigns.create(service);
});

const withTable = <T>(callback: (table: ServiceTable) => Promise<T>): Promise<T> =>
  ServiceTable.with(service, callback);

const toListRow = ({ html, ...row }: ApiBody): Fields => {
  expect(html).toEqual(expect.any(String));
  return row;
};

const rowsOf = async (ids: readonly string[]) =>
  (await Promise.all(ids.map((id) => campaigns.getCampaign(id)))).map(toListRow);

describe('the list of campaigns', () => {
  const list = (query = '') => campaigns.callOk('GET', `/v1/broadcasts${query}`);

  test('of a workspace without campaigns is empty', async () => {
    await (await Campaigns.create(service)).createDraft();

    expect(await list()).toEqual(emptyList);
  });

  // CA-1, CA-3
  test('contains each campaign without HTML and with progress and test results, newest first', async () => {
    const statuses = ['draft', 'draft/timed', 'scheduled', 'sending', 'paused', 'testing', 'sent', 'failed'];
    const ids = await mapConcurrent(1, statuses, async (status) => {
      await service.advance(1);
      return createCampaignIn(campaigns, status);
    });

    const { data, ...envelope } = await list();

    expect(envelope).toEqual({ object: 'list', has_more: false, next_cursor: null });
    expect(data).toEqual(await rowsOf(ids.toReversed()));
    const progress = data.map(({ status, progress: counts }: ApiBody) => [status, counts?.pending ?? null]);
    expect(Object.fromEntries(progress)).toEqual({
      draft: null,
      scheduled: null,
      sending: 2,
      paused: 2,
      testing: 2,
      sent: null,
      failed: null,
    });
  });

  // CA-4
  test('continues after the cursor, or from the start if the cursor is invalid', async () => {
    const ids = await mapConcurrent(1, numberedAddresses(5), async () => {
      await service.advance(1);
      return campaigns.createDraft();
    });

    await expectPages(list, await rowsOf(ids.toReversed()));
  });

  //
  test('has 50 campaigns per page by default and 100 at most', async () => {
    await mapConcurrent(10, numberedAddresses(101), () => campaigns.createDraft());

    await expectPageSizes(list);
  });
});

test.each([
  ['draft/timed', []],
  ['scheduled/timed', [0, 0]],
  ['testing', [100, 100]],
])('a %s test has results unless the status is draft', async (name, sent) => {
  const { ab_test } = await campaigns.getCampaign(await createCampaignIn(campaigns, name));

  const zeroMetrics = { unique_opens: 0, unique_clicks: 0, open_rate: 0, click_rate: 0 };
  expect(ab_test.results).toEqual(
    sent.map((count, index) => ({ key: 'ab'[index], sent: count, ...zeroMetrics })),
  );
});

describe('the preview', () => {
  const countOf = async (fields: Fields = {}): Promise<number> =>
    (await campaigns.getPreview(await campaigns.createDraft(fields))).recipient_count;

  // CA-13, CA-14
  test('shows the recipients of a campaign, without unsubscribed contacts', async () => {
    const [firstEmail, two] = numberedAddresses(2);
    await campaigns.addContacts([
      ...numberedAddresses(2),
      { email: 'gone@example.com', status: 'unsubscribed' },
    ]);
    const id = await campaigns.createDraft();

    const { sample, ...preview } = await campaigns.getPreview(id);

    expect(preview).toEqual({ id, recipient_count: 2, can_send: true, reason: null, ab_test: null });
    expect(sample.toSorted()).toEqual([firstEmail, two]);
  });

  test('of an empty audience is empty', async () => {
    const id = await campaigns.createDraft();

    expect(await campaigns.getPreview(id)).toMatchObject({ recipient_count: 0, sample: [], can_send: true });
  });

  // CA-8
  test('applies the segment, windows and topic together', async () => {
    const now = await readClockMs(service);
    const daysAgo = (days: number) => new Date(now - days * dayMs).toISOString();
    await campaigns.workspace.createTopic('offers');
    await campaigns.workspace.createTopic('rare', { default_subscribed: false });
    await campaigns.addContacts([
      { email: 'vip-lately@example.com', tags: ['vip'], last_active_at: daysAgo(1) },
      { email: 'vip-once@example.com', tags: ['vip'], last_active_at: daysAgo(40) },
      { email: 'lately@example.com', last_active_at: daysAgo(1) },
      { email: 'vip-out@example.com', tags: ['vip'], last_active_at: daysAgo(1) },
    ]);
    await campaigns.workspace.setTopicPreference('vip-out@example.com', 'offers', false);
    await campaigns.workspace.setTopicPreference('vip-once@example.com', 'rare', true);
    const segment = { key: 'vip', name: 'VIP', audience_id: campaigns.audienceId, tags: ['vip'] };
    const { id: segment_id } = await campaigns.callOk('POST', '/v1/segments', segment);
    const recentlyEngaged = { segment: { engaged_within_days: 30 } };

    expect(await countOf()).toBe(4);
    expect(await countOf({ segment_id })).toBe(3);
    expect(await countOf(recentlyEngaged)).toBe(3);
    expect(await countOf({ segment_id, ...recentlyEngaged })).toBe(2);
    expect(await countOf({ topic_key: 'offers' })).toBe(3);
    expect(await countOf({ topic_key: 'rare' })).toBe(1);
    const id = await campaigns.createDraft({ segment_id, ...recentlyEngaged, topic_key: 'offers' });
    expect(await campaigns.getPreview(id)).toMatchObject({
      recipient_count: 1,
      sample: ['vip-lately@example.com'],
    });
  });

  // AU-6, SG-9
  test('is empty after the segment or the audience is deleted', async () => {
    await campaigns.addManyContacts(2);
    const segment = { key: 'all', name: 'All', audience_id: campaigns.audienceId };
    const { id: segment_id } = await campaigns.callOk('POST', '/v1/segments', segment);
    const [segmentedId, unsegmentedId] = [
      await campaigns.createDraft({ segment_id }),
      await campaigns.createDraft(),
    ];
    const recipientCounts = async () =>
      Promise.all(
        [segmentedId, unsegmentedId].map(async (id) => (await campaigns.getPreview(id)).recipient_count),
      );

    expect(await recipientCounts()).toEqual([2, 2]);
    await campaigns.callOk('DELETE', `/v1/segments/${segment_id}`);
    expect(await recipientCounts()).toEqual([0, 2]);
    await campaigns.callOk('DELETE', `/v1/audiences/${campaigns.audienceId}`);
    expect(await recipientCounts()).toEqual([0, 0]);
  });

  // CA-13
  test.each(['sending', 'paused', 'testing', 'sent', 'failed'])(
    'of a %s campaign shows its current recipients',
    async (status) => {
      await campaigns.addManyContacts(2);
      const id = await createCampaignIn(campaigns, status);
      await campaigns.addContacts(['new@example.com']);

      expect((await campaigns.getPreview(id)).recipient_count).toBe(3);
    },
  );

  // CA-15
  test('shows 20 addresses by default and 100 at most', async () => {
    const allAddresses = await campaigns.addManyContacts(101);
    const id = await campaigns.createDraft();

    for (const [query, size] of [
      ['', 20],
      ['?sample=1', 1],
      ['?sample=2.9', 2],
      ['?sample=100', 100],
      ['?sample=101', 100],
      ['?limit=3', 20],
      ...['0', '0.5', '-1', 'x', ''].map((sample) => [`?sample=${sample}`, 20] as const),
    ] as const) {
      const { sample, recipient_count } = await campaigns.getPreview(id, query);
      expect([query, sample.length, recipient_count]).toEqual([query, size, 101]);
      expect(new Set(sample).size).toBe(size);
      expect(allAddresses).toEqual(expect.arrayContaining(sample));
    }
  });

  const variants = [{ key: 'a' }, { key: 'b', subject: 'Fresh news' }];

  test.each([
    [0.8, 200, 100, true],
    [0.796, 199, 99, false],
    [1, 250, 125, true],
    [0.05, 13, 6, false],
  ])(
    'of a test with the sample share %d of 250 contacts has %d contacts in its sample, %d per variant, and can_send %p',
    async (sample_share, sample_size, per_variant, can_send) => {
      await campaigns.addManyContacts(250);
      const id = await campaigns.createDraft({ variants, ab_test: { sample_share } });

      const preview = await campaigns.getPreview(id);

      expect(preview).toMatchObject({
        recipient_count: 250,
        can_send,
        reason: can_send ? null : expect.stringContaining('100'),
        ab_test: { sample_size, per_variant, minimum_per_variant: 100 },
      });
    },
  );

  test('of a send-time test requires no sample', async () => {
    await campaigns.addManyContacts(3);

    const { can_send, reason } = await campaigns.getPreview(await createCampaignIn(campaigns, 'draft/timed'));

    expect({ can_send, reason }).toEqual({ can_send: true, reason: null });
  });

  // CA-16
  test('ignores reasons to pause a run, such as the plan and the domain', async () => {
    await campaigns.addManyContacts(2);
    const id = await campaigns.createDraft();
    const { id: domain } = campaigns.workspace.domains.marketing ?? {};
    await campaigns.callOk('DELETE', `/v1/domains/${domain}`);
    await campaigns.workspace.updateWorkspace({
      postal_address: null,
      suspended_reason: 'Complaints',
      payment_method_verified: false,
      plan: 'free',
      emails_used: 3_000,
    });

    expect(await campaigns.getPreview(id)).toMatchObject({
      recipient_count: 2,
      can_send: true,
      reason: null,
    });
  });

  /** The counts of sent emails and their outcomes, and the number of days since the emails were sent. */
  const reputations: [counts: Fields, daysAgo: number, canSend: boolean][] = [
    [{ sent: 999, bouncedPermanent: 999, complained: 999 }, 0, true],
    [{ sent: 1_000, bouncedPermanent: 49 }, 0, true],
    [{ sent: 1_000, bouncedPermanent: 50 }, 0, false],
    [{ sent: 1_000, complained: 2 }, 0, true],
    [{ sent: 1_000, complained: 3 }, 0, false],
    [{ sent: 1_000, bounced: 1_000 }, 0, true],
    [{ sent: 1_000, bouncedPermanent: 50 }, 29, false],
    [{ sent: 1_000, bouncedPermanent: 50 }, 30, true],
  ];

  // CA-17
  test.each(reputations)(
    'with the email counts %j from %d days ago has can_send %p',
    async (counts, daysAgo, canSend) => {
      const date = new Date((await readClockMs(service)) - daysAgo * dayMs).toISOString().slice(0, 10);
      await withTable((table) =>
        table.put({ ...keys.metrics(campaigns.workspace.workspaceId, date), ...counts }),
      );

      const { can_send, reason } = await campaigns.getPreview(await campaigns.createDraft());

      expect({ can_send, reason }).toEqual({
        can_send: canSend,
        reason: canSend ? null : expect.stringContaining('1000'),
      });
    },
  );
});

describe('the messages of a campaign', () => {
  let sentCampaigns: Campaigns;
  let id: string;
  let rows: ApiBody[];

  beforeAll(async () => {
    await service.control('PATCH', '/settings', { max_send_rate: 500 });
    sentCampaigns = await Campaigns.create(service);
    await sentCampaigns.addManyContacts(201);
    await sentCampaigns.workspace.suppress('gone@example.com');
    await sentCampaigns.addContacts(['gone@example.com']);
    id = await sentCampaigns.createAndSend();
    await service.control('PATCH', '/settings', { max_send_rate: null });
    rows = await sentCampaigns.listRecipients(id);
  });

  const list = (query = '') => sentCampaigns.callOk('GET', `/v1/broadcasts/${id}/recipients${query}`);

  // CA-41
  test('include one per recipient that was not skipped, sorted by id', () => {
    expect(rows.map(({ email }) => email).sort()).toEqual(numberedAddresses(201).sort());
    const ids = rows.map((row) => String(row.id));
    expect(ids).toEqual(ids.toSorted());
  });

  // E-61
  test('match the email log', async () => {
    const [row] = rows;

    expect(row).toEqual({
      id: anId,
      email: expect.stringMatching(/^person-\d+@example\.com$/),
      status: 'delivered',
      variant: null,
      sent_at: aTimestamp,
      opened_at: null,
      clicked_at: null,
    });
    const { to, status, sent_at, events } = await sentCampaigns.workspace.getEmail(row.id);
    expect({ to, status, sent_at }).toEqual({ to: [row.email], status: row.status, sent_at: row.sent_at });
    expect(events.map(({ type, broadcast_id, variant }: ApiBody) => [type, broadcast_id, variant])).toEqual([
      ['send', id, null],
      ['delivery', id, null],
    ]);
  });

  // CA-41
  test('have 200 rows per page, which is the default and the maximum', async () => {
    for (const [query, size] of [
      ['', 200],
      ['?limit=1', 1],
      ['?limit=2.9', 2],
      ['?limit=200', 200],
      ['?limit=201', 200],
      ...['0', '0.5', '-1', 'x', ''].map((limit) => [`?limit=${limit}`, 200] as const),
    ] as const) {
      const { data, has_more, next_cursor } = await list(query);
      expect([query, data]).toEqual([query, rows.slice(0, size)]);
      expect({ has_more, next_cursor }).toEqual({ has_more: true, next_cursor: rows[size - 1].id });
    }
  });

  test('continue after the message id in `cursor`, or in the alias `after` if there is no cursor', async () => {
    const [first, , third] = rows.map((row) => String(row.id));
    const rest = { object: 'list', data: rows.slice(3), has_more: false, next_cursor: null };

    expect(await list(`?cursor=${third}`)).toEqual(rest);
    expect(await list(`?after=${third}`)).toEqual(rest);
    expect(await list(`?after=${first}&cursor=${third}`)).toEqual(rest);
    expect(await list(`?cursor=${rows.at(-1)?.id}`)).toEqual(emptyList);
  });

  test.each(['cursor=x', 'after=x', 'cursor=%00', 'cursor=', 'cursor=x&after=y'])(
    'start with the first message if the position %s is invalid',
    async (query) => {
      expect((await list(`?${query}&limit=2`)).data).toEqual(rows.slice(0, 2));
    },
  );

  test('start with the first message if the cursor is invalid, even with a valid `after`', async () => {
    const third = rows[2].id;

    expect((await list(`?cursor=x&after=${third}&limit=2`)).data).toEqual(rows.slice(0, 2));
  });

  test('show the times of opens and clicks', async () => {
    const [, second] = rows;
    const mail = (await sentCampaigns.outbox()).find(({ message_id }) => message_id === second.id);
    if (!mail) throw new Error('No email was sent');

    await sentCampaigns.simulateEngagement([mail], 'open');
    await sentCampaigns.simulateEngagement([mail], 'click');

    const { data } = await list('?limit=2');
    expect(data[1]).toEqual({ ...second, opened_at: aTimestamp, clicked_at: aTimestamp });
  });

  test.each(['draft', 'scheduled', 'failed'])('are empty for a %s campaign', async (status) => {
    const unsent = await createCampaignIn(campaigns, status);

    expect(await campaigns.callOk('GET', `/v1/broadcasts/${unsent}/recipients`)).toEqual(emptyList);
    expect(await campaigns.callOk('GET', `/v1/broadcasts/${unsent}/links/clicked`)).toEqual(emptyList);
  });
});

describe('the clicked links', () => {
  const linkAt = (index: number) => ({
    url: `https://acme.test/${index}`,
    clicks: 1_000 - index,
    unique_clicks: 500 - index,
  });

  /** Creates a campaign with this many clicked links. */
  async function campaignWithLinks(count: number): Promise<string> {
    const id = await createCampaignIn(campaigns, 'sent');
    const links = Array.from({ length: count }, (_, index) => {
      const { url, clicks, unique_clicks: uniqueClicks } = linkAt(index);
      const key = keys.campaignLink(campaigns.workspace.workspaceId, id, String((index * 7) % 1_000));
      return { ...key, url, clicks, uniqueClicks };
    });
    await withTable((table) => table.putAll(links));
    return id;
  }

  // CA-42
  test.each([
    [1, 1, false],
    [99, 99, false],
    [100, 100, true],
    [101, 100, true],
  ])(
    'of a campaign with %d links are the %d most clicked, most clicked first, with has_more %p',
    async (count, shownCount, has_more) => {
      const id = await campaignWithLinks(count);

      expect(await campaigns.callOk('GET', `/v1/broadcasts/${id}/links/clicked?limit=5&cursor=x`)).toEqual({
        object: 'list',
        data: Array.from({ length: shownCount }, (_, index) => linkAt(index)),
        has_more,
        next_cursor: null,
      });
    },
  );
});

describe('a deleted or unscheduled campaign', () => {
  const deleteCampaign = (id: string) => campaigns.callOk('DELETE', `/v1/broadcasts/${id}`);

  // CA-12
  test('is not found, and its emails remain in the log', async () => {
    await campaigns.addManyContacts(2);
    const id = await campaigns.createAndSend();

    expect(await deleteCampaign(id)).toEqual({ id, deleted: true });

    for (const path of ['', '/preview', '/recipients', '/links/clicked'])
      expect(refusalOf(await campaigns.api('GET', `/v1/broadcasts/${id}${path}`))).toEqual({
        status: 404,
        type: 'not_found',
        message: 'No such campaign',
      });
    expect((await campaigns.api('DELETE', `/v1/broadcasts/${id}`)).status).toBe(404);
    expect(await campaigns.callOk('GET', '/v1/broadcasts')).toEqual(emptyList);
    const [firstEmail, ...rest] = await campaigns.workspace.listEmails();
    expect([firstEmail.status, rest.length]).toEqual(['delivered', 1]);
    expect((await campaigns.workspace.getEmail(firstEmail.id)).events[0].broadcast_id).toBe(id);
  });

  //
  test('leaves no records after six minutes', async () => {
    await campaigns.addManyContacts(2);
    const id = await campaigns.createAndSend();
    const messages = await campaigns.listRecipients(id);
    await deleteCampaign(id);
    await campaigns.waitUntilIdle(6 * minuteMs);
    // A recipient clicks after the deletion.
    await campaigns.simulateEngagement(await campaigns.outbox(), 'click');

    const { workspaceId } = campaigns.workspace;
    const leftovers = await withTable((table) =>
      Promise.all(
        [
          keys.campaign(workspaceId, id),
          keys.campaignContent(workspaceId, id),
          keys.campaignCounts(workspaceId, id),
          keys.campaignEngagement(workspaceId, id),
          keys.campaignLink(workspaceId, id, createHash('sha256').update(campaignLink).digest('hex')),
          keys.deletedCampaign(workspaceId, id),
          ...messages.map((message) => keys.recipient(workspaceId, id, message.id)),
        ].map((key) => table.get(key)),
      ),
    );
    expect(leftovers).toEqual(Array(8).fill(undefined));
    expect((await campaigns.workspace.listEmails()).map(({ clicked_at }) => clicked_at)).toEqual([
      aTimestamp,
      aTimestamp,
    ]);
  });

  const oneMinuteAhead = async () => new Date((await readClockMs(service)) + minuteMs).toISOString();

  test.each<[description: string, action: (id: string) => Promise<unknown>]>([
    ['deleted', deleteCampaign],
    ['returned to draft', (id) => campaigns.callOk('PATCH', `/v1/broadcasts/${id}`, { scheduled_at: null })],
  ])('that is %s before the scheduled time mails no recipient at that time', async (_description, action) => {
    await campaigns.addManyContacts(2);
    const id = await campaigns.createDraft();
    await campaigns.send(id, { scheduled_at: await oneMinuteAhead() });
    await action(id);

    await campaigns.advanceAndSettle(3 * minuteMs);

    expect(await campaigns.listMailedAddresses()).toEqual([]);
  });

  // CA-12
  test('that was paused mails no further recipient', async () => {
    await campaigns.addManyContacts(2);
    const id = await campaigns.createDraft();
    await campaigns.send(id, { scheduled_at: '2020-01-01T00:00:00Z' });
    await campaigns.workspace.updateWorkspace({ postal_address: null });
    await campaigns.waitUntilIdle();
    expect(await campaigns.getCampaign(id)).toMatchObject({
      status: 'paused',
      pause_reason: 'no_postal_address',
    });

    await deleteCampaign(id);
    await campaigns.workspace.updateWorkspace({ postal_address: '1 Lane' });
    await campaigns.advanceAndSettle(6 * minuteMs);

    expect(await campaigns.listMailedAddresses()).toEqual([]);
  });
});

describe('the topic of a campaign', () => {
  // TO-6
  test.each(['draft', 'scheduled', 'sending', 'paused', 'testing'])(
    'cannot be deleted while the campaign is %s',
    async (status) => {
      await campaigns.workspace.createTopic('offers');
      const id = await createCampaignIn(campaigns, status, {}, { topic_key: 'offers', name: 'Autumn' });
      const before = await campaigns.getCampaign(id);

      const response = await campaigns.api('DELETE', '/v1/topics/offers');

      const { message, ...refusal } = refusalOf(response);
      expect(refusal).toEqual({ status: 409, type: 'invalid_state' });
      expect(message).toContain('Autumn');
      expect(await campaigns.getCampaign(id)).toEqual(before);
    },
  );

  test.each(['sent', 'failed'])('can be deleted once the campaign is %s', async (status) => {
    await campaigns.workspace.createTopic('offers');
    await createCampaignIn(campaigns, status, {}, { topic_key: 'offers' });

    expect((await campaigns.api('DELETE', '/v1/topics/offers')).status).toBe(200);
  });
});
