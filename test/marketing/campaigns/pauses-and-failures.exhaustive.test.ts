import { keys } from '../../../shared/db/keys';
import { ServiceTable } from '../../support/table';
import { useService } from '../../support/use-service';
import { aTimestamp } from '../../support/matchers';
import { Campaigns, dayMs, minuteMs } from '../../support/campaigns/campaigns';

/** The reasons for which a run stops, and how the run resumes (CA-17, CA-24, CA-25, CA-28 to CA-32). */
const service = useService({ timeTravels: true });
let campaigns: Campaigns;

beforeEach(async () => {
  await service.control('PATCH', '/settings', { max_send_rate: 500 });
  campaigns = await Campaigns.create(service);
});

afterEach(async () => {
  await service.control('DELETE', '/faults');
  await service.control('PATCH', '/settings', { max_24_hour_send: null });
});

const injectSesFault = (fault: Record<string, unknown>) =>
  service.control('POST', '/faults', {
    service: 'sesv2',
    operation: 'SendEmail',
    function: 'sendSlices',
    ...fault,
  });

/** Returns the states of the campaign's first slices. */
async function sliceStates(id: string, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, index) => `first#${String(index + 1).padStart(8, '0')}`);
  const slices = await ServiceTable.with(service, (table) =>
    Promise.all(ids.map((sliceId) => table.get(keys.slice(campaigns.workspace.workspaceId, id, sliceId)))),
  );
  return slices.map((sliceId) => (sliceId ? (sliceId['dueKey'] === undefined ? 'rests' : 'due') : 'gone'));
}

describe('a run pauses', () => {
  // CA-30, CA-31
  test('at the warm-up allowance of the domain and resumes automatically when the allowance renews', async () => {
    campaigns = await Campaigns.create(service, { warmup: true });
    const addresses = await campaigns.addManyContacts(230);
    const id = await campaigns.createAndSend();

    const paused = await campaigns.getCampaign(id);
    expect(paused).toMatchObject({
      status: 'paused',
      pause_reason: 'warmup',
      resume_after: expect.stringMatching(/T00:00:00\.000Z$/),
      progress: { pending: expect.any(Number), failed: 0, skipped: 0 },
    });
    expect(await campaigns.listMailedAddresses()).toHaveLength(200);
    expect(await campaigns.callAction(id, 'resume')).toMatchObject({
      status: 409,
      body: { error: { type: 'invalid_state', message: expect.stringContaining(paused.resume_after) } },
    });

    await campaigns.advanceAndSettle(dayMs);
    await campaigns.waitUntilIdle();
    expect(await campaigns.getCampaign(id)).toMatchObject({
      status: 'sent',
      pause_reason: null,
      resume_after: null,
    });
    expect(await campaigns.listMailedAddresses()).toEqual([...addresses].sort());
  });

  test('for warm-up and uses none of the account’s send rate until the next day of the warm-up', async () => {
    await service.control('PATCH', '/settings', { max_send_rate: 14 });
    campaigns = await Campaigns.create(service, { warmup: true });
    await campaigns.addManyContacts(500);
    const id = await campaigns.createDraft();
    await campaigns.send(id);
    await campaigns.waitUntilIdle(25_000);

    expect(await campaigns.getCampaign(id)).toMatchObject({ status: 'paused', pause_reason: 'warmup' });
    // The first two slices have used the day's allowance.
    expect((await sliceStates(id, 5)).slice(2)).toEqual(['rests', 'rests', 'rests']);
  });

  test.each([
    ['after it submitted an email', { service: 'sesv2', operation: 'SendEmail', skip: 60 }],
    [
      'after it reserved warm-up allowance',
      { service: 'dynamodb', operation: 'TransactWriteItems', skip: 2 },
    ],
  ])(
    'for warm-up only after it uses the full allowance, even if a function dies %s',
    async (_crashPoint, fault) => {
      campaigns = await Campaigns.create(service, { warmup: true });
      await campaigns.addManyContacts(450);
      const id = await campaigns.createDraft();
      await service.control('POST', '/faults', {
        ...fault,
        function: 'sendSlices',
        crash: 'after',
        times: 1,
      });
      await campaigns.send(id);
      await campaigns.waitUntilIdle(10 * minuteMs);
      await campaigns.waitUntilIdle(12 * minuteMs);

      expect(await campaigns.getCampaign(id)).toMatchObject({
        status: 'paused',
        pause_reason: 'warmup',
        progress: { pending: 250, sent: 200 },
      });
      expect(await campaigns.listMailedAddresses()).toHaveLength(200);
      expect(await campaigns.workspace.getEmailsUsed()).toBe(200);
    },
  );

  test('as `interrupted` when it repeatedly fails to read its recipients, and later mails every recipient', async () => {
    const addresses = await campaigns.addManyContacts(5);
    const id = await campaigns.createDraft();
    await service.control('POST', '/faults', {
      service: 'dynamodb',
      operation: 'BatchGetItem',
      function: 'sendSlices',
      error: 'AccessDeniedException',
      times: 100,
    });
    await campaigns.send(id);
    const seenStates = new Set<string>();
    for (let attempt = 0; attempt < 20 && !seenStates.has('paused interrupted'); attempt += 1) {
      await campaigns.advanceAndSettle(minuteMs);
      const { status, pause_reason } = await campaigns.getCampaign(id);
      seenStates.add(`${status} ${pause_reason}`);
    }

    expect([...seenStates]).toEqual(['sending null', 'paused interrupted']);
    await service.control('DELETE', '/faults');
    await campaigns.waitUntilIdle(6 * minuteMs);
    expect(await campaigns.getCampaign(id)).toMatchObject({ status: 'sent' });
    expect(await campaigns.listMailedAddresses()).toEqual([...addresses].sort());
  });

  test('at the account’s daily quota, mails no recipient if it is resumed early, and resumes automatically when the day ends', async () => {
    const addresses = await campaigns.addManyContacts(12);
    await campaigns.advanceAndSettle(dayMs);
    await service.control('PATCH', '/settings', { max_24_hour_send: 5 });
    await campaigns.advanceAndSettle(6 * minuteMs);
    const id = await campaigns.createAndSend();

    expect(await campaigns.getCampaign(id)).toMatchObject({ status: 'paused', pause_reason: 'quota' });
    const before = (await campaigns.listMailedAddresses()).length;
    expect(before).toBeLessThanOrEqual(5);
    expect((await campaigns.callAction(id, 'resume')).status).toBe(202);
    await campaigns.waitUntilIdle();
    expect(await campaigns.getCampaign(id)).toMatchObject({ status: 'paused', pause_reason: 'quota' });
    expect(await campaigns.listMailedAddresses()).toHaveLength(before);

    await service.control('PATCH', '/settings', { max_24_hour_send: null });
    await campaigns.advanceAndSettle(20 * minuteMs);
    await campaigns.waitUntilIdle();
    expect(await campaigns.getCampaign(id)).toMatchObject({ status: 'sent' });
    expect(await campaigns.listMailedAddresses()).toEqual([...addresses].sort());
  });

  // CA-30
  test.each([
    ['throttled', 'TooManyRequestsException'],
    ['interrupted', 'SendingPausedException'],
  ])('as `%s` when SES returns %s, and resumes soon', async (reason, error) => {
    const addresses = await campaigns.addManyContacts(40);
    const id = await campaigns.createDraft();
    await injectSesFault({ error, skip: 10, times: 200 });
    await campaigns.send(id);
    await campaigns.waitUntilIdle(20_000);

    expect(await campaigns.getCampaign(id)).toMatchObject({ status: 'paused', pause_reason: reason });
    await service.control('DELETE', '/faults');
    await campaigns.waitUntilIdle();

    expect(await campaigns.getCampaign(id)).toMatchObject({ status: 'sent' });
    expect(await campaigns.listMailedAddresses()).toEqual([...addresses].sort());
  });

  test('as `interrupted` when SES rejects every message, and loses no recipient', async () => {
    const addresses = await campaigns.addManyContacts(40);
    const id = await campaigns.createDraft();
    await injectSesFault({ error: 'MessageRejected', times: 1_000 });
    await campaigns.send(id);
    await campaigns.waitUntilIdle(30_000);

    expect(await campaigns.getCampaign(id)).toMatchObject({
      status: 'paused',
      pause_reason: 'interrupted',
      progress: { pending: 40, failed: 0 },
    });
    expect(await campaigns.workspace.getEmailsUsed()).toBe(0);
    await service.control('DELETE', '/faults');
    await campaigns.waitUntilIdle(11 * minuteMs);
    await campaigns.waitUntilIdle();

    expect(await campaigns.getCampaign(id)).toMatchObject({ status: 'sent' });
    expect(await campaigns.listMailedAddresses()).toEqual([...addresses].sort());
  });

  test('and stops retrying recipients of a slice after SES rejects the slice three times', async () => {
    await campaigns.addManyContacts(6);
    const id = await campaigns.createDraft();
    await injectSesFault({ error: 'MessageRejected', times: 1_000 });
    await campaigns.send(id);
    for (let attempt = 0; attempt < 3; attempt += 1) await campaigns.waitUntilIdle(11 * minuteMs);

    expect(await campaigns.getCampaign(id)).toMatchObject({ status: 'sent' });
    expect(await campaigns.countRecipientsBy(id, (row) => row.status)).toEqual({ failed: 6 });
  });

  test('as `interrupted` while SES fails every request, and resumes ten minutes later', async () => {
    const addresses = await campaigns.addManyContacts(40);
    const id = await campaigns.createDraft();
    await injectSesFault({ error: 'InternalFailure', times: 1_000 });
    await campaigns.send(id);
    await campaigns.waitUntilIdle(30_000);

    expect(await campaigns.getCampaign(id)).toMatchObject({ status: 'paused', pause_reason: 'interrupted' });
    await service.control('DELETE', '/faults');
    await campaigns.waitUntilIdle(11 * minuteMs);
    await campaigns.waitUntilIdle();

    expect(await campaigns.getCampaign(id)).toMatchObject({ status: 'sent' });
    expect(await campaigns.listMailedAddresses()).toEqual([...addresses].sort());
  });

  // CA-30, CA-32
  test.each([
    ['no_postal_address', { postal_address: null }, { postal_address: '1 Lane' }],
    ['workspace_suspended', { suspended_reason: 'Complaints' }, { suspended_reason: null }],
  ])(
    'for %s, refuses to resume, and resumes when the cause is fixed',
    async (reason, brokenSettings, fixedSettings) => {
      const addresses = await campaigns.addManyContacts(5);
      const id = await campaigns.createDraft();
      await campaigns.send(id, { scheduled_at: '2020-01-01T00:00:00Z' });
      await campaigns.workspace.updateWorkspace(brokenSettings);
      await campaigns.waitUntilIdle();

      expect(await campaigns.getCampaign(id)).toMatchObject({ status: 'paused', pause_reason: reason });
      expect(await campaigns.callAction(id, 'resume')).toMatchObject({
        status: 422,
        body: { error: { type: reason } },
      });
      expect(await campaigns.listMailedAddresses()).toEqual([]);
      await campaigns.workspace.updateWorkspace(fixedSettings);
      await campaigns.advanceAndSettle(6 * minuteMs);
      await campaigns.waitUntilIdle();

      expect(await campaigns.getCampaign(id)).toMatchObject({ status: 'sent' });
      expect(await campaigns.listMailedAddresses()).toEqual([...addresses].sort());
    },
  );
});

describe('a run ends `failed`', () => {
  const failedWith = (reason: string) => ({
    status: 'failed',
    failure_reason: expect.stringContaining(reason),
    finished_at: aTimestamp,
    progress: null,
  });

  // CA-29
  test.each([
    ['its plan does not cover the recipients', { plan: 'free', emails_used: 2_999 }, '2999 are used'],
    ['its subscription is unpaid', { billing_past_due: true }, 'unpaid'],
    ['its budget does not cover the recipients', { plan: 'paid', budget_cents: 0 }, 'budget'],
  ])('when %s', async (_cause, settings, reason) => {
    await campaigns.addManyContacts(2);
    await campaigns.workspace.updateWorkspace(settings);
    const id = await campaigns.createAndSend();

    expect(await campaigns.getCampaign(id)).toMatchObject(failedWith(reason));
    expect(await campaigns.listMailedAddresses()).toEqual([]);
  });

  // CA-29
  test('when its domain was deleted', async () => {
    await campaigns.addManyContacts(2);
    const id = await campaigns.createDraft();
    await campaigns.callOk('DELETE', `/v1/domains/${campaigns.workspace.domains.marketing?.id}`);
    await campaigns.send(id);
    await campaigns.waitUntilIdle();

    expect(await campaigns.getCampaign(id)).toMatchObject(failedWith('no verified marketing domain'));
  });

  test('when its topic was deleted before it starts', async () => {
    await campaigns.addManyContacts(2);
    await campaigns.workspace.createTopic('offers', { name: 'Offers' });
    const id = await campaigns.createDraft({ topic_key: 'offers' });
    // Simulates a topic deletion that checked for campaigns just before this campaign was created.
    const key = keys.topic(campaigns.workspace.workspaceId, 'offers');
    await ServiceTable.with(service, (table) => table.remove(key));
    await campaigns.send(id);
    await campaigns.waitUntilIdle();

    expect(await campaigns.getCampaign(id)).toMatchObject(failedWith('The topic offers was deleted'));
  });

  // CA-17
  test('when too many of the workspace’s emails bounced, as the preview predicts', async () => {
    await campaigns.workspace.updateWorkspace({ campaign_gate: { sent_min: 2, bounce_share_max: 0.5 } });
    await campaigns.addContacts(['bounce@simulator.amazonses.com', 'success@simulator.amazonses.com']);
    expect(await campaigns.getCampaign(await campaigns.createAndSend())).toMatchObject({ status: 'sent' });

    const id = await campaigns.createDraft();
    const { can_send, reason } = await campaigns.getPreview(id);
    await campaigns.send(id);
    await campaigns.waitUntilIdle();

    expect({ can_send, reason }).toEqual({
      can_send: false,
      reason: expect.stringContaining('1 of 2 in the last 30 days'),
    });
    expect(await campaigns.getCampaign(id)).toMatchObject(failedWith(reason));
  });
});

describe('a recipient', () => {
  // CA-24
  test('who is suppressed, has opted out or cannot receive email when the slice is sent is skipped without a message', async () => {
    const { workspace } = campaigns;
    await workspace.createTopic('offers', { name: 'Offers' });
    await campaigns.addContacts([
      'kim@example.com',
      'gone@example.com',
      'out@example.com',
      'lee@dead.invalid',
    ]);
    const id = await campaigns.createDraft({ topic_key: 'offers' });
    await campaigns.send(id, { scheduled_at: new Date(Date.now() + 3_650 * dayMs).toISOString() });
    await workspace.suppress('gone@example.com', { reason: 'manual' });
    await workspace.setTopicPreference('out@example.com', 'offers', false);
    expect((await campaigns.getPreview(id)).recipient_count).toBe(3);
    await campaigns.send(id);
    await campaigns.waitUntilIdle();

    expect(await campaigns.getCampaign(id)).toMatchObject({ status: 'sent' });
    expect((await campaigns.listRecipients(id)).map(({ email }) => email)).toEqual(['kim@example.com']);
  });

  test('who unsubscribes while the campaign is paused is skipped without a message', async () => {
    const [unsubscribedAddress = '', ...others] = await campaigns.addManyContacts(4);
    const id = await campaigns.createDraft();
    await injectSesFault({ error: 'TooManyRequestsException', times: 1_000 });
    await campaigns.send(id);
    await campaigns.waitUntilIdle(5_000);
    expect(await campaigns.getCampaign(id)).toMatchObject({ status: 'paused', pause_reason: 'throttled' });
    await campaigns.workspace.unsubscribe(unsubscribedAddress);
    await service.control('DELETE', '/faults');
    await campaigns.waitUntilIdle();

    expect(await campaigns.getCampaign(id)).toMatchObject({ status: 'sent' });
    expect(await campaigns.listMailedAddresses()).toEqual(others.sort());
    expect(await campaigns.listRecipients(id)).toHaveLength(3);
    expect((await campaigns.workspace.listEmails()).map(({ status }) => status)).toEqual(
      Array(3).fill('delivered'),
    );
  });

  // CA-25, CA-26
  test('whose contact was deleted is mailed, with the address as the only filled placeholder', async () => {
    await campaigns.addContacts([
      { email: 'kim@example.com', first_name: 'Kim', attributes: { plan: 'Pro' } },
    ]);
    const id = await campaigns.createDraft({
      subject: '{{email}} {{first_name}} {{plan}} {{nothing}}!',
    });
    await injectSesFault({ error: 'TooManyRequestsException', times: 4 });
    await campaigns.send(id);
    await campaigns.service.settle();
    const { data } = await campaigns.callOk('GET', '/v1/contacts?email=kim@example.com');
    await campaigns.callOk('DELETE', `/v1/contacts/${data[0].id}`);
    await campaigns.waitUntilIdle();

    expect(await campaigns.getCampaign(id)).toMatchObject({ status: 'sent' });
    expect((await campaigns.workspace.listEmails()).map(({ subject }) => subject)).toEqual([
      'kim@example.com   !',
    ]);
  });

  // CA-28
  test('is not required, and a campaign with an empty audience ends `sent`', async () => {
    const id = await campaigns.createAndSend();

    expect(await campaigns.getCampaign(id)).toMatchObject({ status: 'sent', failure_reason: null });
  });
});
