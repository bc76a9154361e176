import {
  advanceTo,
  callsOf,
  clockMs,
  mostWithin,
  orderFault,
  plannedTimes,
  aScheduler,
  spreadMs,
  tooSoon,
} from '../../support/schedules';
import { Service } from '../../support/service';
import type { Actor, Mailed } from '../../support/actor';

const minuteMs = 60_000;

/** Recipients a second of bulk mail: 80 % of what the provider takes from the account. */
const bulkRate = 0.8 * 14;

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

const minuteAhead = async (minutes: number): Promise<number> =>
  (Math.floor((await clockMs(service)) / minuteMs) + minutes) * minuteMs;

const many = (count: number, request: (at: number) => Record<string, unknown>) =>
  Array.from({ length: count }, (_, at) => request(at));

const people = (count: number, name: string): string[] =>
  Array.from({ length: count }, (_, at) => `${name}-${at}@example.com`);

/** When each of these mails left, in ms. */
const timesOf = (mails: readonly Mailed[]): number[] => mails.map(({ at }) => Date.parse(at));

/** Every one of these emails is in the outbox once, and nothing else is. */
function expectOnceEach(mails: readonly Mailed[], ids: readonly string[]): void {
  const mailed = mails.map(({ message_id }) => message_id);
  const distinct = new Set(mailed);
  expect({
    twice: mailed.length - distinct.size,
    missing: ids.filter((id) => !distinct.has(id)).length,
    mails: mailed.length,
  }).toEqual({ twice: 0, missing: 0, mails: ids.length });
}

async function statusesOf(sender: Actor): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const status of await sender.statuses()) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

test('a thousand emails due in one minute leave once each, at the pace, though everything dies on the way', async () => {
  const sender = await aScheduler(service);
  const count = 1_000;
  const due = await minuteAhead(25);
  // Their own alarm is lost; those of two emails that are due in the next minutes are not.
  await orderFault(service, 'scheduler CreateSchedule', {
    error: 'InternalServerException',
    function: 'sendBatch',
  });
  const ids = await sender.sendAll(
    many(count, (at) => ({ to: `reader-${at}@example.com`, scheduled_at: iso(due + (at % 60) * 1_000) })),
  );
  await service.control('DELETE', '/faults');
  const others = await Promise.all(
    [1, 2].map((minutes) => sender.schedule({ scheduled_at: iso(due + minutes * minuteMs) })),
  );
  const all = [...ids, ...others];
  await advanceTo(service, due - 2 * minuteMs);

  // The drain dies while it hands out: with messages sent that it did not note, and with a pace that it did not use.
  await orderFault(service, 'sqs SendMessageBatch', {
    crash: 'after',
    skip: 60,
    times: 1,
    function: 'drainDueWork',
  });
  await orderFault(service, 'dynamodb UpdateItem', {
    crash: 'before',
    skip: 900,
    times: 1,
    function: 'drainDueWork',
  });
  await orderFault(service, 'sqs SendMessageBatch', {
    crash: 'before',
    skip: 90,
    times: 1,
    function: 'drainDueWork',
  });
  // So do workers, here and there: their messages come again.
  for (const [at, crash, skip] of [
    ['sesv2 SendEmail', 'after', 30],
    ['sesv2 SendEmail', 'before', 200],
    ['sesv2 SendEmail', 'after', 300],
    ['dynamodb UpdateItem', 'before', 500],
    ['dynamodb UpdateItem', 'after', 900],
    ['dynamodb GetItem', 'before', 700],
    ['dynamodb BatchGetItem', 'after', 600],
  ] as const)
    await orderFault(service, at, { crash, skip, times: 1, function: 'doDueWork' });

  for (let step = 1; step <= 24; step++) await advanceTo(service, due - 2 * minuteMs + step * 15_000);
  await advanceTo(service, due + 30 * minuteMs);

  const mails = await sender.outbox();
  expectOnceEach(mails, all);
  expect(await statusesOf(sender)).toEqual({ delivered: all.length });
  // Ten leave in the same second, and a second is the grain of a delay.
  expect(mostWithin(plannedTimes(service, sender), 10_000)).toBeLessThanOrEqual(10 * bulkRate + 28);
  // A machine that stalls and catches up hands more over at once, but never sooner.
  expect(tooSoon(service, sender, mails)).toEqual([]);
  expect(spreadMs(timesOf(mails))).toBeGreaterThan((count / bulkRate - 5) * 1_000);
  const log = new Map(
    (await Promise.all(all.slice(0, 40).map((id) => sender.read(id)))).map((email) => [email.id, email]),
  );
  const early = [...log.values()].filter(({ sent_at, scheduled_at }) => sent_at < scheduled_at);
  expect(early).toEqual([]);
}, 900_000);

describe('the pace', () => {
  const window = 10_000;

  test('holds for emails that are due at the end of a minute, though the alarm rings at its beginning', async () => {
    const sender = await aScheduler(service);
    const due = (await minuteAhead(3)) + 55_000;
    const ids = await sender.sendAll(
      many(40, (at) => ({ to: people(10, `end-${at}`), scheduled_at: iso(due) })),
    );

    await advanceTo(service, due + 3 * minuteMs);

    const mails = await sender.outbox();
    expectOnceEach(mails, ids);
    const planned = plannedTimes(service, sender);
    // 400 recipients are 35 s of the rate.
    expect(spreadMs(timesOf(mails))).toBeGreaterThan(25_000);
    expect(spreadMs(planned)).toBeGreaterThan(25_000);
    // Of ten recipients each.
    expect(mostWithin(planned, window)).toBeLessThanOrEqual(bulkRate + 10);
  }, 400_000);

  test('counts recipients, not emails', async () => {
    const sender = await aScheduler(service);
    const due = await minuteAhead(3);
    const ids = await sender.sendAll(
      many(40, (at) => ({
        to: people(1, `many-${at}`),
        cc: people(24, `cc-${at}`),
        bcc: people(25, `bcc-${at}`),
        scheduled_at: iso(due),
      })),
      20,
    );
    await service.control('PATCH', '/settings', { auto_delivery: false });

    await advanceTo(service, due + 5 * minuteMs);

    const mails = await sender.outbox();
    expectOnceEach(mails, ids);
    // 2,000 recipients are 178 s; an email of fifty cannot be split.
    expect(spreadMs(timesOf(mails))).toBeGreaterThan(150_000);
    expect(mostWithin(plannedTimes(service, sender), window) * 50).toBeLessThanOrEqual(
      10 * bulkRate + 2 * 50,
    );
  }, 400_000);

  test('does not hold up mail that is sent at once', async () => {
    const sender = await aScheduler(service);
    const due = await minuteAhead(2);
    await sender.sendAll(many(30, (at) => ({ to: `bulk-${at}@example.com`, scheduled_at: iso(due) })));
    await advanceTo(service, due - 1_000);

    const moving = service.advance(5_000);
    const atOnce = await sender.send({ scheduled_at: undefined, subject: 'Reset your password' });
    await moving;

    expect(atOnce.body).toMatchObject({ status: 'sent' });
  });
});

describe('messages that come twice', () => {
  test('because the drain was killed before it noted them send once', async () => {
    const sender = await aScheduler(service);
    const due = await minuteAhead(3);
    // 200 emails are 18 s; the next minute's alarm finds those that were not noted still in the queue.
    const ids = await sender.sendAll(
      many(20, (at) => ({ to: people(45, `twice-${at}`), scheduled_at: iso(due) })),
    );
    ids.push(await sender.schedule({ scheduled_at: iso(due + minuteMs) }));
    await service.control('PATCH', '/settings', { auto_delivery: false });
    await orderFault(service, 'sqs SendMessageBatch', {
      crash: 'after',
      skip: 1,
      times: 1,
      function: 'drainDueWork',
    });
    const since = await clockMs(service);

    await advanceTo(service, due + 15 * minuteMs);

    const batches = (await callsOf(service, 'drainDueWork', since)).filter(
      ({ operation }) => operation === 'SendMessageBatch',
    );
    expectOnceEach(await sender.outbox(), ids);
    expect(await statusesOf(sender)).toEqual({ sent: ids.length });
    expect(batches.filter(({ error }) => error === 'Crash')).toHaveLength(1);
  }, 400_000);

  test('because twenty alarms ring at once send once', async () => {
    const sender = await aScheduler(service);
    const ids = await Promise.all(
      many(20, (at) => ({ to: `alarm-${at}@example.com`, scheduled_at: 'in 0 minutes' })).map((one) =>
        sender.schedule(one),
      ),
    );

    await service.advance(2 * minuteMs);

    expectOnceEach(await sender.outbox(), ids);
    expect(await statusesOf(sender)).toEqual({ delivered: ids.length });
  });

  test('because their worker failed after it had sent them send once', async () => {
    const sender = await aScheduler(service);
    const ids = await Promise.all(
      many(6, () => ({ scheduled_at: 'in 1 minute' })).map((one) => sender.schedule(one)),
    );
    // Killed after the claim, after the hand-over, and after the status: the message stays in the queue each time.
    await orderFault(service, 'sesv2 SendEmail', { crash: 'after', times: 1, function: 'doDueWork' });
    await orderFault(service, 'sesv2 SendEmail', {
      crash: 'after',
      skip: 2,
      times: 1,
      function: 'doDueWork',
    });
    await orderFault(service, 'dynamodb UpdateItem', {
      crash: 'after',
      skip: 3,
      times: 1,
      function: 'doDueWork',
    });

    await service.advance(20 * minuteMs);

    expectOnceEach(await sender.outbox(), ids);
    expect(await statusesOf(sender)).toEqual({ delivered: ids.length });
  });
});

describe('between scheduling and the due time', () => {
  const spread = (due: number) => many(30, (at) => ({ scheduled_at: iso(due + at * 2_000) }));

  test('a restart of every function costs nothing', async () => {
    const sender = await aScheduler(service);
    const [near, far] = [await minuteAhead(4), await minuteAhead(20)];
    const ids = [...(await sender.sendAll(spread(near))), ...(await sender.sendAll(spread(far)))];

    await service.control('POST', '/restart');
    await advanceTo(service, near + 10_000);
    await service.control('POST', '/restart');
    await advanceTo(service, far + 10_000);
    await service.control('POST', '/restart');
    await advanceTo(service, far + 2 * minuteMs);

    const mails = await sender.outbox();
    expectOnceEach(mails, ids);
    expect(await statusesOf(sender)).toEqual({ delivered: ids.length });
    const late = (await Promise.all(ids.map((id) => sender.read(id)))).map(
      ({ sent_at, scheduled_at }) => Date.parse(sent_at) - Date.parse(scheduled_at),
    );
    expect(late.filter((ms) => !(ms >= 0 && ms < minuteMs))).toEqual([]);
  }, 400_000);

  test('a restart of every function in the middle of the work sends each once', async () => {
    const sender = await aScheduler(service);
    const due = await minuteAhead(3);
    const ids = await sender.sendAll(many(60, () => ({ scheduled_at: iso(due) })));
    await advanceTo(service, due - 500);

    const moving = service.advance(10_000);
    for (const pauseMs of [600, 700, 800]) {
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      await service.control('POST', '/restart');
    }
    await moving;
    await service.advance(20 * minuteMs);

    expectOnceEach(await sender.outbox(), ids);
    expect(await statusesOf(sender)).toEqual({ delivered: ids.length });
  }, 400_000);

  test('a kill -9 of everything loses nothing that was accepted and sends nothing twice', async () => {
    const sender = await aScheduler(service);
    const [near, far] = [await minuteAhead(4), await minuteAhead(20)];
    const ids = [...(await sender.sendAll(spread(near))), ...(await sender.sendAll(spread(far)))];

    await service.killHard();
    service = await Service.start(service.dataDir);
    const again = sender.on(service);
    await advanceTo(service, near + 20_000);
    const moving = service.advance(minuteMs).catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 700));
    await service.killHard();
    await moving;
    service = await Service.start(service.dataDir);
    const last = again.on(service);
    await advanceTo(service, far + 25 * minuteMs);

    expectOnceEach(await last.outbox(), ids);
    expect(await statusesOf(last)).toEqual({ delivered: ids.length });
  }, 400_000);
});

/** Last: while this does not hold, no bulk mail of the account leaves any more. */
test('the pace leaves nothing behind for good after a quarter of an hour in which nothing could be handed out', async () => {
  const sender = await aScheduler(service);
  const due = await minuteAhead(3);
  const ids = await sender.sendAll(
    many(80, (at) => ({ to: people(50, `queue-${at}`), scheduled_at: iso(due) })),
    20,
  );
  await service.control('PATCH', '/settings', { auto_delivery: false });
  await orderFault(service, 'sqs SendMessageBatch', {
    error: 'ServiceUnavailable',
    function: 'drainDueWork',
  });

  await advanceTo(service, due + 16 * minuteMs);
  const none = await sender.outbox();
  await service.control('DELETE', '/faults');
  // 4,000 recipients are six minutes of the rate.
  await service.advance(20 * minuteMs);

  expect(none).toEqual([]);
  expectOnceEach(await sender.outbox(), ids);
}, 400_000);
