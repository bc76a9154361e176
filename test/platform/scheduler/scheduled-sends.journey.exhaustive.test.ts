import {
  advanceClockTo,
  listWorkerCalls,
  readClockMs,
  maxWithinWindow,
  injectFault,
  plannedSendTimes,
  createSchedulingWorkspace,
  spreadMs,
  findMailsSentTooEarly,
} from '../../support/scheduled-sends';
import { Service } from '../../support/service';
import type { TestWorkspace, OutboxMail } from '../../support/test-workspace';

const minuteMs = 60_000;

/** The number of bulk recipients per second, which is 80 % of the account's send rate. */
const bulkRatePerSecond = 0.8 * 14;

let service: Service;

beforeAll(async () => {
  service = await Service.start();
});

afterEach(async () => {
  await service.control('DELETE', '/faults');
  await service.control('PATCH', '/settings', { auto_delivery: true });
});

afterAll(() => service.stop());

const iso = (ms: number): string => new Date(ms).toISOString();

const findMinuteAhead = async (minutes: number): Promise<number> =>
  (Math.floor((await readClockMs(service)) / minuteMs) + minutes) * minuteMs;

const buildRequests = (count: number, request: (index: number) => Record<string, unknown>) =>
  Array.from({ length: count }, (_, index) => request(index));

const buildAddresses = (count: number, name: string): string[] =>
  Array.from({ length: count }, (_, index) => `${name}-${index}@example.com`);

/** Returns the time, in ms, at which each of these emails was sent. */
const sendTimesOf = (mails: readonly OutboxMail[]): number[] => mails.map(({ at }) => Date.parse(at));

/** Expects that the outbox contains each of these emails once and no other email. */
function expectOnceEach(mails: readonly OutboxMail[], ids: readonly string[]): void {
  const mailed = mails.map(({ message_id }) => message_id);
  const distinct = new Set(mailed);
  expect({
    twice: mailed.length - distinct.size,
    missing: ids.filter((id) => !distinct.has(id)).length,
    mails: mailed.length,
  }).toEqual({ twice: 0, missing: 0, mails: ids.length });
}

async function countStatuses(workspace: TestWorkspace): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const status of await workspace.statuses()) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

test('a thousand emails that are due in the same minute are each sent once and at the send rate although workers crash', async () => {
  const workspace = await createSchedulingWorkspace(service);
  const count = 1_000;
  const due = await findMinuteAhead(25);
  // The wakeups of these emails are lost. The wakeups of the two emails that are due in the next minutes are
  // not.
  await injectFault(service, 'scheduler CreateSchedule', {
    error: 'InternalServerException',
    function: 'sendBatch',
  });
  const ids = await workspace.sendAll(
    buildRequests(count, (at) => ({
      to: `reader-${at}@example.com`,
      scheduled_at: iso(due + (at % 60) * 1_000),
    })),
  );
  await service.control('DELETE', '/faults');
  const others = await Promise.all(
    [1, 2].map((minutes) => workspace.schedule({ scheduled_at: iso(due + minutes * minuteMs) })),
  );
  const all = [...ids, ...others];
  await advanceClockTo(service, due - 2 * minuteMs);

  // The drain crashes after it sent messages that it has not recorded, and after it reserved send rate that it
  // has not used.
  await injectFault(service, 'sqs SendMessageBatch', {
    crash: 'after',
    skip: 60,
    times: 1,
    function: 'drainDueWork',
  });
  await injectFault(service, 'dynamodb UpdateItem', {
    crash: 'before',
    skip: 900,
    times: 1,
    function: 'drainDueWork',
  });
  await injectFault(service, 'sqs SendMessageBatch', {
    crash: 'before',
    skip: 90,
    times: 1,
    function: 'drainDueWork',
  });
  // Some workers also crash, so that SQS redelivers their messages.
  for (const [at, crash, skip] of [
    ['sesv2 SendEmail', 'after', 30],
    ['sesv2 SendEmail', 'before', 200],
    ['sesv2 SendEmail', 'after', 300],
    ['dynamodb UpdateItem', 'before', 500],
    ['dynamodb UpdateItem', 'after', 900],
    ['dynamodb GetItem', 'before', 700],
    ['dynamodb BatchGetItem', 'after', 600],
  ] as const)
    await injectFault(service, at, { crash, skip, times: 1, function: 'runDueWork' });

  for (let quarterMinute = 1; quarterMinute <= 24; quarterMinute++)
    await advanceClockTo(service, due - 2 * minuteMs + quarterMinute * 15_000);
  await advanceClockTo(service, due + 30 * minuteMs);

  const mails = await workspace.outbox();
  expectOnceEach(mails, all);
  expect(await countStatuses(workspace)).toEqual({ delivered: all.length });
  // Several bulk emails are sent in the same second because an SQS delay has a resolution of one second.
  expect(maxWithinWindow(plannedSendTimes(service, workspace), 10_000)).toBeLessThanOrEqual(
    10 * bulkRatePerSecond + 28,
  );
  // A slow machine may submit delayed emails in a burst, but never early.
  expect(findMailsSentTooEarly(service, workspace, mails)).toEqual([]);
  expect(spreadMs(sendTimesOf(mails))).toBeGreaterThan((count / bulkRatePerSecond - 5) * 1_000);
  const log = new Map(
    (await Promise.all(all.slice(0, 40).map((id) => workspace.getEmail(id)))).map((email) => [
      email.id,
      email,
    ]),
  );
  const early = [...log.values()].filter(({ sent_at, scheduled_at }) => sent_at < scheduled_at);
  expect(early).toEqual([]);
}, 900_000);

describe('the send rate', () => {
  const windowMs = 10_000;

  test('applies to emails that are due at the end of a minute although the wakeup fires at the start of the minute', async () => {
    const workspace = await createSchedulingWorkspace(service);
    const due = (await findMinuteAhead(3)) + 55_000;
    const ids = await workspace.sendAll(
      buildRequests(40, (at) => ({ to: buildAddresses(10, `end-${at}`), scheduled_at: iso(due) })),
    );

    await advanceClockTo(service, due + 3 * minuteMs);

    const mails = await workspace.outbox();
    expectOnceEach(mails, ids);
    const planned = plannedSendTimes(service, workspace);
    // 400 recipients take 35 s at this rate.
    expect(spreadMs(sendTimesOf(mails))).toBeGreaterThan(25_000);
    expect(spreadMs(planned)).toBeGreaterThan(25_000);
    // Each email has ten recipients.
    expect(maxWithinWindow(planned, windowMs)).toBeLessThanOrEqual(bulkRatePerSecond + 10);
  }, 400_000);

  test('counts recipients instead of emails', async () => {
    const workspace = await createSchedulingWorkspace(service);
    const due = await findMinuteAhead(3);
    const ids = await workspace.sendAll(
      buildRequests(40, (at) => ({
        to: buildAddresses(1, `many-${at}`),
        cc: buildAddresses(24, `cc-${at}`),
        bcc: buildAddresses(25, `bcc-${at}`),
        scheduled_at: iso(due),
      })),
      20,
    );
    await service.control('PATCH', '/settings', { auto_delivery: false });

    await advanceClockTo(service, due + 5 * minuteMs);

    const mails = await workspace.outbox();
    expectOnceEach(mails, ids);
    // 2,000 recipients take 178 s. An email with 50 recipients cannot be split.
    expect(spreadMs(sendTimesOf(mails))).toBeGreaterThan(150_000);
    expect(maxWithinWindow(plannedSendTimes(service, workspace), windowMs) * 50).toBeLessThanOrEqual(
      10 * bulkRatePerSecond + 2 * 50,
    );
  }, 400_000);

  test('does not delay an immediate send', async () => {
    const workspace = await createSchedulingWorkspace(service);
    const due = await findMinuteAhead(2);
    await workspace.sendAll(
      buildRequests(30, (at) => ({ to: `bulk-${at}@example.com`, scheduled_at: iso(due) })),
    );
    await advanceClockTo(service, due - 1_000);

    const advancing = service.advance(5_000);
    const immediateSend = await workspace.send({ scheduled_at: undefined, subject: 'Reset your password' });
    await advancing;

    expect(immediateSend.body).toMatchObject({ status: 'sent' });
  });
});

describe('queue messages that are delivered twice', () => {
  test('send each email once if the drain was killed before it recorded the messages', async () => {
    const workspace = await createSchedulingWorkspace(service);
    const due = await findMinuteAhead(3);
    // 900 recipients take longer than a minute, so unrecorded messages are in the queue at the next wakeup.
    const ids = await workspace.sendAll(
      buildRequests(20, (at) => ({ to: buildAddresses(45, `twice-${at}`), scheduled_at: iso(due) })),
    );
    ids.push(await workspace.schedule({ scheduled_at: iso(due + minuteMs) }));
    await service.control('PATCH', '/settings', { auto_delivery: false });
    await injectFault(service, 'sqs SendMessageBatch', {
      crash: 'after',
      skip: 1,
      times: 1,
      function: 'drainDueWork',
    });
    const since = await readClockMs(service);

    await advanceClockTo(service, due + 15 * minuteMs);

    const batches = (await listWorkerCalls(service, 'drainDueWork', since)).filter(
      ({ operation }) => operation === 'SendMessageBatch',
    );
    expectOnceEach(await workspace.outbox(), ids);
    expect(await countStatuses(workspace)).toEqual({ sent: ids.length });
    expect(batches.filter(({ error }) => error === 'Crash')).toHaveLength(1);
  }, 400_000);

  test('send each email once if twenty wakeups fire simultaneously', async () => {
    const workspace = await createSchedulingWorkspace(service);
    const ids = await Promise.all(
      buildRequests(20, (at) => ({ to: `alarm-${at}@example.com`, scheduled_at: 'in 0 minutes' })).map(
        (request) => workspace.schedule(request),
      ),
    );

    await service.advance(2 * minuteMs);

    expectOnceEach(await workspace.outbox(), ids);
    expect(await countStatuses(workspace)).toEqual({ delivered: ids.length });
  });

  test('send each email once if the worker failed after sending', async () => {
    const workspace = await createSchedulingWorkspace(service);
    const ids = await Promise.all(
      buildRequests(6, () => ({ scheduled_at: 'in 1 minute' })).map((request) => workspace.schedule(request)),
    );
    // Kills the worker after the claim, after the submit and after the status update. The message stays in
    // the queue each time.
    await injectFault(service, 'sesv2 SendEmail', { crash: 'after', times: 1, function: 'runDueWork' });
    await injectFault(service, 'sesv2 SendEmail', {
      crash: 'after',
      skip: 2,
      times: 1,
      function: 'runDueWork',
    });
    await injectFault(service, 'dynamodb UpdateItem', {
      crash: 'after',
      skip: 3,
      times: 1,
      function: 'runDueWork',
    });

    await service.advance(20 * minuteMs);

    expectOnceEach(await workspace.outbox(), ids);
    expect(await countStatuses(workspace)).toEqual({ delivered: ids.length });
  });
});

describe('between scheduling and the due time', () => {
  const spreadOverMinute = (due: number) =>
    buildRequests(30, (at) => ({ scheduled_at: iso(due + at * 2_000) }));

  test('a restart of every function loses no email', async () => {
    const workspace = await createSchedulingWorkspace(service);
    const [nearDue, farDue] = [await findMinuteAhead(4), await findMinuteAhead(20)];
    const ids = [
      ...(await workspace.sendAll(spreadOverMinute(nearDue))),
      ...(await workspace.sendAll(spreadOverMinute(farDue))),
    ];

    await service.control('POST', '/restart');
    await advanceClockTo(service, nearDue + 10_000);
    await service.control('POST', '/restart');
    await advanceClockTo(service, farDue + 10_000);
    await service.control('POST', '/restart');
    await advanceClockTo(service, farDue + 2 * minuteMs);

    const mails = await workspace.outbox();
    expectOnceEach(mails, ids);
    expect(await countStatuses(workspace)).toEqual({ delivered: ids.length });
    const delaysMs = (await Promise.all(ids.map((id) => workspace.getEmail(id)))).map(
      ({ sent_at, scheduled_at }) => Date.parse(sent_at) - Date.parse(scheduled_at),
    );
    expect(delaysMs.filter((ms) => !(ms >= 0 && ms < minuteMs))).toEqual([]);
  }, 400_000);

  test('each email is sent once although every function restarts during the work', async () => {
    const workspace = await createSchedulingWorkspace(service);
    const due = await findMinuteAhead(3);
    const ids = await workspace.sendAll(buildRequests(60, () => ({ scheduled_at: iso(due) })));
    await advanceClockTo(service, due - 500);

    const advancing = service.advance(10_000);
    for (const pauseMs of [600, 700, 800]) {
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      await service.control('POST', '/restart');
    }
    await advancing;
    await service.advance(20 * minuteMs);

    expectOnceEach(await workspace.outbox(), ids);
    expect(await countStatuses(workspace)).toEqual({ delivered: ids.length });
  }, 400_000);

  test('kill -9 of the whole runtime loses no accepted email and sends no email twice', async () => {
    const workspace = await createSchedulingWorkspace(service);
    const [nearDue, farDue] = [await findMinuteAhead(4), await findMinuteAhead(20)];
    const ids = [
      ...(await workspace.sendAll(spreadOverMinute(nearDue))),
      ...(await workspace.sendAll(spreadOverMinute(farDue))),
    ];

    await service.killHard();
    service = await Service.start(service.dataDir);
    const reconnected = workspace.reconnect(service);
    await advanceClockTo(service, nearDue + 20_000);
    const advancing = service.advance(minuteMs).catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 700));
    await service.killHard();
    await advancing;
    service = await Service.start(service.dataDir);
    const finalWorkspace = reconnected.reconnect(service);
    await advanceClockTo(service, farDue + 25 * minuteMs);

    expectOnceEach(await finalWorkspace.outbox(), ids);
    expect(await countStatuses(finalWorkspace)).toEqual({ delivered: ids.length });
  }, 400_000);
});

/** This test runs last because no bulk email of the account is sent while no message can be enqueued. */
test('the rate limiter recovers after a quarter of an hour in which no message could be enqueued', async () => {
  const workspace = await createSchedulingWorkspace(service);
  const due = await findMinuteAhead(3);
  const ids = await workspace.sendAll(
    buildRequests(80, (at) => ({ to: buildAddresses(50, `queue-${at}`), scheduled_at: iso(due) })),
    20,
  );
  await service.control('PATCH', '/settings', { auto_delivery: false });
  await injectFault(service, 'sqs SendMessageBatch', {
    error: 'ServiceUnavailable',
    function: 'drainDueWork',
  });

  await advanceClockTo(service, due + 16 * minuteMs);
  const mailsBefore = await workspace.outbox();
  await service.control('DELETE', '/faults');
  // 4,000 recipients take six minutes at this rate.
  await service.advance(20 * minuteMs);

  expect(mailsBefore).toEqual([]);
  expectOnceEach(await workspace.outbox(), ids);
}, 400_000);
