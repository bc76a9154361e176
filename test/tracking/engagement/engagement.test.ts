import { dayMs, hourMs } from '../../../shared/core/time';
import { clicks, opens, timeOf } from '../../support/engagement';
import { aDomain } from '../../support/factories';
import { clockMs } from '../../support/schedules';
import { holdsOver, TrackedDesk } from '../../support/tracked';
import { anId } from '../../support/matchers';
import { anActor } from '../../support/actor';
import { theService, useTravellingRuntime } from '../../support/the-service';

const service = theService();

const desks: TrackedDesk[] = [];

beforeAll(async () => {
  await service.control('PATCH', '/settings', { auto_delivery: false });
});

afterAll(() => Promise.all(desks.map((desk) => desk.stop())));

async function aDesk(): Promise<TrackedDesk> {
  const desk = await TrackedDesk.create(service, anActor(service, { marketing: true }));
  desks.push(desk);
  return desk;
}

const [one, two] = ['https://acme.example/one', 'https://acme.example/two?a=1&b=%20#c'];
const nothing = { opened_at: null, clicked_at: null, events: [] };

describe.each(['transactional', 'marketing'])('of a %s email', (risk_class) => {
  test('an open and a click are shown, counted and told when they were judged', async () => {
    const desk = await aDesk();
    const email = await desk.sent({ to: 'Kim <Kim@Example.com>', risk_class });
    const [open, click] = [opens(1_000), clicks(60_000, two)];

    await desk.happens(email, open, click);
    await holdsOver(service);

    const event = {
      id: anId,
      message_id: email.id,
      provider_message_id: email.providerMessageId,
      recipient: 'kim@example.com',
      sub_type: null,
      broadcast_id: null,
      variant: null,
      created_at: expect.any(String),
    };
    const payload = {
      message_id: email.id,
      provider_message_id: email.providerMessageId,
      broadcast_id: null,
      variant: null,
      to: ['Kim@Example.com'],
      subject: 'Hello',
    };
    const [openedAt, clickedAt] = [timeOf(email, open), timeOf(email, click)];
    expect(await desk.seen(email)).toEqual({
      opened_at: openedAt,
      clicked_at: clickedAt,
      events: [
        { ...event, type: 'open', detail: null, occurred_at: openedAt },
        { ...event, type: 'click', detail: two, occurred_at: clickedAt },
      ],
    });
    expect(await desk.metrics()).toEqual([{ opened: 1, clicked: 1 }]);
    expect(
      [...desk.told().values()].sort((a, b) => (String(a['type']) < String(b['type']) ? -1 : 1)),
    ).toEqual([
      { ...payload, type: 'click', link: two, occurred_at: clickedAt },
      { ...payload, type: 'open', link: null, occurred_at: openedAt },
    ]);
  });
});

test('the list of emails shows the same times as the email', async () => {
  const desk = await aDesk();
  const email = await desk.sent();

  await desk.happens(email, opens(1_000), clicks(60_000));
  await holdsOver(service);

  expect(await desk.desk.log()).toMatchObject([
    { id: email.id, opened_at: timeOf(email, opens(1_000)), clicked_at: timeOf(email, clicks(60_000)) },
  ]);
});

test('until the hold is over nothing shows of a click, and longer of an open', async () => {
  const desk = await aDesk();
  const email = await desk.sent();
  const noSooner = async (ms: number) => (await clockMs(service)) < reportedAt + ms;
  const look = async () => ({
    seen: await desk.seen(email),
    metrics: await desk.metrics(),
    told: desk.told().size,
  });
  const trace = { seen: nothing, metrics: [{ opened: 0, clicked: 0 }], told: 0 };
  const reportedAt = await clockMs(service);

  await desk.happens(email, opens(0), clicks(20_000, one));
  const atOnce = await look();
  // A machine that took so long to look saw what came after the hold.
  const isHeld = await noSooner(5_000);
  await service.advance(5_000);
  const [afterClick, openIsHeld] = [await look(), await noSooner(15_000)];
  await service.advance(10_500);

  expect(isHeld ? atOnce : trace).toEqual(trace);
  expect(afterClick.seen.clicked_at).toBe(timeOf(email, clicks(20_000)));
  expect(openIsHeld ? afterClick.seen.opened_at : null).toBeNull();
  expect((await desk.seen(email)).opened_at).toBe(timeOf(email, opens(0)));
});

test('webhooks are told of a click five seconds after its report at the soonest, of an open fifteen', async () => {
  const desk = await aDesk();
  const email = await desk.sent();

  await desk.happens(email, opens(0), clicks(20_000));
  await holdsOver(service);

  const { events } = await desk.seen(email);
  const reportedAt = (type: string) =>
    Date.parse(String(events.find((each) => each['type'] === type)?.['created_at']));
  const owed = await desk.owedAt();
  const heldMs = owed.map(({ event, at }) => [event, at - reportedAt(event)] as const);
  expect(owed.map(({ event }) => event).sort()).toEqual(['click', 'open']);
  for (const [event, ms] of heldMs) expect(ms).toBeGreaterThanOrEqual(event === 'click' ? 5_000 : 15_000);
});

test('who is told and looks finds it all', async () => {
  const desk = await aDesk();
  const email = await desk.sent();
  // Slow writes: whoever told before writing would be found out.
  await service.control('POST', '/faults', {
    service: 'dynamodb',
    operation: 'UpdateItem',
    function: 'judgeEngagement',
    delay_ms: 300,
  });

  const looks = await desk.lookingWhenTold(
    () => desk.seen(email),
    async () => {
      await desk.happens(email, clicks(20_000));
      await holdsOver(service);
    },
  );

  await service.control('DELETE', '/faults');
  expect(looks).toMatchObject([
    { clicked_at: timeOf(email, clicks(20_000)), events: [{ type: 'click', detail: one }] },
  ]);
});

test('of many opens the first is shown, counted and told, and every click is', async () => {
  const desk = await aDesk();
  const email = await desk.sent();

  await desk.happens(
    email,
    opens(9_000),
    opens(3_000),
    opens(50_000),
    clicks(20_000),
    clicks(20_500),
    clicks(40_000, two),
  );
  await holdsOver(service);

  expect(await desk.timeline(email)).toEqual([
    `open ${timeOf(email, opens(3_000))}`,
    `click ${timeOf(email, clicks(20_000))} ${one}`,
    `click ${timeOf(email, clicks(20_500))} ${one}`,
    `click ${timeOf(email, clicks(40_000))} ${two}`,
  ]);
  expect(await desk.seen(email)).toMatchObject({
    opened_at: timeOf(email, opens(3_000)),
    clicked_at: timeOf(email, clicks(20_000)),
  });
  expect(await desk.metrics()).toEqual([{ opened: 1, clicked: 3 }]);
  expect((await desk.owedAt()).map(({ event }) => event).sort()).toEqual(['click', 'click', 'click', 'open']);
});

test('a scanner leaves no trace, and the reader after it counts', async () => {
  const desk = await aDesk();
  const [scanned, read] = [await desk.sent(), await desk.sent()];
  const scan = [opens(0), clicks(9_000, one), clicks(9_500, two), opens(19_500)];

  await desk.happens(scanned, ...scan);
  await desk.happens(read, ...scan, opens(19_501), clicks(60_000, two));
  await holdsOver(service);

  expect(await desk.seen(scanned)).toEqual(nothing);
  expect(await desk.timeline(read)).toEqual([
    `open ${timeOf(read, opens(19_501))}`,
    `click ${timeOf(read, clicks(60_000))} ${two}`,
  ]);
  expect(await desk.metrics()).toEqual([{ opened: 1, clicked: 1 }]);
  const told = [...desk.told().values()];
  expect(told.map(({ message_id, occurred_at }) => [message_id, occurred_at]).sort()).toEqual(
    [
      [read.id, timeOf(read, opens(19_501))],
      [read.id, timeOf(read, clicks(60_000))],
    ].sort(),
  );
});

test('opens and clicks count on the UTC day on which they happened', async () => {
  const desk = await aDesk();
  const email = await desk.sent();
  const midnight = Math.floor(Date.parse(email.acceptedAt) / dayMs) * dayMs - Date.parse(email.acceptedAt);

  await desk.happens(email, opens(midnight - 1), clicks(midnight, one), clicks(midnight - 60_000, one));
  await holdsOver(service);

  expect(await desk.metrics(2)).toEqual([
    { opened: 1, clicked: 1 },
    { opened: 0, clicked: 1 },
  ]);
});

describe('without an active tracking host', () => {
  test('of the domain that sent the email, nothing is published and nothing is recorded', async () => {
    const desk = await aDesk();
    const { domain } = await aDomain(service, desk.desk.workspaceId, { tracking: false });
    const email = await desk.sent({ from: `desk@${domain}` });

    await desk.happens(email, opens(0), clicks(60_000));
    await desk.reported(email, opens(1_000), clicks(61_000));
    await holdsOver(service);

    expect(await desk.seen(email)).toEqual(nothing);
    expect(await desk.metrics()).toEqual([{ opened: 0, clicked: 0 }]);
    expect(await desk.owedAt()).toEqual([]);
  });

  test('any more, what comes then leaves no trace, and what was there stays', async () => {
    const desk = await aDesk();
    const { domain, id } = await aDomain(service, desk.desk.workspaceId);
    const email = await desk.sent({ from: `desk@${domain}` });
    await desk.reported(email, opens(0));
    await holdsOver(service);

    await service.control('PUT', `/dns/link.${domain}`, { A: [] });
    await desk.desk.api('POST', `/v1/domains/${id}/verify`);
    await desk.reported(email, clicks(60_000));
    await holdsOver(service);

    expect(await desk.timeline(email)).toEqual([`open ${timeOf(email, opens(0))}`]);
    expect(await desk.metrics()).toEqual([{ opened: 1, clicked: 0 }]);
  });
});

describe('what comes late', () => {
  test('makes a click a scanner that was a reader before: both vanish, and a later click is the first', async () => {
    const desk = await aDesk();
    const email = await desk.sent();
    await desk.happens(email, opens(15_000), clicks(20_000, one), clicks(90_000, two));
    await holdsOver(service);
    const before = await desk.timeline(email);

    await desk.happens(email, clicks(22_000, two));
    await holdsOver(service);

    expect(before).toHaveLength(3);
    expect(await desk.timeline(email)).toEqual([`click ${timeOf(email, clicks(90_000))} ${two}`]);
    expect(await desk.seen(email)).toMatchObject({
      opened_at: null,
      clicked_at: timeOf(email, clicks(90_000)),
    });
    expect(await desk.metrics()).toEqual([{ opened: 0, clicked: 1 }]);
  });

  test('and is an earlier open takes the place of the first one, and no webhook is told again', async () => {
    const desk = await aDesk();
    const email = await desk.sent();
    await desk.happens(email, opens(0));
    await holdsOver(service);

    await desk.happens(email, opens(-dayMs));
    await holdsOver(service);

    expect(await desk.timeline(email)).toEqual([`open ${timeOf(email, opens(-dayMs))}`]);
    expect((await desk.seen(email)).opened_at).toBe(timeOf(email, opens(-dayMs)));
    expect(await desk.metrics(2)).toEqual([
      { opened: 1, clicked: 0 },
      { opened: 0, clicked: 0 },
    ]);
    expect([...desk.told().values()].map(({ occurred_at }) => occurred_at)).toEqual([
      timeOf(email, opens(0)),
    ]);
    expect(await desk.owedAt()).toHaveLength(1);
  });

  test('and is a later open changes nothing', async () => {
    const desk = await aDesk();
    const email = await desk.sent();
    await desk.happens(email, opens(0));
    await holdsOver(service);
    const before = await desk.seen(email);

    await desk.happens(email, opens(60_000));
    await holdsOver(service);

    expect(await desk.seen(email)).toEqual(before);
    expect(await desk.metrics()).toEqual([{ opened: 1, clicked: 0 }]);
    expect(await desk.owedAt()).toHaveLength(1);
  });

  test('takes the open back that was told: the next one of a reader is shown and counted, and told no more', async () => {
    const desk = await aDesk();
    const email = await desk.sent();
    await desk.happens(email, opens(0));
    await holdsOver(service);

    await desk.happens(email, clicks(1_000, one), clicks(1_500, two));
    await holdsOver(service);
    const scanned = await desk.seen(email);
    await desk.happens(email, opens(60_000));
    await holdsOver(service);

    expect(scanned).toEqual(nothing);
    expect(await desk.timeline(email)).toEqual([`open ${timeOf(email, opens(60_000))}`]);
    expect(await desk.metrics()).toEqual([{ opened: 1, clicked: 0 }]);
    expect((await desk.owedAt()).map(({ event }) => event)).toEqual(['open']);
  });
});

test('reports that come ten times at once change nothing, and nor do they an hour later', async () => {
  const desk = await aDesk();
  const email = await desk.sent();
  const acts = [opens(0), clicks(20_000, one), clicks(60_000, one), clicks(60_500, two)];
  const tenTimes = Array.from({ length: 10 }, () => acts).flat();

  await desk.happens(email, ...tenTimes);
  await holdsOver(service);
  const once = await desk.seen(email);
  await service.advance(hourMs);
  await desk.happens(email, ...tenTimes);
  await holdsOver(service);

  expect(await desk.timeline(email)).toEqual([
    `open ${timeOf(email, opens(0))}`,
    `click ${timeOf(email, clicks(20_000))} ${one}`,
  ]);
  expect(await desk.seen(email)).toEqual(once);
  expect(await desk.metrics()).toEqual([{ opened: 1, clicked: 1 }]);
  expect(await desk.owedAt()).toHaveLength(2);
  expect(desk.told().size).toBe(2);
});

describe('days later', () => {
  useTravellingRuntime();

  beforeAll(() => service.control('PATCH', '/settings', { auto_delivery: false }));

  test('reports that come again days later change nothing', async () => {
    const desk = await aDesk();
    const email = await desk.sent();
    const acts = [opens(0), clicks(20_000, one)];
    await desk.happens(email, ...acts);
    await holdsOver(service);
    const once = await desk.seen(email);

    await service.advance(3 * dayMs);
    await desk.happens(email, ...acts);
    await holdsOver(service);

    expect(await desk.seen(email)).toEqual(once);
    expect(await desk.metrics(4)).toEqual([
      { opened: 1, clicked: 1 },
      ...Array.from({ length: 3 }, () => ({ opened: 0, clicked: 0 })),
    ]);
    expect(await desk.owedAt()).toHaveLength(2);
  });
});
