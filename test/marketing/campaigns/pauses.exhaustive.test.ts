import { keys } from '../../../shared/db/keys';
import { ServiceTable } from '../../support/table';
import { theService } from '../../support/the-service';
import { aTime } from '../../support/matchers';
import { Campaigns, day, minute } from '../../support/campaigns/campaigns';

/** What stops a run, and how it goes on: contract.md 4.14, D49, D52 to D54. */
const service = theService({ travels: true });
let campaigns: Campaigns;

beforeEach(async () => {
  await service.control('PATCH', '/settings', { max_send_rate: 500 });
  campaigns = await Campaigns.start(service);
});

afterEach(async () => {
  await service.control('DELETE', '/faults');
  await service.control('PATCH', '/settings', { max_24_hour_send: null });
});

const handOver = (fault: Record<string, unknown>) =>
  service.control('POST', '/faults', {
    service: 'sesv2',
    operation: 'SendEmail',
    function: 'sendSlices',
    ...fault,
  });

/** What the first slices of a campaign do. */
async function slicesOf(id: string, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, at) => `first#${String(at + 1).padStart(8, '0')}`);
  const found = await ServiceTable.with(service, (table) =>
    Promise.all(ids.map((slice) => table.get(keys.slice(campaigns.actor.workspaceId, id, slice)))),
  );
  return found.map((slice) => (slice ? (slice['dueKey'] === undefined ? 'rests' : 'due') : 'gone'));
}

describe('a run pauses', () => {
  test('on the allowance of a warming-up domain, and goes on by itself when it renews', async () => {
    campaigns = await Campaigns.start(service, { warmup: true });
    const people = await campaigns.addMany(230);
    const id = await campaigns.sent();

    const paused = await campaigns.read(id);
    expect(paused).toMatchObject({
      status: 'paused',
      pause_reason: 'warmup',
      resume_after: expect.stringMatching(/T00:00:00\.000Z$/),
      progress: { pending: expect.any(Number), failed: 0, skipped: 0 },
    });
    expect(await campaigns.mailed()).toHaveLength(200);
    expect(await campaigns.act(id, 'resume')).toMatchObject({
      status: 409,
      body: { error: { type: 'invalid_state', message: expect.stringContaining(paused.resume_after) } },
    });

    await campaigns.pass(day);
    await campaigns.untilIdle();
    expect(await campaigns.read(id)).toMatchObject({
      status: 'sent',
      pause_reason: null,
      resume_after: null,
    });
    expect(await campaigns.mailed()).toEqual([...people].sort());
  });

  test('and takes nothing of the account’s rate until its domain’s next day', async () => {
    await service.control('PATCH', '/settings', { max_send_rate: 14 });
    campaigns = await Campaigns.start(service, { warmup: true });
    await campaigns.addMany(500);
    const id = await campaigns.draft();
    await campaigns.send(id);
    await campaigns.untilIdle(25_000);

    expect(await campaigns.read(id)).toMatchObject({ status: 'paused', pause_reason: 'warmup' });
    // The first two have used the day up.
    expect((await slicesOf(id, 5)).slice(2)).toEqual(['rests', 'rests', 'rests']);
  });

  test.each([
    ['after it handed a mail over', { service: 'sesv2', operation: 'SendEmail', skip: 60 }],
    ['after it took of the day', { service: 'dynamodb', operation: 'TransactWriteItems', skip: 2 }],
  ])('also when a function dies %s: what it took of the day is used', async (_when, fault) => {
    campaigns = await Campaigns.start(service, { warmup: true });
    await campaigns.addMany(450);
    const id = await campaigns.draft();
    await service.control('POST', '/faults', {
      ...fault,
      function: 'sendSlices',
      crash: 'after',
      times: 1,
    });
    await campaigns.send(id);
    await campaigns.untilIdle(10 * minute);
    await campaigns.untilIdle(12 * minute);

    expect(await campaigns.read(id)).toMatchObject({
      status: 'paused',
      pause_reason: 'warmup',
      progress: { pending: 250, sent: 200 },
    });
    expect(await campaigns.mailed()).toHaveLength(200);
    expect(await campaigns.actor.used()).toBe(200);
  });

  test('as `interrupted` when it cannot read whom to mail, again and again; then everybody gets it', async () => {
    const people = await campaigns.addMany(5);
    const id = await campaigns.draft();
    await service.control('POST', '/faults', {
      service: 'dynamodb',
      operation: 'BatchGetItem',
      function: 'sendSlices',
      error: 'AccessDeniedException',
      times: 100,
    });
    await campaigns.send(id);
    const seen = new Set<string>();
    for (let tries = 0; tries < 20 && !seen.has('paused interrupted'); tries += 1) {
      await campaigns.pass(minute);
      const { status, pause_reason } = await campaigns.read(id);
      seen.add(`${status} ${pause_reason}`);
    }

    expect([...seen]).toEqual(['sending null', 'paused interrupted']);
    await service.control('DELETE', '/faults');
    await campaigns.untilIdle(6 * minute);
    expect(await campaigns.read(id)).toMatchObject({ status: 'sent' });
    expect(await campaigns.mailed()).toEqual([...people].sort());
  });

  test('on the day of the account: an early resume mails nobody, and it goes on when the day is over', async () => {
    const people = await campaigns.addMany(12);
    await campaigns.pass(day);
    await service.control('PATCH', '/settings', { max_24_hour_send: 5 });
    await campaigns.pass(6 * minute);
    const id = await campaigns.sent();

    expect(await campaigns.read(id)).toMatchObject({ status: 'paused', pause_reason: 'quota' });
    const before = (await campaigns.mailed()).length;
    expect(before).toBeLessThanOrEqual(5);
    expect((await campaigns.act(id, 'resume')).status).toBe(202);
    await campaigns.untilIdle();
    expect(await campaigns.read(id)).toMatchObject({ status: 'paused', pause_reason: 'quota' });
    expect(await campaigns.mailed()).toHaveLength(before);

    await service.control('PATCH', '/settings', { max_24_hour_send: null });
    await campaigns.pass(20 * minute);
    await campaigns.untilIdle();
    expect(await campaigns.read(id)).toMatchObject({ status: 'sent' });
    expect(await campaigns.mailed()).toEqual([...people].sort());
  });

  test.each([
    ['throttled', 'TooManyRequestsException'],
    ['interrupted', 'SendingPausedException'],
  ])('as `%s` when the provider answers %s, and goes on a little later', async (reason, error) => {
    const people = await campaigns.addMany(40);
    const id = await campaigns.draft();
    await handOver({ error, skip: 10, times: 200 });
    await campaigns.send(id);
    await campaigns.untilIdle(20_000);

    expect(await campaigns.read(id)).toMatchObject({ status: 'paused', pause_reason: reason });
    await service.control('DELETE', '/faults');
    await campaigns.untilIdle();

    expect(await campaigns.read(id)).toMatchObject({ status: 'sent' });
    expect(await campaigns.mailed()).toEqual([...people].sort());
  });

  test('as `interrupted` when the provider wants nobody’s mail: a domain that it turned away loses nobody', async () => {
    const people = await campaigns.addMany(40);
    const id = await campaigns.draft();
    await handOver({ error: 'MessageRejected', times: 1_000 });
    await campaigns.send(id);
    await campaigns.untilIdle(30_000);

    expect(await campaigns.read(id)).toMatchObject({
      status: 'paused',
      pause_reason: 'interrupted',
      progress: { pending: 40, failed: 0 },
    });
    expect(await campaigns.actor.used()).toBe(0);
    await service.control('DELETE', '/faults');
    await campaigns.untilIdle(11 * minute);
    await campaigns.untilIdle();

    expect(await campaigns.read(id)).toMatchObject({ status: 'sent' });
    expect(await campaigns.mailed()).toEqual([...people].sort());
  });

  test('and is given up for the people of a slice whom the provider did not want three times', async () => {
    await campaigns.addMany(6);
    const id = await campaigns.draft();
    await handOver({ error: 'MessageRejected', times: 1_000 });
    await campaigns.send(id);
    for (let tries = 0; tries < 3; tries += 1) await campaigns.untilIdle(11 * minute);

    expect(await campaigns.read(id)).toMatchObject({ status: 'sent' });
    expect(await campaigns.tally(id, (row) => row.status)).toEqual({ failed: 6 });
  });

  test('as `interrupted` while the provider answers nobody, and goes on ten minutes later', async () => {
    const people = await campaigns.addMany(40);
    const id = await campaigns.draft();
    await handOver({ error: 'InternalServiceErrorException', times: 1_000 });
    await campaigns.send(id);
    await campaigns.untilIdle(30_000);

    expect(await campaigns.read(id)).toMatchObject({ status: 'paused', pause_reason: 'interrupted' });
    await service.control('DELETE', '/faults');
    await campaigns.untilIdle(11 * minute);
    await campaigns.untilIdle();

    expect(await campaigns.read(id)).toMatchObject({ status: 'sent' });
    expect(await campaigns.mailed()).toEqual([...people].sort());
  });

  test.each([
    ['no_postal_address', { postal_address: null }, { postal_address: '1 Lane' }],
    ['workspace_suspended', { suspended_reason: 'Complaints' }, { suspended_reason: null }],
  ])('on %s: a resume is refused, and it goes on once that is mended', async (reason, broken, mended) => {
    const people = await campaigns.addMany(5);
    const id = await campaigns.draft();
    await campaigns.send(id, { scheduled_at: '2020-01-01T00:00:00Z' });
    await campaigns.actor.set(broken);
    await campaigns.untilIdle();

    expect(await campaigns.read(id)).toMatchObject({ status: 'paused', pause_reason: reason });
    expect(await campaigns.act(id, 'resume')).toMatchObject({
      status: 422,
      body: { error: { type: reason } },
    });
    expect(await campaigns.mailed()).toEqual([]);
    await campaigns.actor.set(mended);
    await campaigns.pass(6 * minute);
    await campaigns.untilIdle();

    expect(await campaigns.read(id)).toMatchObject({ status: 'sent' });
    expect(await campaigns.mailed()).toEqual([...people].sort());
  });
});

describe('a run ends `failed`', () => {
  const failure = (reason: string) => ({
    status: 'failed',
    failure_reason: expect.stringContaining(reason),
    finished_at: aTime,
    progress: null,
  });

  test.each([
    ['its plan does not have the recipients', { plan: 'free', emails_used: 2_999 }, '2999 are used'],
    ['its subscription is unpaid', { billing_past_due: true }, 'unpaid'],
    ['its budget does not have them', { plan: 'paid', budget_cents: 0 }, 'budget'],
  ])('when %s', async (_why, settings, reason) => {
    await campaigns.addMany(2);
    await campaigns.actor.set(settings);
    const id = await campaigns.sent();

    expect(await campaigns.read(id)).toMatchObject(failure(reason));
    expect(await campaigns.mailed()).toEqual([]);
  });

  test('when its domain is gone', async () => {
    await campaigns.addMany(2);
    const id = await campaigns.draft();
    await campaigns.ok('DELETE', `/v1/domains/${campaigns.actor.domains.marketing?.id}`);
    await campaigns.send(id);
    await campaigns.untilIdle();

    expect(await campaigns.read(id)).toMatchObject(failure('no verified marketing domain'));
  });

  test('when its topic is gone by the time at which it starts', async () => {
    await campaigns.addMany(2);
    await campaigns.actor.topic('offers', { name: 'Offers' });
    const id = await campaigns.draft({ topic_key: 'offers' });
    // A deletion that looked for campaigns a moment before this one was made.
    const key = keys.topic(campaigns.actor.workspaceId, 'offers');
    await ServiceTable.with(service, (table) => table.remove(key));
    await campaigns.send(id);
    await campaigns.untilIdle();

    expect(await campaigns.read(id)).toMatchObject(failure('The topic offers was deleted'));
  });

  test('when too much of the workspace’s mail bounced, as the preview says', async () => {
    await campaigns.actor.set({ campaign_gate: { sent_min: 2, bounce_share_max: 0.5 } });
    await campaigns.add(['bounce@simulator.amazonses.com', 'success@simulator.amazonses.com']);
    expect(await campaigns.read(await campaigns.sent())).toMatchObject({ status: 'sent' });

    const id = await campaigns.draft();
    const { can_send, reason } = await campaigns.preview(id);
    await campaigns.send(id);
    await campaigns.untilIdle();

    expect({ can_send, reason }).toEqual({
      can_send: false,
      reason: expect.stringContaining('1 of 2 in the last 30 days'),
    });
    expect(await campaigns.read(id)).toMatchObject(failure(reason));
  });
});

describe('somebody', () => {
  test('who is suppressed, opted out or cannot receive mail by their turn is skipped, without a message', async () => {
    const { actor } = campaigns;
    await actor.topic('offers', { name: 'Offers' });
    await campaigns.add(['kim@example.com', 'gone@example.com', 'out@example.com', 'lee@dead.invalid']);
    const id = await campaigns.draft({ topic_key: 'offers' });
    await campaigns.send(id, { scheduled_at: new Date(Date.now() + 3_650 * day).toISOString() });
    await actor.suppress('gone@example.com', { reason: 'manual' });
    await actor.choose('out@example.com', 'offers', false);
    expect((await campaigns.preview(id)).recipient_count).toBe(3);
    await campaigns.send(id);
    await campaigns.untilIdle();

    expect(await campaigns.read(id)).toMatchObject({ status: 'sent' });
    expect((await campaigns.recipients(id)).map(({ email }) => email)).toEqual(['kim@example.com']);
  });

  test('who unsubscribes while it is paused is skipped too, and leaves no message', async () => {
    const [kim = '', ...others] = await campaigns.addMany(4);
    const id = await campaigns.draft();
    await handOver({ error: 'TooManyRequestsException', times: 1_000 });
    await campaigns.send(id);
    await campaigns.untilIdle(5_000);
    expect(await campaigns.read(id)).toMatchObject({ status: 'paused', pause_reason: 'throttled' });
    await campaigns.actor.unsubscribe(kim);
    await service.control('DELETE', '/faults');
    await campaigns.untilIdle();

    expect(await campaigns.read(id)).toMatchObject({ status: 'sent' });
    expect(await campaigns.mailed()).toEqual(others.sort());
    expect(await campaigns.recipients(id)).toHaveLength(3);
    expect((await campaigns.actor.log()).map(({ status }) => status)).toEqual(Array(3).fill('delivered'));
  });

  test('whose contact was deleted gets it, with the address alone filled in', async () => {
    await campaigns.add([{ email: 'kim@example.com', first_name: 'Kim', attributes: { plan: 'Pro' } }]);
    const id = await campaigns.draft({
      subject: '{{email}} {{first_name}} {{plan}} {{nothing}}!',
    });
    await handOver({ error: 'TooManyRequestsException', times: 4 });
    await campaigns.send(id);
    await campaigns.service.settle();
    const { data } = await campaigns.ok('GET', '/v1/contacts?email=kim@example.com');
    await campaigns.ok('DELETE', `/v1/contacts/${data[0].id}`);
    await campaigns.untilIdle();

    expect(await campaigns.read(id)).toMatchObject({ status: 'sent' });
    expect((await campaigns.actor.log()).map(({ subject }) => subject)).toEqual(['kim@example.com   !']);
  });

  test('nobody on the audience: it ends `sent`, nobody mailed', async () => {
    const id = await campaigns.sent();

    expect(await campaigns.read(id)).toMatchObject({ status: 'sent', failure_reason: null });
  });
});
