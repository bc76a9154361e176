import { dayMs, hourMs } from '../../../shared/core/time';
import { clickAt, openAt, timeOf } from '../../support/engagement';
import { ContactsWorkspace } from '../../support/contacts-workspace';
import { aDomain } from '../../support/factories';
import { readClockMs } from '../../support/scheduled-sends';
import { advancePastHolds, TrackedWorkspace } from '../../support/tracked-workspace';
import { anId } from '../../support/matchers';
import { createTestWorkspace } from '../../support/test-workspace';
import { useService, useTimeTravelRuntime } from '../../support/use-service';

const service = useService();

const trackedWorkspaces: TrackedWorkspace[] = [];

beforeAll(async () => {
  await service.control('PATCH', '/settings', { auto_delivery: false });
});

afterAll(() => Promise.all(trackedWorkspaces.map((tracked) => tracked.stop())));

async function createTrackedWorkspace(): Promise<TrackedWorkspace> {
  const tracked = await TrackedWorkspace.create(service, createTestWorkspace(service, { marketing: true }));
  trackedWorkspaces.push(tracked);
  return tracked;
}

const [firstLink, secondLink] = ['https://acme.example/one', 'https://acme.example/two?a=1&b=%20#c'];
const noEngagement = { opened_at: null, clicked_at: null, events: [] };

describe.each(['transactional', 'marketing'])('engagement of a %s email', (risk_class) => {
  test('an open and a click are shown, counted and published after they are classified', async () => {
    const tracked = await createTrackedWorkspace();
    const email = await tracked.send({ to: 'Kim <Kim@Example.com>', risk_class });
    const [open, click] = [openAt(1_000), clickAt(60_000, secondLink)];

    await tracked.reportThroughSes(email, open, click);
    await advancePastHolds(service);

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
    expect(await tracked.readEngagement(email)).toEqual({
      opened_at: openedAt,
      clicked_at: clickedAt,
      events: [
        { ...event, type: 'open', detail: null, occurred_at: openedAt },
        { ...event, type: 'click', detail: secondLink, occurred_at: clickedAt },
      ],
    });
    expect(await tracked.metrics()).toEqual([{ opened: 1, clicked: 1 }]);
    expect(
      [...tracked.publishedEvents().values()].sort((a, b) =>
        String(a['type']) < String(b['type']) ? -1 : 1,
      ),
    ).toEqual([
      { ...payload, type: 'click', link: secondLink, occurred_at: clickedAt },
      { ...payload, type: 'open', link: null, occurred_at: openedAt },
    ]);
  });
});

test('the list of emails shows the same times as the email', async () => {
  const tracked = await createTrackedWorkspace();
  const email = await tracked.send();

  await tracked.reportThroughSes(email, openAt(1_000), clickAt(60_000));
  await advancePastHolds(service);

  expect(await tracked.workspace.listEmails()).toMatchObject([
    { id: email.id, opened_at: timeOf(email, openAt(1_000)), clicked_at: timeOf(email, clickAt(60_000)) },
  ]);
});

// EV-13
test('a click is hidden until the hold time of clicks ends, and an open until the longer hold time of opens ends', async () => {
  const tracked = await createTrackedWorkspace();
  const email = await tracked.send();
  const isBefore = async (ms: number) => (await readClockMs(service)) < reportedAt + ms;
  const observe = async () => ({
    seen: await tracked.readEngagement(email),
    metrics: await tracked.metrics(),
    publishedEvents: tracked.publishedEvents().size,
  });
  const noTrace = { seen: noEngagement, metrics: [{ opened: 0, clicked: 0 }], publishedEvents: 0 };
  const reportedAt = await readClockMs(service);

  await tracked.reportThroughSes(email, openAt(0), clickAt(20_000, firstLink));
  const immediate = await observe();
  // On a slow machine, the read may happen after the hold time has ended.
  const isHeld = await isBefore(5_000);
  await service.advance(5_000);
  const [afterClick, isOpenHeld] = [await observe(), await isBefore(15_000)];
  await service.advance(10_500);

  expect(isHeld ? immediate : noTrace).toEqual(noTrace);
  expect(afterClick.seen.clicked_at).toBe(timeOf(email, clickAt(20_000)));
  expect(isOpenHeld ? afterClick.seen.opened_at : null).toBeNull();
  expect((await tracked.readEngagement(email)).opened_at).toBe(timeOf(email, openAt(0)));
});

// W-30
test('a click is published at least five seconds after its report, and an open at least fifteen seconds', async () => {
  const tracked = await createTrackedWorkspace();
  const email = await tracked.send();

  await tracked.reportThroughSes(email, openAt(0), clickAt(20_000));
  await advancePastHolds(service);

  const { events } = await tracked.readEngagement(email);
  const reportedAt = (type: string) =>
    Date.parse(String(events.find((each) => each['type'] === type)?.['created_at']));
  const deliveries = await tracked.deliveryTimes();
  const heldMs = deliveries.map(({ event, at }) => [event, at - reportedAt(event)] as const);
  expect(deliveries.map(({ event }) => event).sort()).toEqual(['click', 'open']);
  for (const [event, ms] of heldMs) expect(ms).toBeGreaterThanOrEqual(event === 'click' ? 5_000 : 15_000);
});

test('a receiver that reads the email when the webhook arrives sees the event', async () => {
  const tracked = await createTrackedWorkspace();
  const email = await tracked.send();
  // Slow writes reveal a service that publishes the webhook before it writes the event.
  await service.control('POST', '/faults', {
    service: 'dynamodb',
    operation: 'UpdateItem',
    function: 'classifyEngagement',
    delay_ms: 300,
  });

  const observations = await tracked.observeOnPublish(
    () => tracked.readEngagement(email),
    async () => {
      await tracked.reportThroughSes(email, clickAt(20_000));
      await advancePastHolds(service);
    },
  );

  await service.control('DELETE', '/faults');
  expect(observations).toMatchObject([
    { clicked_at: timeOf(email, clickAt(20_000)), events: [{ type: 'click', detail: firstLink }] },
  ]);
});

// EV-7, W-30
test('only the first open but all clicks are shown, counted and published', async () => {
  const tracked = await createTrackedWorkspace();
  const email = await tracked.send();

  await tracked.reportThroughSes(
    email,
    openAt(9_000),
    openAt(3_000),
    openAt(50_000),
    clickAt(20_000),
    clickAt(20_500),
    clickAt(40_000, secondLink),
  );
  await advancePastHolds(service);

  expect(await tracked.timeline(email)).toEqual([
    `open ${timeOf(email, openAt(3_000))}`,
    `click ${timeOf(email, clickAt(20_000))} ${firstLink}`,
    `click ${timeOf(email, clickAt(20_500))} ${firstLink}`,
    `click ${timeOf(email, clickAt(40_000))} ${secondLink}`,
  ]);
  expect(await tracked.readEngagement(email)).toMatchObject({
    opened_at: timeOf(email, openAt(3_000)),
    clicked_at: timeOf(email, clickAt(20_000)),
  });
  expect(await tracked.metrics()).toEqual([{ opened: 1, clicked: 3 }]);
  expect((await tracked.deliveryTimes()).map(({ event }) => event).sort()).toEqual([
    'click',
    'click',
    'click',
    'open',
  ]);
});

// EV-13, EV-17
test("a scanner's opens and clicks are not recorded, but a reader's later opens and clicks are", async () => {
  const tracked = await createTrackedWorkspace();
  const [scannedEmail, readEmail] = [await tracked.send(), await tracked.send()];
  const scannerInteractions = [
    openAt(0),
    clickAt(9_000, firstLink),
    clickAt(9_500, secondLink),
    openAt(19_500),
  ];

  await tracked.reportThroughSes(scannedEmail, ...scannerInteractions);
  await tracked.reportThroughSes(
    readEmail,
    ...scannerInteractions,
    openAt(19_501),
    clickAt(60_000, secondLink),
  );
  await advancePastHolds(service);

  expect(await tracked.readEngagement(scannedEmail)).toEqual(noEngagement);
  expect(await tracked.timeline(readEmail)).toEqual([
    `open ${timeOf(readEmail, openAt(19_501))}`,
    `click ${timeOf(readEmail, clickAt(60_000))} ${secondLink}`,
  ]);
  expect(await tracked.metrics()).toEqual([{ opened: 1, clicked: 1 }]);
  const publishedEvents = [...tracked.publishedEvents().values()];
  expect(publishedEvents.map(({ message_id, occurred_at }) => [message_id, occurred_at]).sort()).toEqual(
    [
      [readEmail.id, timeOf(readEmail, openAt(19_501))],
      [readEmail.id, timeOf(readEmail, clickAt(60_000))],
    ].sort(),
  );
});

test('opens and clicks are counted on the UTC day on which they occurred', async () => {
  const tracked = await createTrackedWorkspace();
  const email = await tracked.send();
  const midnight = Math.floor(Date.parse(email.acceptedAt) / dayMs) * dayMs - Date.parse(email.acceptedAt);

  await tracked.reportThroughSes(
    email,
    openAt(midnight - 1),
    clickAt(midnight, firstLink),
    clickAt(midnight - 60_000, firstLink),
  );
  await advancePastHolds(service);

  expect(await tracked.metrics(2)).toEqual([
    { opened: 1, clicked: 1 },
    { opened: 0, clicked: 1 },
  ]);
});

describe('without an active tracking host', () => {
  // EV-12
  test('for the sending domain, no engagement is published or recorded', async () => {
    const tracked = await createTrackedWorkspace();
    const { domain } = await aDomain(service, tracked.workspace.workspaceId, { tracking: false });
    const email = await tracked.send({ from: `desk@${domain}` });

    await tracked.reportThroughSes(email, openAt(0), clickAt(60_000));
    await tracked.reportDirectly(email, openAt(1_000), clickAt(61_000));
    await advancePastHolds(service);

    expect(await tracked.readEngagement(email)).toEqual(noEngagement);
    expect(await tracked.metrics()).toEqual([{ opened: 0, clicked: 0 }]);
    expect(await tracked.deliveryTimes()).toEqual([]);
  });

  test('later reports are not recorded, and earlier engagement remains', async () => {
    const tracked = await createTrackedWorkspace();
    const { domain, id } = await aDomain(service, tracked.workspace.workspaceId);
    const email = await tracked.send({ from: `desk@${domain}` });
    await tracked.reportDirectly(email, openAt(0));
    await advancePastHolds(service);

    await service.control('PUT', `/dns/link.${domain}`, { A: [] });
    await tracked.workspace.api('POST', `/v1/domains/${id}/verify`);
    await tracked.reportDirectly(email, clickAt(60_000));
    await advancePastHolds(service);

    expect(await tracked.timeline(email)).toEqual([`open ${timeOf(email, openAt(0))}`]);
    expect(await tracked.metrics()).toEqual([{ opened: 1, clicked: 0 }]);
  });
});

describe('a late report', () => {
  test('that attributes a click to a scanner hides that click and the open, and makes a later click the first click', async () => {
    const tracked = await createTrackedWorkspace();
    const email = await tracked.send();
    await tracked.reportThroughSes(
      email,
      openAt(15_000),
      clickAt(20_000, firstLink),
      clickAt(90_000, secondLink),
    );
    await advancePastHolds(service);
    const before = await tracked.timeline(email);

    await tracked.reportThroughSes(email, clickAt(22_000, secondLink));
    await advancePastHolds(service);

    expect(before).toHaveLength(3);
    expect(await tracked.timeline(email)).toEqual([`click ${timeOf(email, clickAt(90_000))} ${secondLink}`]);
    expect(await tracked.readEngagement(email)).toMatchObject({
      opened_at: null,
      clicked_at: timeOf(email, clickAt(90_000)),
    });
    expect(await tracked.metrics()).toEqual([{ opened: 0, clicked: 1 }]);
  });

  test('of an earlier open replaces the first open without publishing another webhook', async () => {
    const tracked = await createTrackedWorkspace();
    const email = await tracked.send();
    await tracked.reportThroughSes(email, openAt(0));
    await advancePastHolds(service);

    await tracked.reportThroughSes(email, openAt(-dayMs));
    await advancePastHolds(service);

    expect(await tracked.timeline(email)).toEqual([`open ${timeOf(email, openAt(-dayMs))}`]);
    expect((await tracked.readEngagement(email)).opened_at).toBe(timeOf(email, openAt(-dayMs)));
    expect(await tracked.metrics(2)).toEqual([
      { opened: 1, clicked: 0 },
      { opened: 0, clicked: 0 },
    ]);
    expect([...tracked.publishedEvents().values()].map(({ occurred_at }) => occurred_at)).toEqual([
      timeOf(email, openAt(0)),
    ]);
    expect(await tracked.deliveryTimes()).toHaveLength(1);
  });

  test('of a later open changes nothing', async () => {
    const tracked = await createTrackedWorkspace();
    const email = await tracked.send();
    await tracked.reportThroughSes(email, openAt(0));
    await advancePastHolds(service);
    const before = await tracked.readEngagement(email);

    await tracked.reportThroughSes(email, openAt(60_000));
    await advancePastHolds(service);

    expect(await tracked.readEngagement(email)).toEqual(before);
    expect(await tracked.metrics()).toEqual([{ opened: 1, clicked: 0 }]);
    expect(await tracked.deliveryTimes()).toHaveLength(1);
  });

  test("that hides a published open lets the reader's next open be shown and counted, but not published again", async () => {
    const tracked = await createTrackedWorkspace();
    const email = await tracked.send();
    await tracked.reportThroughSes(email, openAt(0));
    await advancePastHolds(service);

    await tracked.reportThroughSes(email, clickAt(1_000, firstLink), clickAt(1_500, secondLink));
    await advancePastHolds(service);
    const scannedEmail = await tracked.readEngagement(email);
    await tracked.reportThroughSes(email, openAt(60_000));
    await advancePastHolds(service);

    expect(scannedEmail).toEqual(noEngagement);
    expect(await tracked.timeline(email)).toEqual([`open ${timeOf(email, openAt(60_000))}`]);
    expect(await tracked.metrics()).toEqual([{ opened: 1, clicked: 0 }]);
    expect((await tracked.deliveryTimes()).map(({ event }) => event)).toEqual(['open']);
  });
});

test('interactions that are reported ten times concurrently and again an hour later are recorded once', async () => {
  const tracked = await createTrackedWorkspace();
  const email = await tracked.send();
  const interactions = [
    openAt(0),
    clickAt(20_000, firstLink),
    clickAt(60_000, firstLink),
    clickAt(60_500, secondLink),
  ];
  const repeatedInteractions = Array.from({ length: 10 }, () => interactions).flat();

  await tracked.reportThroughSes(email, ...repeatedInteractions);
  await advancePastHolds(service);
  const firstEngagement = await tracked.readEngagement(email);
  await service.advance(hourMs);
  await tracked.reportThroughSes(email, ...repeatedInteractions);
  await advancePastHolds(service);

  expect(await tracked.timeline(email)).toEqual([
    `open ${timeOf(email, openAt(0))}`,
    `click ${timeOf(email, clickAt(20_000))} ${firstLink}`,
  ]);
  expect(await tracked.readEngagement(email)).toEqual(firstEngagement);
  expect(await tracked.metrics()).toEqual([{ opened: 1, clicked: 1 }]);
  expect(await tracked.deliveryTimes()).toHaveLength(2);
  expect(tracked.publishedEvents().size).toBe(2);
});

describe('days later', () => {
  useTimeTravelRuntime();

  beforeAll(() => service.control('PATCH', '/settings', { auto_delivery: false }));

  test('reports that arrive again change nothing', async () => {
    const tracked = await createTrackedWorkspace();
    const email = await tracked.send();
    const interactions = [openAt(0), clickAt(20_000, firstLink)];
    await tracked.reportThroughSes(email, ...interactions);
    await advancePastHolds(service);
    const firstEngagement = await tracked.readEngagement(email);

    await service.advance(3 * dayMs);
    await tracked.reportThroughSes(email, ...interactions);
    await advancePastHolds(service);

    expect(await tracked.readEngagement(email)).toEqual(firstEngagement);
    expect(await tracked.metrics(4)).toEqual([
      { opened: 1, clicked: 1 },
      ...Array.from({ length: 3 }, () => ({ opened: 0, clicked: 0 })),
    ]);
    expect(await tracked.deliveryTimes()).toHaveLength(2);
  });
});

// EV-17, EV-20
test('an open sets last_opened_at of a contact, but not of an address that becomes a contact later', async () => {
  const tracked = await createTrackedWorkspace();
  const contacts = await ContactsWorkspace.create(service, {
    id: tracked.workspace.workspaceId,
    key: tracked.workspace.key,
  });
  await contacts.addContact('known@example.com');
  const [toContact, toStranger] = [
    await tracked.send({ to: 'known@example.com' }),
    await tracked.send({ to: 'later@example.com' }),
  ];

  await tracked.reportThroughSes(toContact, openAt(60_000));
  await tracked.reportThroughSes(toStranger, openAt(60_000));
  await advancePastHolds(service);
  await contacts.addContact('later@example.com');

  expect(await contacts.findContact('known@example.com')).toMatchObject({
    last_opened_at: timeOf(toContact, openAt(60_000)),
  });
  expect(await contacts.findContact('later@example.com')).toMatchObject({ last_opened_at: null });
});
