import { createHash } from 'node:crypto';
import { keys } from '../../../shared/db/keys';
import { Campaigns, day, minute, theLink, type Body } from '../../support/campaigns/campaigns';
import { aCampaignIn } from '../../support/campaigns/statuses';
import { people } from '../../support/actor';
import { atOnce } from '../../support/at-once';
import { aTime, anId, emptyList } from '../../support/matchers';
import { clockMs } from '../../support/schedules';
import { ServiceTable } from '../../support/table';
import { theService } from '../../support/the-service';
import { refusalOf } from '../../support/arrange';
import { expectPages, expectPageSizes } from '../../support/promises';

type Fields = Record<string, unknown>;

/** What is read of campaigns and their mail, and how they are deleted: contract.md 4.14. */
const service = theService();
let campaigns: Campaigns;

beforeEach(async () => {
  campaigns = await Campaigns.start(service);
});

const inTable = <T>(work: (table: ServiceTable) => Promise<T>): Promise<T> =>
  ServiceTable.with(service, work);

const asRow = ({ html, ...row }: Body): Fields => {
  expect(html).toEqual(expect.any(String));
  return row;
};

const rowsOf = async (ids: readonly string[]) =>
  (await Promise.all(ids.map((id) => campaigns.read(id)))).map(asRow);

describe('the list of campaigns', () => {
  const list = (query = '') => campaigns.ok('GET', `/v1/broadcasts${query}`);

  test('of a workspace without any is empty', async () => {
    await (await Campaigns.start(service)).draft();

    expect(await list()).toEqual(emptyList);
  });

  test('has each as it is but for its HTML, with its progress and the results of its test, newest first', async () => {
    const statuses = ['draft', 'draft/timed', 'scheduled', 'sending', 'paused', 'testing', 'sent', 'failed'];
    const ids = await atOnce(1, statuses, async (status) => {
      await service.advance(1);
      return aCampaignIn(campaigns, status);
    });

    const { data, ...envelope } = await list();

    expect(envelope).toEqual({ object: 'list', has_more: false, next_cursor: null });
    expect(data).toEqual(await rowsOf(ids.toReversed()));
    const progress = data.map(({ status, progress: of }: Body) => [status, of?.pending ?? null]);
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

  test('goes on behind its cursor, and begins anew with one that cannot be read', async () => {
    const ids = await atOnce(1, people(5), async () => {
      await service.advance(1);
      return campaigns.draft();
    });

    await expectPages(list, await rowsOf(ids.toReversed()));
  });

  test('has 50 unless told, and 100 at most', async () => {
    await atOnce(10, people(101), () => campaigns.draft());

    await expectPageSizes(list);
  });
});

test.each([
  ['draft/timed', []],
  ['scheduled/timed', [0, 0]],
  ['testing', [100, 100]],
])('a test that is %s has results, once it is no draft', async (name, sent) => {
  const { ab_test } = await campaigns.read(await aCampaignIn(campaigns, name));

  const none = { unique_opens: 0, unique_clicks: 0, open_rate: 0, click_rate: 0 };
  expect(ab_test.results).toEqual(sent.map((count, at) => ({ key: 'ab'[at], sent: count, ...none })));
});

describe('the preview', () => {
  const countOf = async (fields: Fields = {}): Promise<number> =>
    (await campaigns.preview(await campaigns.draft(fields))).recipient_count;

  test('says whom a campaign would be for, without those who unsubscribed', async () => {
    const [one, two] = people(2);
    await campaigns.add([...people(2), { email: 'gone@example.com', status: 'unsubscribed' }]);
    const id = await campaigns.draft();

    const { sample, ...preview } = await campaigns.preview(id);

    expect(preview).toEqual({ id, recipient_count: 2, can_send: true, reason: null, ab_test: null });
    expect(sample.toSorted()).toEqual([one, two]);
  });

  test('of an audience without anybody is empty', async () => {
    const id = await campaigns.draft();

    expect(await campaigns.preview(id)).toMatchObject({ recipient_count: 0, sample: [], can_send: true });
  });

  test('keeps segment, windows and topic, all of them', async () => {
    const now = await clockMs(service);
    const daysAgo = (days: number) => new Date(now - days * day).toISOString();
    await campaigns.actor.topic('offers');
    await campaigns.actor.topic('rare', { default_subscribed: false });
    await campaigns.add([
      { email: 'vip-lately@example.com', tags: ['vip'], last_active_at: daysAgo(1) },
      { email: 'vip-once@example.com', tags: ['vip'], last_active_at: daysAgo(40) },
      { email: 'lately@example.com', last_active_at: daysAgo(1) },
      { email: 'vip-out@example.com', tags: ['vip'], last_active_at: daysAgo(1) },
    ]);
    await campaigns.actor.choose('vip-out@example.com', 'offers', false);
    await campaigns.actor.choose('vip-once@example.com', 'rare', true);
    const segment = { key: 'vip', name: 'VIP', audience_id: campaigns.audienceId, tags: ['vip'] };
    const { id: segment_id } = await campaigns.ok('POST', '/v1/segments', segment);
    const lately = { segment: { engaged_within_days: 30 } };

    expect(await countOf()).toBe(4);
    expect(await countOf({ segment_id })).toBe(3);
    expect(await countOf(lately)).toBe(3);
    expect(await countOf({ segment_id, ...lately })).toBe(2);
    expect(await countOf({ topic_key: 'offers' })).toBe(3);
    expect(await countOf({ topic_key: 'rare' })).toBe(1);
    const id = await campaigns.draft({ segment_id, ...lately, topic_key: 'offers' });
    expect(await campaigns.preview(id)).toMatchObject({
      recipient_count: 1,
      sample: ['vip-lately@example.com'],
    });
  });

  test('is nobody once the segment or the audience is deleted', async () => {
    await campaigns.addMany(2);
    const segment = { key: 'all', name: 'All', audience_id: campaigns.audienceId };
    const { id: segment_id } = await campaigns.ok('POST', '/v1/segments', segment);
    const [filtered, plain] = [await campaigns.draft({ segment_id }), await campaigns.draft()];
    const countsNow = async () =>
      Promise.all([filtered, plain].map(async (id) => (await campaigns.preview(id)).recipient_count));

    expect(await countsNow()).toEqual([2, 2]);
    await campaigns.ok('DELETE', `/v1/segments/${segment_id}`);
    expect(await countsNow()).toEqual([0, 2]);
    await campaigns.ok('DELETE', `/v1/audiences/${campaigns.audienceId}`);
    expect(await countsNow()).toEqual([0, 0]);
  });

  test.each(['sending', 'paused', 'testing', 'sent', 'failed'])(
    'of one that is %s is whom it would be for today',
    async (status) => {
      await campaigns.addMany(2);
      const id = await aCampaignIn(campaigns, status);
      await campaigns.add(['new@example.com']);

      expect((await campaigns.preview(id)).recipient_count).toBe(3);
    },
  );

  test('shows 20 addresses unless told, and 100 at most', async () => {
    const everybody = await campaigns.addMany(101);
    const id = await campaigns.draft();

    for (const [query, size] of [
      ['', 20],
      ['?sample=1', 1],
      ['?sample=2.9', 2],
      ['?sample=100', 100],
      ['?sample=101', 100],
      ['?limit=3', 20],
      ...['0', '0.5', '-1', 'x', ''].map((sample) => [`?sample=${sample}`, 20] as const),
    ] as const) {
      const { sample, recipient_count } = await campaigns.preview(id, query);
      expect([query, sample.length, recipient_count]).toEqual([query, size, 101]);
      expect(new Set(sample).size).toBe(size);
      expect(everybody).toEqual(expect.arrayContaining(sample));
    }
  });

  const variants = [{ key: 'a' }, { key: 'b', subject: 'Fresh news' }];

  test.each([
    [0.8, 200, 100, true],
    [0.796, 199, 99, false],
    [1, 250, 125, true],
    [0.05, 13, 6, false],
  ])(
    'of a test with %d of 250 people has %d in its sample, %d for each variant: %p',
    async (sample_share, sample_size, per_variant, can_send) => {
      await campaigns.addMany(250);
      const id = await campaigns.draft({ variants, ab_test: { sample_share } });

      const preview = await campaigns.preview(id);

      expect(preview).toMatchObject({
        recipient_count: 250,
        can_send,
        reason: can_send ? null : expect.stringContaining('100'),
        ab_test: { sample_size, per_variant, minimum_per_variant: 100 },
      });
    },
  );

  test('of a test of the time of sending asks for no sample', async () => {
    await campaigns.addMany(3);

    const { can_send, reason } = await campaigns.preview(await aCampaignIn(campaigns, 'draft/timed'));

    expect({ can_send, reason }).toEqual({ can_send: true, reason: null });
  });

  test('looks neither at the plan, the domain nor what else stops a run', async () => {
    await campaigns.addMany(2);
    const id = await campaigns.draft();
    const { id: domain } = campaigns.actor.domains.marketing ?? {};
    await campaigns.ok('DELETE', `/v1/domains/${domain}`);
    await campaigns.actor.set({
      postal_address: null,
      suspended_reason: 'Complaints',
      payment_method_verified: false,
      plan: 'free',
      emails_used: 3_000,
    });

    expect(await campaigns.preview(id)).toMatchObject({
      recipient_count: 2,
      can_send: true,
      reason: null,
    });
  });

  /** So much of the workspace's mail was sent so many days ago, and came to this. */
  const reputations: [counts: Fields, daysAgo: number, open: boolean][] = [
    [{ sent: 999, bouncedPermanent: 999, complained: 999 }, 0, true],
    [{ sent: 1_000, bouncedPermanent: 49 }, 0, true],
    [{ sent: 1_000, bouncedPermanent: 50 }, 0, false],
    [{ sent: 1_000, complained: 2 }, 0, true],
    [{ sent: 1_000, complained: 3 }, 0, false],
    [{ sent: 1_000, bounced: 1_000 }, 0, true],
    [{ sent: 1_000, bouncedPermanent: 50 }, 29, false],
    [{ sent: 1_000, bouncedPermanent: 50 }, 30, true],
  ];

  test.each(reputations)('%j of %d days ago lets campaigns go: %p', async (counts, daysAgo, open) => {
    const date = new Date((await clockMs(service)) - daysAgo * day).toISOString().slice(0, 10);
    await inTable((table) => table.put({ ...keys.metrics(campaigns.actor.workspaceId, date), ...counts }));

    const { can_send, reason } = await campaigns.preview(await campaigns.draft());

    expect({ can_send, reason }).toEqual({
      can_send: open,
      reason: open ? null : expect.stringContaining('1000'),
    });
  });
});

describe('the messages that a campaign made', () => {
  let mailed: Campaigns;
  let id: string;
  let rows: Body[];

  beforeAll(async () => {
    await service.control('PATCH', '/settings', { max_send_rate: 500 });
    mailed = await Campaigns.start(service);
    await mailed.addMany(201);
    await mailed.actor.suppress('gone@example.com');
    await mailed.add(['gone@example.com']);
    id = await mailed.sent();
    await service.control('PATCH', '/settings', { max_send_rate: null });
    rows = await mailed.recipients(id);
  });

  const list = (query = '') => mailed.ok('GET', `/v1/broadcasts/${id}/recipients${query}`);

  test('are one for each recipient but those who were skipped, by their ids', () => {
    expect(rows.map(({ email }) => email).sort()).toEqual(people(201).sort());
    const ids = rows.map((row) => String(row.id));
    expect(ids).toEqual(ids.toSorted());
  });

  test('are what the log has', async () => {
    const [row] = rows;

    expect(row).toEqual({
      id: anId,
      email: expect.stringMatching(/^person-\d+@example\.com$/),
      status: 'delivered',
      variant: null,
      sent_at: aTime,
      opened_at: null,
      clicked_at: null,
    });
    const { to, status, sent_at, events } = await mailed.actor.read(row.id);
    expect({ to, status, sent_at }).toEqual({ to: [row.email], status: row.status, sent_at: row.sent_at });
    expect(events.map(({ type, broadcast_id, variant }: Body) => [type, broadcast_id, variant])).toEqual([
      ['send', id, null],
      ['delivery', id, null],
    ]);
  });

  test('have 200 on a page at most, and unless told', async () => {
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

  test('go on after the id of a message; `after` says the same, where there is no cursor', async () => {
    const [first, , third] = rows.map((row) => String(row.id));
    const rest = { object: 'list', data: rows.slice(3), has_more: false, next_cursor: null };

    expect(await list(`?cursor=${third}`)).toEqual(rest);
    expect(await list(`?after=${third}`)).toEqual(rest);
    expect(await list(`?after=${first}&cursor=${third}`)).toEqual(rest);
    expect(await list(`?cursor=${rows.at(-1)?.id}`)).toEqual(emptyList);
  });

  test.each(['cursor=x', 'after=x', 'cursor=%00', 'cursor=', 'cursor=x&after=y'])(
    'begin anew where the position cannot be read: %s',
    async (query) => {
      expect((await list(`?${query}&limit=2`)).data).toEqual(rows.slice(0, 2));
    },
  );

  test('begin anew where the cursor cannot be read, whatever its alias says', async () => {
    const third = rows[2].id;

    expect((await list(`?cursor=x&after=${third}&limit=2`)).data).toEqual(rows.slice(0, 2));
  });

  test('say when they were opened and clicked', async () => {
    const [, second] = rows;
    const mail = (await mailed.outbox()).find(({ message_id }) => message_id === second.id);
    if (!mail) throw new Error('Nobody was mailed');

    await mailed.react([mail], 'open');
    await mailed.react([mail], 'click');

    const { data } = await list('?limit=2');
    expect(data[1]).toEqual({ ...second, opened_at: aTime, clicked_at: aTime });
  });

  test.each(['draft', 'scheduled', 'failed'])('are none of one that is %s', async (status) => {
    const unsent = await aCampaignIn(campaigns, status);

    expect(await campaigns.ok('GET', `/v1/broadcasts/${unsent}/recipients`)).toEqual(emptyList);
    expect(await campaigns.ok('GET', `/v1/broadcasts/${unsent}/links/clicked`)).toEqual(emptyList);
  });
});

describe('the links that were clicked', () => {
  const linkAt = (at: number) => ({
    url: `https://acme.test/${at}`,
    clicks: 1_000 - at,
    unique_clicks: 500 - at,
  });

  /** A campaign with so many of them. */
  async function withLinks(count: number): Promise<string> {
    const id = await aCampaignIn(campaigns, 'sent');
    const links = Array.from({ length: count }, (_, at) => {
      const { url, clicks, unique_clicks: uniqueClicks } = linkAt(at);
      const key = keys.campaignLink(campaigns.actor.workspaceId, id, String((at * 7) % 1_000));
      return { ...key, url, clicks, uniqueClicks };
    });
    await inTable((table) => table.putAll(links));
    return id;
  }

  test.each([
    [1, 1, false],
    [99, 99, false],
    [100, 100, true],
    [101, 100, true],
  ])('of %d are %d, the most clicked first; there may be more: %p', async (count, shown, has_more) => {
    const id = await withLinks(count);

    expect(await campaigns.ok('GET', `/v1/broadcasts/${id}/links/clicked?limit=5&cursor=x`)).toEqual({
      object: 'list',
      data: Array.from({ length: shown }, (_, at) => linkAt(at)),
      has_more,
      next_cursor: null,
    });
  });
});

describe('a campaign that was deleted', () => {
  const remove = (id: string) => campaigns.ok('DELETE', `/v1/broadcasts/${id}`);

  test('is gone for everybody who asks; its mail stays in the log', async () => {
    await campaigns.addMany(2);
    const id = await campaigns.sent();

    expect(await remove(id)).toEqual({ id, deleted: true });

    for (const path of ['', '/preview', '/recipients', '/links/clicked'])
      expect(refusalOf(await campaigns.api('GET', `/v1/broadcasts/${id}${path}`))).toEqual({
        status: 404,
        type: 'not_found',
        message: 'No such campaign',
      });
    expect((await campaigns.api('DELETE', `/v1/broadcasts/${id}`)).status).toBe(404);
    expect(await campaigns.ok('GET', '/v1/broadcasts')).toEqual(emptyList);
    const [one, ...others] = await campaigns.actor.log();
    expect([one.status, others.length]).toEqual(['delivered', 1]);
    expect((await campaigns.actor.read(one.id)).events[0].broadcast_id).toBe(id);
  });

  test('leaves nothing behind a while later', async () => {
    await campaigns.addMany(2);
    const id = await campaigns.sent();
    const messages = await campaigns.recipients(id);
    await remove(id);
    await campaigns.untilIdle(6 * minute);
    // Somebody reads it all the same.
    await campaigns.react(await campaigns.outbox(), 'click');

    const { workspaceId } = campaigns.actor;
    const left = await inTable((table) =>
      Promise.all(
        [
          keys.campaign(workspaceId, id),
          keys.campaignContent(workspaceId, id),
          keys.campaignFigures(workspaceId, id),
          keys.campaignReactions(workspaceId, id),
          keys.campaignLink(workspaceId, id, createHash('sha256').update(theLink).digest('hex')),
          keys.deletedCampaign(workspaceId, id),
          ...messages.map((message) => keys.recipient(workspaceId, id, message.id)),
        ].map((key) => table.get(key)),
      ),
    );
    expect(left).toEqual(Array(8).fill(undefined));
    expect((await campaigns.actor.log()).map(({ clicked_at }) => clicked_at)).toEqual([aTime, aTime]);
  });

  const inAMinute = async () => new Date((await clockMs(service)) + minute).toISOString();

  test.each<[what: string, does: (id: string) => Promise<unknown>]>([
    ['deleted', remove],
    ['made a draft again', (id) => campaigns.ok('PATCH', `/v1/broadcasts/${id}`, { scheduled_at: null })],
  ])('or one that was %s while it was scheduled mails nobody at its time', async (_what, does) => {
    await campaigns.addMany(2);
    const id = await campaigns.draft();
    await campaigns.send(id, { scheduled_at: await inAMinute() });
    await does(id);

    await campaigns.pass(3 * minute);

    expect(await campaigns.mailed()).toEqual([]);
  });

  test('while it was paused mails nobody any more', async () => {
    await campaigns.addMany(2);
    const id = await campaigns.draft();
    await campaigns.send(id, { scheduled_at: '2020-01-01T00:00:00Z' });
    await campaigns.actor.set({ postal_address: null });
    await campaigns.untilIdle();
    expect(await campaigns.read(id)).toMatchObject({ status: 'paused', pause_reason: 'no_postal_address' });

    await remove(id);
    await campaigns.actor.set({ postal_address: '1 Lane' });
    await campaigns.pass(6 * minute);

    expect(await campaigns.mailed()).toEqual([]);
  });
});

describe('the topic of a campaign', () => {
  test.each(['draft', 'scheduled', 'sending', 'paused', 'testing'])(
    'cannot be deleted while the campaign is %s',
    async (status) => {
      await campaigns.actor.topic('offers');
      const id = await aCampaignIn(campaigns, status, {}, { topic_key: 'offers', name: 'Autumn' });
      const before = await campaigns.read(id);

      const answer = await campaigns.api('DELETE', '/v1/topics/offers');

      const { message, ...refusal } = refusalOf(answer);
      expect(refusal).toEqual({ status: 409, type: 'invalid_state' });
      expect(message).toContain('Autumn');
      expect(await campaigns.read(id)).toEqual(before);
    },
  );

  test.each(['sent', 'failed'])('can be deleted once the campaign is %s', async (status) => {
    await campaigns.actor.topic('offers');
    await aCampaignIn(campaigns, status, {}, { topic_key: 'offers' });

    expect((await campaigns.api('DELETE', '/v1/topics/offers')).status).toBe(200);
  });
});
