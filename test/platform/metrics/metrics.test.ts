import fc from 'fast-check';
import { emailRoutes } from '../../../functions/api/emails/routes';
import { lastDays } from '../../../shared/domain/platform/metrics/window';
import { readParameters } from '../../../shared/http/parameters';
import { aDomain, anEmail, aWorkspace } from '../../support/factories';
import { timeAfterAcceptance, sesEvents, type ReportedEmail } from '../../support/ses-events';
import { useService, useTimeTravelRuntime } from '../../support/use-service';

const service = useService();

beforeAll(async () => {
  await service.control('PATCH', '/settings', { auto_delivery: false });
});

afterEach(() => service.control('DELETE', '/faults'));

const dayMs = 86_400_000;
const zeroCounts = { sent: 0, delivered: 0, bounced: 0, complained: 0, opened: 0, clicked: 0 };
const zeroRates = { bounce_rate: 0, complaint_rate: 0, open_rate: 0, click_rate: 0 };

/** Creates a workspace that can send email. */
async function aSender() {
  const workspace = await aWorkspace(service);
  const from = `desk@${(await aDomain(service, workspace.id)).domain}`;
  const metrics = async (query = '?days=1') =>
    (await service.api('GET', `/v1/emails/metrics${query}`, { key: workspace.key })).body;
  const send = async (overrides: Record<string, unknown> = {}): Promise<ReportedEmail> => {
    const body = anEmail({ from, ...overrides });
    const { id } = (await service.api('POST', '/v1/emails', { key: workspace.key, body })).body;
    await service.settle();
    const [mail] = await service.outbox(`?message_id=${id}`);
    return { id, workspaceId: workspace.id, acceptedAt: String(mail?.['at']) };
  };
  return { workspace, metrics, send };
}

async function publishSesEvents(...events: object[]): Promise<void> {
  await Promise.all(events.map((event) => service.control('POST', '/provider-events', event)));
  await service.settle();
}

const today = async () => (await service.now()).slice(0, 10);

// EV-22, EV-24
test('a workspace that has not sent email has thirty days of zeros, ending today', async () => {
  const { metrics } = await aSender();

  const result = await metrics('');

  const to = await today();
  const from = new Date(Date.parse(to) - 29 * dayMs).toISOString().slice(0, 10);
  expect(result).toEqual({
    days: 30,
    from,
    to,
    totals: { ...zeroCounts, ...zeroRates },
    daily: Array.from({ length: 30 }, (_, index) => ({
      date: new Date(Date.parse(from) + index * dayMs).toISOString().slice(0, 10),
      ...zeroCounts,
    })),
  });
});

// EV-23
test('`sent` counts recipients, and all other metrics count SES events', async () => {
  const { metrics, send } = await aSender();
  const email = await send({ to: 'a@example.com', cc: ['b@example.com'], bcc: ['c@example.com'] });

  await publishSesEvents(
    sesEvents.delivery(email, 1, ['a@example.com', 'b@example.com']),
    sesEvents.delivery(email, 2, ['a@example.com']),
    sesEvents.bounce(email, 3, { recipients: [{ emailAddress: 'c@example.com' }] }),
    sesEvents.complaint(email, 4, 'b@example.com'),
  );

  expect((await metrics()).totals).toEqual({
    ...zeroCounts,
    sent: 3,
    delivered: 3,
    bounced: 1,
    complained: 1,
    ...zeroRates,
    complaint_rate: 0.3333,
  });
});

// EV-24
test('the bounce rate counts only permanent bounces and has four decimals', async () => {
  const { metrics, send } = await aSender();
  const emails = [await send(), await send(), await send()];

  await publishSesEvents(
    ...emails.map((email, index) =>
      sesEvents.bounce(email, 1, { type: index < 2 ? 'Transient' : 'Permanent' }),
    ),
  );

  expect((await metrics()).totals).toMatchObject({ sent: 3, bounced: 3, bounce_rate: 0.3333 });
});

test('an SES event that arrives ten times is counted once', async () => {
  const { metrics, send } = await aSender();
  const email = await send();
  const delivery = sesEvents.delivery(email, 1);

  await publishSesEvents(...Array.from({ length: 10 }, () => delivery));
  await publishSesEvents(delivery);

  expect((await metrics()).totals).toMatchObject({ sent: 1, delivered: 1 });
});

test('delays, rejects and rendering failures are not counted', async () => {
  const { metrics, send } = await aSender();
  const email = await send();
  const mail = sesEvents.send(email);

  await publishSesEvents(
    { ...mail, eventType: 'Reject', reject: { reason: 'Bad content' } },
    { ...mail, eventType: 'Rendering Failure', failure: { errorMessage: 'x' } },
    {
      ...mail,
      eventType: 'DeliveryDelay',
      deliveryDelay: {
        timestamp: timeAfterAcceptance(email, 1),
        delayType: 'MailboxFull',
        delayedRecipients: [],
      },
    },
  );

  expect((await metrics()).totals).toEqual({ ...zeroCounts, sent: 1, ...zeroRates });
});

test('an SES event is counted on the UTC day on which it occurred, even if it arrives on a later day', async () => {
  const { metrics, send } = await aSender();
  const email = await send();
  const [yesterday, lastMonth] = [-dayMs / 1000, (-31 * dayMs) / 1000];

  await publishSesEvents(sesEvents.delivery(email, yesterday), sesEvents.delivery(email, lastMonth));

  const result = await metrics('?days=2');
  expect(result.daily).toMatchObject([
    { sent: 0, delivered: 1 },
    { sent: 1, delivered: 0 },
  ]);
  expect((await metrics('')).totals.delivered).toBe(1);
  expect((await metrics('?days=32')).totals.delivered).toBe(2);
});

test('a batch of SES events needs one batch read and one metrics write per workspace and day', async () => {
  const { metrics, send } = await aSender();
  const email = await send();
  const since = await service.now();
  const count = 40;

  await publishSesEvents(
    ...Array.from({ length: count }, (_, index) => sesEvents.delivery(email, index + 1)),
  );

  const calls = (await service.calls(since)).filter((row) => row.function.endsWith('-recordEmailEvents'));
  const invocations = new Set(calls.map((row) => row.request_id)).size;
  const countOf = (operationName: string): number =>
    calls.filter(({ operation }) => operation === operationName).length;
  const metricsWrites = countOf('UpdateItem') - count;
  expect((await metrics()).totals.delivered).toBe(count);
  // Besides the metrics, each Delivery event updates the status of an email at most once.
  expect(metricsWrites).toBeLessThanOrEqual(invocations);
  // The batch read loads the email, and the query loads the endpoints of its workspace.
  expect([countOf('GetItem'), countOf('BatchGetItem'), countOf('Query')]).toEqual([
    0,
    invocations,
    invocations,
  ]);
});

test('a failed metrics write does not block the processing of SES events', async () => {
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

  await publishSesEvents(sesEvents.delivery(email, 1));
  await publishSesEvents(sesEvents.delivery(email, 2));

  const result = await service.api('GET', `/v1/emails/${email.id}`, { key: workspace.key });
  expect(result.body.status).toBe('delivered');
  // The service prefers metrics that miss an event to metrics that count an event twice.
  expect((await metrics()).totals).toMatchObject({ sent: 1, delivered: 1 });
  await service.waitForOutput(/metrics not counted/);
});

test('a recorded SES event is counted once, even if its processing fails later and is retried', async () => {
  const { metrics, send } = await aSender();
  const email = await send();
  await service.control('POST', '/faults', {
    service: 'dynamodb',
    operation: 'UpdateItem',
    function: 'recordEmailEvents',
    error: 'ValidationException',
    times: 1,
  });

  await publishSesEvents(sesEvents.delivery(email, 1));
  const immediate = (await metrics()).totals.delivered;
  await service.advance(181_000);

  expect([immediate, (await metrics('?days=2')).totals.delivered]).toEqual([1, 1]);
});

test('a workspace does not see the metrics of another workspace', async () => {
  const [sender, otherWorkspace] = [await aSender(), await aSender()];

  await sender.send();

  expect((await sender.metrics()).totals.sent).toBe(1);
  expect((await otherWorkspace.metrics()).totals.sent).toBe(0);
});

// EV-21
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
])('GET /v1/emails/metrics%s returns %i days', async (query, days) => {
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
])('the value %s of `days` is read as %i', (text, days) => {
  expect(readDays(text)).toBe(days);
});

// EV-21
test('any value of `days` becomes an integer from 1 to 365', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.double().map(String)), (text) => {
      const days = Number(readDays(text));

      expect(Number.isInteger(days) && days >= 1 && days <= 365).toBe(true);
    }),
  );
});

test('the days are consecutive across months and leap days', () => {
  expect(lastDays(3, Date.parse('2028-03-01T00:00:00.000Z'))).toEqual([
    '2028-02-28',
    '2028-02-29',
    '2028-03-01',
  ]);
  expect(lastDays(2, Date.parse('2026-12-31T23:59:59.999Z'))).toEqual(['2026-12-30', '2026-12-31']);
});

describe('a day later', () => {
  useTimeTravelRuntime();

  test('email of the previous day is counted in yesterday’s row and not in a window of one day', async () => {
    const { metrics, send } = await aSender();
    await send();

    await service.advance(dayMs);

    const [oneDay, twoDays] = [await metrics(), await metrics('?days=2')];
    expect(oneDay.totals.sent).toBe(0);
    expect(twoDays.daily.map(({ sent }: { sent: number }) => sent)).toEqual([1, 0]);
  });
});
