import { restartWithDuplicateMessages } from '../../support/campaigns/redeliver-messages';
import { minuteMs } from '../../support/campaigns/campaigns';
import { listWorkerCalls, readClockMs, injectFault } from '../../support/scheduled-sends';
import { Service } from '../../support/service';
import { ServiceTable } from '../../support/table';
import { waitUntil } from '../../support/wait-until';
import { CampaignScenario, everyRecipientOnce, mailedCount } from '../../support/faults/campaign-scenario';

/** These tests kill the runtime and duplicate messages, so this file has its own runtime. */
let service: Service;
let table: ServiceTable;

beforeAll(async () => {
  service = await Service.start();
  await connect();
});

afterEach(() => service.control('DELETE', '/faults'));

afterAll(async () => {
  table.close();
  await service.stop();
});

async function connect(): Promise<void> {
  table = await ServiceTable.open(service);
  await service.control('PATCH', '/settings', { max_send_rate: 500, auto_delivery: false });
}

/** Restarts the runtime with four additional copies of every campaign message, all due immediately. */
async function redeliverMessages(scenario: CampaignScenario): Promise<CampaignScenario> {
  table.close();
  service = await restartWithDuplicateMessages(service, 4);
  await connect();
  return scenario.reconnect(service, table);
}

const completionWaitMs = 20_000;

/** Long enough for the sweep that retries an unknown outcome after ten minutes. */
const retryWaitMs = 25 * minuteMs;

const injectSesFault = (fault: Record<string, unknown>) =>
  injectFault(service, 'sesv2 SendEmail', { function: '-sendSlices', ...fault });

const countSubmitsSince = async (sinceMs: number): Promise<number> =>
  (await listWorkerCalls(service, 'sendSlices', sinceMs)).filter(({ operation }) => operation === 'SendEmail')
    .length;

/** Creates a campaign that SES interrupted after some recipients were mailed. */
async function createInterrupted(): Promise<CampaignScenario> {
  const scenario = await CampaignScenario.create(service, table);
  await injectSesFault({ error: 'SendingPausedException', skip: 9 });
  await scenario.send(completionWaitMs);
  await service.control('DELETE', '/faults');
  const state = await scenario.state();
  expect(state).toMatchObject({ status: 'paused', repeated: [] });
  expect(await scenario.countUnsentInSlices()).toBe(mailedCount - state.mailed);
  return scenario;
}

describe('queue messages that are delivered five times', () => {
  test('mail every recipient once if they arrive before any recipient was mailed', async () => {
    const scenario = await CampaignScenario.createInTwoSlices(service, table);
    await injectFault(service, 'dynamodb UpdateItem', { crash: 'before', function: '-sendSlices' });
    await scenario.send(completionWaitMs);
    const before = await scenario.state();

    const restarted = await redeliverMessages(scenario);
    await restarted.campaigns.advanceAndSettle(retryWaitMs);

    expect(before).toMatchObject({ status: 'sending', mailed: 0 });
    expect(await restarted.state()).toEqual(everyRecipientOnce);
  });

  test('mail every recipient once if they arrive in the middle of the run', async () => {
    const scenario = await CampaignScenario.createInTwoSlices(service, table);
    await injectSesFault({ crash: 'after', skip: 7, times: 1 });
    await scenario.send(completionWaitMs);
    const before = await scenario.state();

    const restarted = await redeliverMessages(scenario);
    await restarted.campaigns.advanceAndSettle(retryWaitMs);

    expect(before.status).toBe('sending');
    expect(await restarted.state()).toEqual(everyRecipientOnce);
  });

  test('mail no recipient if they arrive after the campaign ended', async () => {
    const scenario = await CampaignScenario.createInTwoSlices(service, table);
    await scenario.send(completionWaitMs);

    const restarted = await redeliverMessages(scenario);
    const since = await readClockMs(service);
    await restarted.campaigns.advanceAndSettle(retryWaitMs);

    expect(await countSubmitsSince(since)).toBe(0);
    expect(await restarted.state()).toEqual(everyRecipientOnce);
  });

  test('mail no recipient of a paused campaign until the campaign resumes', async () => {
    const scenario = await createInterrupted();
    await scenario.campaigns.workspace.updateWorkspace({ suspended_reason: 'Complaints' });

    const restarted = await redeliverMessages(scenario);
    const since = await readClockMs(service);
    await restarted.campaigns.advanceAndSettle(retryWaitMs);
    const stateWhilePaused = await restarted.state();
    const mailed = await countSubmitsSince(since);
    await restarted.campaigns.workspace.updateWorkspace({ suspended_reason: null });
    await restarted.campaigns.advanceAndSettle(retryWaitMs);

    expect(stateWhilePaused).toMatchObject({ status: 'paused', repeated: [] });
    expect(mailed).toBe(0);
    expect(await restarted.state()).toEqual(everyRecipientOnce);
  });

  test('mail no recipient of a deleted campaign and restore no records', async () => {
    const scenario = await createInterrupted();
    const { mailed } = await scenario.state();
    expect((await scenario.delete()).status).toBe(200);

    const restarted = await redeliverMessages(scenario);
    await restarted.campaigns.advanceAndSettle(retryWaitMs);

    expect(await restarted.campaigns.listMailedAddresses()).toHaveLength(mailed);
    expect(await restarted.listRemainingRecords()).toEqual([]);
    expect((await restarted.delete()).status).toBe(404);
  });
});

describe('simultaneous requests', () => {
  const statuses = (responses: { status: number }[]): number[] =>
    responses.map(({ status }) => status).sort();

  test('to send a campaign start the campaign once, and all requests but one receive 409', async () => {
    const scenario = await CampaignScenario.create(service, table);

    const responses = await Promise.all(
      [1, 2, 3].map(() => scenario.campaigns.callAction(scenario.id, 'send')),
    );
    await scenario.campaigns.advanceAndSettle(completionWaitMs);

    expect(statuses(responses)).toEqual([202, 409, 409]);
    expect(await scenario.state()).toEqual(everyRecipientOnce);
  });

  test('to resume a campaign mail no recipient twice, and all requests but one receive 409', async () => {
    const scenario = await createInterrupted();

    const responses = await Promise.all(
      [1, 2, 3].map(() => scenario.campaigns.callAction(scenario.id, 'resume')),
    );
    await scenario.campaigns.advanceAndSettle(retryWaitMs);

    expect(statuses(responses)).toEqual([202, 409, 409]);
    expect(await scenario.state()).toEqual(everyRecipientOnce);
  });

  test('to resume and delete a campaign mail either all remaining recipients or no recipient', async () => {
    const scenario = await createInterrupted();
    const { mailed } = await scenario.state();

    const [resumed, deleted] = await Promise.all([
      scenario.campaigns.callAction(scenario.id, 'resume'),
      scenario.delete(),
    ]);
    await scenario.campaigns.advanceAndSettle(retryWaitMs);

    expect([
      [202, 409],
      [404, 200],
      [202, 200],
    ]).toContainEqual([resumed.status, deleted.status]);
    if (deleted.status === 200) {
      expect(await scenario.campaigns.listMailedAddresses()).toHaveLength(mailed);
      expect(await scenario.listRemainingRecords()).toEqual([]);
    } else expect(await scenario.state()).toEqual(everyRecipientOnce);
  });
});

describe('an email with an unknown outcome', () => {
  test('that was not sent is retried after ten minutes and not earlier', async () => {
    const scenario = await CampaignScenario.createInTwoSlices(service, table);
    await injectSesFault({ error: 'InternalFailure', skip: 5, times: 1 });
    await scenario.send(9 * minuteMs);
    const [earlyState, toBeMailed] = [await scenario.state(), await scenario.countUnsentInSlices()];
    await scenario.campaigns.advanceAndSettle(retryWaitMs);

    expect(earlyState).toMatchObject({ status: 'sending', mailed: mailedCount - 1, repeated: [] });
    expect(toBeMailed).toBe(1);
    expect(await scenario.state()).toEqual(everyRecipientOnce);
  });

  test('whose Send event arrives immediately delays the campaign by one minute instead of ten', async () => {
    const scenario = await CampaignScenario.createInTwoSlices(service, table);
    await injectSesFault({ delay_ms: 31_000, skip: 5, times: 1 });
    await scenario.send(completionWaitMs);
    await service.waitForOutput(/SES did not accept an email.*TimeoutError/);
    // SES accepts the email a second after the worker died, independently of the test clock.
    const allSent = async () => (await scenario.campaigns.listMailedAddresses()).length === mailedCount;
    await waitUntil(allSent, () => 'The late email was not sent');
    await scenario.campaigns.advanceAndSettle(3 * minuteMs);

    expect(await scenario.state()).toEqual(everyRecipientOnce);
  });

  /** Kills the worker after SES accepted an email, and delays the recording of the SES events by `ms`. */
  async function createWithEventAfter(ms: number): Promise<CampaignScenario> {
    const scenario = await CampaignScenario.createInTwoSlices(service, table);
    await injectSesFault({ crash: 'after', skip: 5, times: 1 });
    await injectFault(service, 'dynamodb BatchGetItem', {
      error: 'InternalServerError',
      function: '-recordEmailEvents',
    });
    await scenario.send(ms);
    await service.control('DELETE', '/faults');
    await scenario.campaigns.advanceAndSettle(30 * minuteMs);
    return scenario;
  }

  test('whose Send event arrives within ten minutes is not retried', async () => {
    expect(await (await createWithEventAfter(5 * minuteMs)).state()).toEqual(everyRecipientOnce);
  });

  // CA-23
  test('whose Send event arrives too late is retried at most once and is not lost', async () => {
    const scenario = await createWithEventAfter(17 * minuteMs);

    const { repeated, ...state } = await scenario.state();
    expect(state).toEqual({ ...everyRecipientOnce, repeated: undefined });
    expect(repeated.length).toBeGreaterThan(0);
    expect(new Set(repeated).size).toBe(repeated.length);
  });
});

describe('the usage counts exactly the sent emails', () => {
  test('when SES rejects one recipient and fails for two others', async () => {
    const scenario = await CampaignScenario.createInTwoSlices(service, table);
    await injectSesFault({ error: 'MessageRejected', skip: 3, times: 1 });
    await injectSesFault({ error: 'InternalFailure', skip: 5, times: 2 });
    await scenario.send(retryWaitMs);

    expect(await scenario.state()).toEqual({
      ...everyRecipientOnce,
      mailed: mailedCount - 1,
      messages: { sent: mailedCount - 1, failed: 1 },
      figures: { ...everyRecipientOnce.figures, sent: mailedCount - 1, failed: 1 },
      used: mailedCount - 1,
    });
  });

  test('when a recipient unsubscribes after their slice crashed', async () => {
    const scenario = await CampaignScenario.create(service, table);
    await injectSesFault({ crash: 'before', skip: 5, times: 1 });
    await scenario.send(completionWaitMs);
    const [unsubscriber = ''] = await scenario.listUnstartedRecipients();
    await scenario.campaigns.workspace.unsubscribe(unsubscriber);
    await scenario.campaigns.advanceAndSettle(retryWaitMs);

    expect(await scenario.state()).toEqual({
      ...everyRecipientOnce,
      mailed: mailedCount - 1,
      messages: { sent: mailedCount - 1 },
      figures: { sent: mailedCount - 1, skipped: everyRecipientOnce.figures.skipped + 1 },
      used: mailedCount - 1,
    });
  });
});
