import fc from 'fast-check';
import { emailRoutes } from '../../../functions/api/emails/routes';
import { lastDays } from '../../../shared/domain/platform/metrics/window';
import { readParameters } from '../../../shared/http/parameters';
import { aDomain, anEmail, aWorkspace } from '../../support/factories';
import { later, sesEvents, type Reported } from '../../support/ses-events';
import { theService, useTravellingRuntime } from '../../support/the-service';

const service = theService();

beforeAll(async () => {
  await service.control('PATCH', '/settings', { auto_delivery: false });
});

afterEach(() => service.control('DELETE', '/faults'));

const dayMs = 86_400_000;
const nothing = { sent: 0, delivered: 0, bounced: 0, complained: 0, opened: 0, clicked: 0 };
const noRates = { bounce_rate: 0, complaint_rate: 0, open_rate: 0, click_rate: 0 };

/** A workspace of its own that sends. */
async function aSender() {
  const workspace = await aWorkspace(service);
  const from = `desk@${(await aDomain(service, workspace.id)).domain}`;
  const metrics = async (query = '?days=1') =>
    (await service.api('GET', `/v1/emails/metrics${query}`, { key: workspace.key })).body;
  const send = async (overrides: Record<string, unknown> = {}): Promise<Reported> => {
    const body = anEmail({ from, ...overrides });
    const { id } = (await service.api('POST', '/v1/emails', { key: workspace.key, body })).body;
    await service.settle();
    const [mail] = await service.outbox(`?message_id=${id}`);
    return { id, workspaceId: workspace.id, acceptedAt: String(mail?.['at']) };
  };
  return { workspace, metrics, send };
}

async function publish(...events: object[]): Promise<void> {
  await Promise.all(events.map((event) => service.control('POST', '/provider-events', event)));
  await service.settle();
}

const today = async () => (await service.now()).slice(0, 10);

test('a workspace that never sent gets thirty days of nothing, today last', async () => {
  const { metrics } = await aSender();

  const seen = await metrics('');

  const to = await today();
  const from = new Date(Date.parse(to) - 29 * dayMs).toISOString().slice(0, 10);
  expect(seen).toEqual({
    days: 30,
    from,
    to,
    totals: { ...nothing, ...noRates },
    daily: Array.from({ length: 30 }, (_, n) => ({
      date: new Date(Date.parse(from) + n * dayMs).toISOString().slice(0, 10),
      ...nothing,
    })),
  });
});

test('sent counts recipients, everything else counts notices', async () => {
  const { metrics, send } = await aSender();
  const email = await send({ to: 'a@example.com', cc: ['b@example.com'], bcc: ['c@example.com'] });

  await publish(
    sesEvents.delivery(email, 1, ['a@example.com', 'b@example.com']),
    sesEvents.delivery(email, 2, ['a@example.com']),
    sesEvents.bounce(email, 3, { recipients: [{ emailAddress: 'c@example.com' }] }),
    sesEvents.complaint(email, 4, 'b@example.com'),
  );

  expect((await metrics()).totals).toEqual({
    ...nothing,
    sent: 3,
    delivered: 3,
    bounced: 1,
    complained: 1,
    ...noRates,
    complaint_rate: 0.3333,
  });
});

test('the bounce rate counts permanent bounces only, with four decimals', async () => {
  const { metrics, send } = await aSender();
  const emails = [await send(), await send(), await send()];

  await publish(
    ...emails.map((email, n) => sesEvents.bounce(email, 1, { type: n < 2 ? 'Transient' : 'Permanent' })),
  );

  expect((await metrics()).totals).toMatchObject({ sent: 3, bounced: 3, bounce_rate: 0.3333 });
});

test('a notice that comes ten times counts once', async () => {
  const { metrics, send } = await aSender();
  const email = await send();
  const delivery = sesEvents.delivery(email, 1);

  await publish(...Array.from({ length: 10 }, () => delivery));
  await publish(delivery);

  expect((await metrics()).totals).toMatchObject({ sent: 1, delivered: 1 });
});

test('delays, rejects and rendering failures count nothing', async () => {
  const { metrics, send } = await aSender();
  const email = await send();
  const mail = sesEvents.send(email);

  await publish(
    { ...mail, eventType: 'Reject', reject: { reason: 'Bad content' } },
    { ...mail, eventType: 'Rendering Failure', failure: { errorMessage: 'x' } },
    {
      ...mail,
      eventType: 'DeliveryDelay',
      deliveryDelay: { timestamp: later(email, 1), delayType: 'MailboxFull', delayedRecipients: [] },
    },
  );

  expect((await metrics()).totals).toEqual({ ...nothing, sent: 1, ...noRates });
});

test('a notice counts on the UTC day on which it happened, also when it comes later', async () => {
  const { metrics, send } = await aSender();
  const email = await send();
  const [yesterday, lastMonth] = [-dayMs / 1000, (-31 * dayMs) / 1000];

  await publish(sesEvents.delivery(email, yesterday), sesEvents.delivery(email, lastMonth));

  const seen = await metrics('?days=2');
  expect(seen.daily).toMatchObject([
    { sent: 0, delivered: 1 },
    { sent: 1, delivered: 0 },
  ]);
  expect((await metrics('')).totals.delivered).toBe(1);
  expect((await metrics('?days=32')).totals.delivered).toBe(2);
});

test('a whole batch of notices is read for together, and one write for each workspace and day', async () => {
  const { metrics, send } = await aSender();
  const email = await send();
  const since = await service.now();
  const count = 40;

  await publish(...Array.from({ length: count }, (_, n) => sesEvents.delivery(email, n + 1)));

  const calls = (await service.calls(since)).filter((row) => row.function.endsWith('-recordEmailEvents'));
  const invocations = new Set(calls.map((row) => row.request_id)).size;
  const times = (wanted: string): number => calls.filter(({ operation }) => operation === wanted).length;
  const metricsWrites = times('UpdateItem') - count;
  expect((await metrics()).totals.delivered).toBe(count);
  // Beside the metrics, each delivery moves the status at most once.
  expect(metricsWrites).toBeLessThanOrEqual(invocations);
  // The email, and the endpoints of its workspace.
  expect([times('GetItem'), times('BatchGetItem'), times('Query')]).toEqual([0, invocations, invocations]);
});

test('metrics that cannot be written hold up no notice', async () => {
  const { workspace, metrics, send } = await aSender();
  const email = await send();
  await service.control('POST', '/faults', {
    service: 'dynamodb',
    operation: 'UpdateItem',
    function: 'recordEmailEvents',
    error: 'ValidationException',
    skip: 1,
    times: 1,
  });

  await publish(sesEvents.delivery(email, 1));
  await publish(sesEvents.delivery(email, 2));

  const seen = await service.api('GET', `/v1/emails/${email.id}`, { key: workspace.key });
  expect(seen.body.status).toBe('delivered');
  // It undercounts rather than count a notice again.
  expect((await metrics()).totals).toMatchObject({ sent: 1, delivered: 1 });
  await service.printed(/metrics not counted/);
});

test('what was recorded counts, also when the notice fails afterwards and comes again', async () => {
  const { metrics, send } = await aSender();
  const email = await send();
  await service.control('POST', '/faults', {
    service: 'dynamodb',
    operation: 'UpdateItem',
    function: 'recordEmailEvents',
    error: 'ValidationException',
    times: 1,
  });

  await publish(sesEvents.delivery(email, 1));
  const atOnce = (await metrics()).totals.delivered;
  await service.advance(181_000);

  expect([atOnce, (await metrics('?days=2')).totals.delivered]).toEqual([1, 1]);
});

test('one workspace does not see what another one sent', async () => {
  const [one, other] = [await aSender(), await aSender()];

  await one.send();

  expect((await one.metrics()).totals.sent).toBe(1);
  expect((await other.metrics()).totals.sent).toBe(0);
});

test.each([
  ['', 30],
  ['?days=', 30],
  ['?days=0', 30],
  ['?days=abc', 30],
  ['?days=-3', 1],
  ['?days=1', 1],
  ['?days=7.9', 7],
  ['?days=365', 365],
  ['?days=366', 365],
  ['?days=3&days=9', 9],
])('GET /v1/emails/metrics%s looks at %i days', async (query, days) => {
  const { status, body } = await service.api('GET', `/v1/emails/metrics${query}`);

  expect(status).toBe(200);
  expect([body.days, body.daily.length]).toEqual([days, days]);
});

const readDays = (text: string | undefined) =>
  readParameters(emailRoutes.getEmailMetrics.query, { days: text === undefined ? undefined : [text] })[
    'days'
  ];

test.each([
  [undefined, 30],
  ['NaN', 30],
  ['0.9', 30],
  ['-0.9', 30],
  ['-1', 1],
  ['-Infinity', 1],
  ['1.999', 1],
  ['1e2', 100],
  ['364.9', 364],
  ['1e9', 365],
  ['Infinity', 365],
])('days=%s means %i', (text, days) => {
  expect(readDays(text)).toBe(days);
});

test('whatever is given, it is a whole number of days from 1 to 365', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.double().map(String)), (text) => {
      const days = Number(readDays(text));

      expect(Number.isInteger(days) && days >= 1 && days <= 365).toBe(true);
    }),
  );
});

test('the days follow each other over months and leap days', () => {
  expect(lastDays(3, Date.parse('2028-03-01T00:00:00.000Z'))).toEqual([
    '2028-02-28',
    '2028-02-29',
    '2028-03-01',
  ]);
  expect(lastDays(2, Date.parse('2026-12-31T23:59:59.999Z'))).toEqual(['2026-12-30', '2026-12-31']);
});

describe('a day later', () => {
  useTravellingRuntime();

  test('mail of the day before is in yesterday, and falls out of a window of one day', async () => {
    const { metrics, send } = await aSender();
    await send();

    await service.advance(dayMs);

    const [day, two] = [await metrics(), await metrics('?days=2')];
    expect(day.totals.sent).toBe(0);
    expect(two.daily.map(({ sent }: { sent: number }) => sent)).toEqual([1, 0]);
  });
});
