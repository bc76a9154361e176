import {
  advanceClockTo,
  listWorkerCalls,
  readClockMs,
  injectFault,
  createSchedulingWorkspace,
} from '../../support/scheduled-sends';
import { Service } from '../../support/service';
import { anError } from '../../support/matchers';
import type { TestWorkspace } from '../../support/test-workspace';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Long enough for the next attempt of a rescheduled email, which a sweep makes after five minutes. */
const untilNextPassMs = 10 * minuteMs + 1_000;

let service: Service;

beforeAll(async () => {
  service = await Service.start();
});

afterEach(() => service.control('DELETE', '/faults'));

afterAll(() => service.stop());

const toIso = (ms: number): string => new Date(ms).toISOString();

/** Returns the start of the minute that is `minutes` ahead. */
const startOfMinuteAhead = async (minutes: number): Promise<number> =>
  (Math.floor((await readClockMs(service)) / minuteMs) + minutes) * minuteMs;

/** Advances past the due time of an email that is due in a minute. */
const advancePastDue = (): Promise<unknown> => service.advance(minuteMs + 20_000);

const advancePastNextPass = (): Promise<unknown> => service.advance(untilNextPassMs);

/** Counts the attempts of due emails. Each attempt reads the suppressions of the recipients once. */
const countDeliveryAttempts = async (sinceMs: number): Promise<number> =>
  (await listWorkerCalls(service, 'runDueWork', sinceMs)).filter(
    ({ operation }) => operation === 'BatchGetItem',
  ).length;

async function advanceUntilAttempted(sinceMs: number, times: number): Promise<void> {
  for (let minutes = 0; minutes < 60 && (await countDeliveryAttempts(sinceMs)) < times; minutes++)
    await service.advance(minuteMs);
}

describe('a scheduled email', () => {
  // S-4
  test('is accepted with its due time and is not sent immediately', async () => {
    const sender = await createSchedulingWorkspace(service);
    const at = toIso((await readClockMs(service)) + 2 * hourMs);

    const { status, body } = await sender.send({ scheduled_at: at });

    expect(status).toBe(202);
    expect(body).toEqual({
      id: expect.any(String),
      status: 'scheduled',
      thread_id: expect.any(String),
      scheduled_at: at,
      skipped: false,
      reason: null,
      approval_id: null,
    });
    expect(await sender.getEmail(body.id)).toMatchObject({
      status: 'scheduled',
      to: ['kim@example.com'],
      scheduled_at: at,
      sent_at: null,
      provider_message_id: null,
      events: [],
    });
    expect((await sender.api('GET', '/v1/emails?status=scheduled')).body.data).toMatchObject([
      { id: body.id },
    ]);
    expect(await sender.outbox()).toEqual([]);
  });

  // S-6
  test('is sent with all its content and to all its recipients', async () => {
    const sender = await createSchedulingWorkspace(service);
    const content = Buffer.alloc(40_000, 'attached').toString('base64');
    const id = await sender.schedule({
      to: ['Kim <kim@example.com>', 'lee@example.com'],
      cc: ['cc@example.com'],
      bcc: ['bcc@example.com'],
      subject: 'Später',
      html: '<p>Grüße</p>',
      attachments: [{ filename: 'a.txt', content }],
    });

    await advancePastDue();

    const [mail] = await sender.mailsOf(id);
    expect(mail).toMatchObject({
      to: ['kim@example.com', 'lee@example.com'],
      cc: ['cc@example.com'],
      bcc: ['bcc@example.com'],
      tags: { message_id: id },
      size: expect.any(Number),
    });
    expect((mail as unknown as { size: number }).size).toBeGreaterThan(50_000);
    expect(await sender.getEmail(id)).toMatchObject({ status: 'delivered', subject: 'Später' });
  });

  // S-2
  test.each([
    ['', 'empty'],
    ['soon-ish', 'no time'],
    ['2026-02-31T10:00:00Z', 'a day that does not exist'],
    ['in 5 fortnights', 'an unknown unit'],
  ])('at %j (%s) is refused and not stored', async (scheduled_at) => {
    const sender = await createSchedulingWorkspace(service);

    const refused = await sender.send({ scheduled_at });

    expect(refused).toMatchObject({ status: 422, body: anError('invalid_schedule') });
    expect(await sender.listEmails()).toEqual([]);
  });

  // S-3
  test.each(['2020-01-01T00:00:00Z', 'in 0 minutes', '1 January 2021 10:00 UTC'])(
    'at %s, which is in the past, is sent on the next pass',
    async (scheduled_at) => {
      const sender = await createSchedulingWorkspace(service);

      const { body } = await sender.send({ scheduled_at });
      await service.advance(30_000);

      expect(body).toMatchObject({ status: 'scheduled', scheduled_at: expect.any(String) });
      expect(await sender.getEmail(body.id)).toMatchObject({
        status: 'delivered',
        scheduled_at: body.scheduled_at,
      });
      expect(await sender.mailsOf(body.id)).toHaveLength(1);
    },
  );

  // S-5
  test('is sent within a minute of its due time, for every form of scheduled_at and every delay', async () => {
    const sender = await createSchedulingWorkspace(service);
    const nextMinute = await startOfMinuteAhead(2);
    const forms = [
      'in 1 minute',
      'in 1.5 mins',
      'IN 5 MINUTES',
      'in 20 minutes',
      toIso(nextMinute),
      toIso(nextMinute + minuteMs - 1),
      toIso(nextMinute + 30_500),
      toIso(nextMinute + 14 * minuteMs),
      toIso(nextMinute + 15 * minuteMs),
      toIso(nextMinute + 16 * minuteMs + 59_999),
      toIso(nextMinute + 30 * minuteMs).replace('Z', '+00:00'),
    ];
    const ids = await Promise.all(forms.map((scheduled_at) => sender.schedule({ scheduled_at })));

    await advanceClockTo(service, nextMinute + 31 * minuteMs);

    const emails = await Promise.all(ids.map((id) => sender.getEmail(id)));
    const delaysMs = emails.map(
      ({ sent_at, scheduled_at }) => Date.parse(sent_at) - Date.parse(scheduled_at),
    );
    expect(emails.map(({ status }) => status)).toEqual(forms.map(() => 'delivered'));
    expect(delaysMs.filter((ms) => !(ms >= 0 && ms < minuteMs))).toEqual([]);
    const early = (await sender.outbox()).filter(({ message_id, at }) => {
      const email = emails.find(({ id }) => id === message_id);
      return Date.parse(at) < Date.parse(email.scheduled_at);
    });
    expect(early).toEqual([]);
  });

  test('is sent at the last moment of a minute although the wakeup fired early', async () => {
    const sender = await createSchedulingWorkspace(service);
    const nextMinute = await startOfMinuteAhead(2);
    // An SQS delay is in whole seconds, so this wakeup fires about 0.7 s before the minute begins.
    await advanceClockTo(service, nextMinute - 30_700);
    const id = await sender.schedule({ scheduled_at: toIso(nextMinute + minuteMs - 1) });

    await advanceClockTo(service, nextMinute + minuteMs + 10_000);

    expect(await sender.mailsOf(id)).toHaveLength(1);
  });

  // S-5
  test('is never sent before its due time', async () => {
    const sender = await createSchedulingWorkspace(service);
    const at = (await startOfMinuteAhead(3)) + 42_000;
    const id = await sender.schedule({ scheduled_at: toIso(at) });

    await advanceClockTo(service, at - 25_000);
    const before = await sender.outbox();
    await advanceClockTo(service, at + 1_000);

    expect(before).toEqual([]);
    expect(await sender.mailsOf(id)).toHaveLength(1);
  });

  // S-7
  test('counts its recipients when it is sent instead of when it is accepted', async () => {
    const sender = await createSchedulingWorkspace(service);
    await sender.schedule({ cc: ['lee@example.com'] });

    const before = await sender.getEmailsUsed();
    await advancePastDue();

    expect(before).toBe(0);
    expect(await sender.getEmailsUsed()).toBe(2);
  });

  test('is rejected immediately when no recipient remains', async () => {
    const sender = await createSchedulingWorkspace(service);
    await sender.api('POST', '/v1/suppressions', { email: 'kim@example.com' });

    const { status, body } = await sender.send();

    expect(status).toBe(202);
    expect(body).toMatchObject({ status: 'rejected', skipped: true, reason: 'suppressed:manual' });
  });

  test('is scheduled once under an Idempotency-Key, regardless of the number of repeated requests', async () => {
    const sender = await createSchedulingWorkspace(service);
    const headers = { 'Idempotency-Key': 'once' };

    const first = await sender.send({}, undefined, headers);
    const repeatResponses = await Promise.all([1, 2, 3].map(() => sender.send({}, undefined, headers)));
    await advancePastDue();
    const delaysMs = await sender.send({}, undefined, headers);

    for (const { status, body } of [...repeatResponses, delaysMs])
      expect({ status, body }).toEqual({ status: 202, body: first.body });
    expect(delaysMs.headers.get('idempotent-replay')).toBe('true');
    expect(await sender.outbox()).toHaveLength(1);
    expect(await sender.listEmails()).toHaveLength(1);
  });

  test('is scheduled once when ten requests under one key arrive concurrently', async () => {
    const sender = await createSchedulingWorkspace(service);
    const headers = { 'Idempotency-Key': 'together' };

    const responses = await Promise.all(
      Array.from({ length: 10 }, () => sender.send({}, undefined, headers)),
    );
    await advancePastDue();

    expect(new Set(responses.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
    expect(await sender.outbox()).toHaveLength(1);
  });
});

describe('the wakeup', () => {
  const createdSchedules = async (sinceMs: number) =>
    (await service.calls(toIso(sinceMs))).filter(({ operation }) => operation === 'CreateSchedule');

  test('of emails that are due in more than 15 minutes is one schedule per minute', async () => {
    const [sender, otherWorkspace] = await Promise.all([
      createSchedulingWorkspace(service),
      createSchedulingWorkspace(service),
    ]);
    const since = await readClockMs(service);
    const minute = await startOfMinuteAhead(40);

    await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        (at % 2 ? sender : otherWorkspace).schedule({ scheduled_at: toIso(minute + at * 7_000) }),
      ),
    );
    await sender.sendAll([{ scheduled_at: toIso(minute + 1) }, { scheduled_at: toIso(minute + 59_999) }]);

    const schedules = await createdSchedules(since);
    expect(schedules.filter(({ error }) => error === null)).toHaveLength(1);
    expect(schedules.filter(({ error }) => error !== null && error !== 'ConflictException')).toEqual([]);
    await advanceClockTo(service, minute + minuteMs);
    expect(await sender.outbox()).toHaveLength(6);
    expect(await otherWorkspace.outbox()).toHaveLength(4);
  });

  test('of emails that are due in two different minutes is two schedules', async () => {
    const sender = await createSchedulingWorkspace(service);
    const since = await readClockMs(service);
    const minute = await startOfMinuteAhead(60);

    await sender.schedule({ scheduled_at: toIso(minute + 59_999) });
    await sender.schedule({ scheduled_at: toIso(minute + 60_000) });

    const schedules = await createdSchedules(since);
    expect(schedules.filter(({ error }) => error === null)).toHaveLength(2);
  });

  test('of an email that is due sooner is a delayed SQS message', async () => {
    const sender = await createSchedulingWorkspace(service);
    const since = await readClockMs(service);

    await sender.schedule({ scheduled_at: 'in 14 minutes' });

    const calls = (await service.calls(toIso(since))).filter((row) => row.function.endsWith('-sendEmail'));
    expect(calls.filter(({ service: name }) => name === 'sqs').map(({ operation }) => operation)).toEqual([
      'SendMessageBatch',
    ]);
    expect(await createdSchedules(since)).toEqual([]);
  });

  test.each([
    ['scheduler CreateSchedule', 30],
    ['sqs SendMessageBatch', 10],
  ])(
    'that cannot be scheduled (%s) does not prevent the email, which the sweep sends',
    async (at, minutes) => {
      const sender = await createSchedulingWorkspace(service);
      await injectFault(service, at, { error: 'InternalServerException', function: 'sendEmail' });

      const { status, body } = await sender.send({ scheduled_at: `in ${minutes} minutes` });
      await service.control('DELETE', '/faults');
      await service.advance((minutes + 6) * minuteMs);

      expect(status).toBe(202);
      const { status: now, sent_at, scheduled_at } = await sender.getEmail(body.id);
      expect(now).toBe('delivered');
      expect(Date.parse(sent_at) - Date.parse(scheduled_at)).toBeGreaterThanOrEqual(0);
      // The sweep runs at least once in the idle time, and the clock continues during the sweep.
      expect(Date.parse(sent_at) - Date.parse(scheduled_at)).toBeLessThan(7 * minuteMs);
      expect(await sender.mailsOf(body.id)).toHaveLength(1);
    },
  );
});

describe('while a scheduled email is being sent', () => {
  // S-18
  test('its status is queued, and a cancel request is refused with that status', async () => {
    const sender = await createSchedulingWorkspace(service);
    const id = await sender.schedule();
    await injectFault(service, 'sesv2 SendEmail', { delay_ms: 6_000, times: 1, function: 'runDueWork' });

    const clockAdvance = advancePastDue();
    while ((await sender.getStatus(id)) === 'scheduled')
      await new Promise((resolve) => setTimeout(resolve, 20));
    const intermediate = await sender.getEmail(id);
    const refused = await sender.cancel(id);
    await clockAdvance;

    expect(intermediate).toMatchObject({ status: 'queued', scheduled_at: expect.any(String), sent_at: null });
    expect(refused).toMatchObject({ status: 409, body: anError('invalid_state') });
    expect(refused.body.error.message).toContain('queued');
    expect(await sender.getStatus(id)).toBe('delivered');
    expect(await sender.mailsOf(id)).toHaveLength(1);
  });
});

describe('a due email that exceeds the plan', () => {
  const planLocks = [
    {
      lock: { plan: 'free', emails_used: 3_000 },
      key: { plan: 'paid' },
      name: 'an exhausted free plan',
    },
    {
      lock: { payment_method_verified: false },
      key: { payment_method_verified: true },
      name: 'a missing payment method',
    },
    { lock: { billing_past_due: true }, key: { billing_past_due: false }, name: 'an unpaid subscription' },
    {
      lock: { budget_cents: 0, budget_applies_to: 'all' },
      key: { budget_cents: null },
      name: 'an exhausted budget',
    },
  ];

  // S-11
  test('waits for hours under any billing refusal without being counted, and is sent when the plan allows the send', async () => {
    const senders = await Promise.all(planLocks.map(() => createSchedulingWorkspace(service)));
    const ids = await Promise.all(senders.map((sender) => sender.schedule()));
    const statuses = () => Promise.all(senders.map((sender, index) => sender.getStatus(ids[index] ?? '')));
    await Promise.all(senders.map((sender, at) => sender.updateWorkspace(planLocks[at]?.lock ?? {})));
    const since = await readClockMs(service);

    await service.advance(45 * minuteMs);
    const intermediate = await statuses();
    const attempts = await countDeliveryAttempts(since);
    const outboxes = await Promise.all(senders.map((sender) => sender.outbox()));
    await Promise.all(senders.map((sender, at) => sender.updateWorkspace(planLocks[at]?.key ?? {})));
    await advancePastNextPass();

    expect(intermediate).toEqual(planLocks.map(() => 'scheduled'));
    expect(attempts).toBeGreaterThan(5 * planLocks.length);
    expect(outboxes.flat()).toEqual([]);
    expect(await statuses()).toEqual(planLocks.map(() => 'delivered'));
    for (const sender of senders) expect(await sender.outbox()).toHaveLength(1);
  });

  test('waits although the plan allowed other emails that were due at the same time', async () => {
    const sender = await createSchedulingWorkspace(service, { plan: 'free', emails_used: 2_997 });
    const ids = await Promise.all(Array.from({ length: 6 }, () => sender.schedule()));

    await advancePastDue();

    const statuses = await Promise.all(ids.map((id) => sender.getStatus(id)));
    expect(statuses.sort()).toEqual([...Array(3).fill('delivered'), ...Array(3).fill('scheduled')]);
    expect(await sender.outbox()).toHaveLength(3);
    expect(await sender.getEmailsUsed()).toBe(3_000);
    // Otherwise, the emails would be sent during later tests.
    await Promise.all(ids.map((id) => sender.cancel(id)));
  });
});

describe('a due email', () => {
  const holdReasons = [
    {
      name: 'throttling',
      request: {},
      hold: () =>
        injectFault(service, 'sesv2 SendEmail', {
          error: 'TooManyRequestsException',
          function: 'runDueWork',
        }),
      release: () => service.control('DELETE', '/faults'),
    },
    {
      name: 'a suspension',
      request: {},
      hold: (sender: TestWorkspace) => sender.updateWorkspace({ suspended_reason: 'spam' }),
      release: (sender: TestWorkspace) => sender.updateWorkspace({ suspended_reason: null }),
    },
    {
      name: 'a missing postal address',
      request: { risk_class: 'marketing' },
      hold: (sender: TestWorkspace) => sender.updateWorkspace({ postal_address: null }),
      release: (sender: TestWorkspace) => sender.updateWorkspace({ postal_address: '2 High Street' }),
    },
  ];

  // S-12
  test.each(holdReasons)(
    'is rescheduled because of $name, sent on a later pass, and counted once',
    async ({ request, hold, release }) => {
      const sender = await createSchedulingWorkspace(service);
      const id = await sender.schedule(request);
      await hold(sender);

      await advancePastDue();
      const intermediate = await sender.getEmail(id);
      await release(sender);
      await advancePastNextPass();

      expect(intermediate).toMatchObject({ status: 'scheduled', sent_at: null, events: [] });
      expect(await sender.getStatus(id)).toBe('delivered');
      expect(await sender.mailsOf(id)).toHaveLength(1);
      expect(await sender.getEmailsUsed()).toBe(1);
    },
  );

  // S-13
  test('is rescheduled at most four times, and fails without being counted at the fifth attempt', async () => {
    const senders = await Promise.all(holdReasons.map(() => createSchedulingWorkspace(service)));
    const since = await readClockMs(service);
    const ids = await Promise.all(
      senders.map((sender, index) => sender.schedule(holdReasons[index]?.request)),
    );
    const statuses = () => Promise.all(senders.map((sender, index) => sender.getStatus(ids[index] ?? '')));
    for (const [at, sender] of senders.entries()) await holdReasons[at]?.hold(sender);

    await advanceUntilAttempted(since, 4 * holdReasons.length);
    const afterFour = await statuses();
    await advanceUntilAttempted(since, 5 * holdReasons.length);
    const afterFive = await statuses();
    for (const [at, sender] of senders.entries()) await holdReasons[at]?.release(sender);
    await advancePastNextPass();

    expect(afterFour).toEqual(holdReasons.map(() => 'scheduled'));
    expect(afterFive).toEqual(holdReasons.map(() => 'failed'));
    expect(await statuses()).toEqual(afterFive);
    expect(await countDeliveryAttempts(since)).toBe(5 * holdReasons.length);
    for (const sender of senders) {
      expect(await sender.outbox()).toEqual([]);
      expect(await sender.getEmailsUsed()).toBe(0);
    }
  });

  test('can be sent at the fifth attempt', async () => {
    const sender = await createSchedulingWorkspace(service);
    const since = await readClockMs(service);
    const id = await sender.schedule();
    await sender.updateWorkspace({ suspended_reason: 'spam' });
    await advancePastDue();
    await advanceUntilAttempted(since, 4);

    await sender.updateWorkspace({ suspended_reason: null });
    await advancePastNextPass();

    expect(await sender.getStatus(id)).toBe('delivered');
    expect(await countDeliveryAttempts(since)).toBe(5);
    expect(await sender.outbox()).toHaveLength(1);
  });

  test('is not sent if it is rescheduled because of a suspension and canceled before the suspension is lifted', async () => {
    const sender = await createSchedulingWorkspace(service);
    const id = await sender.schedule();
    await sender.updateWorkspace({ suspended_reason: 'spam' });
    await advancePastDue();

    const canceled = await sender.cancel(id);
    await sender.updateWorkspace({ suspended_reason: null });
    await advancePastNextPass();

    expect(canceled).toMatchObject({ status: 200, body: { id, status: 'canceled' } });
    expect(await sender.outbox()).toEqual([]);
    expect(await sender.getStatus(id)).toBe('canceled');
  });

  // S-13
  test('stays scheduled under a plan limit without using one of the five attempts', async () => {
    const sender = await createSchedulingWorkspace(service);
    const since = await readClockMs(service);
    const id = await sender.schedule();
    await sender.updateWorkspace({ suspended_reason: 'spam' });
    await advancePastDue();
    await advanceUntilAttempted(since, 4);

    await sender.updateWorkspace({ suspended_reason: null, billing_past_due: true });
    await service.advance(30 * minuteMs);
    const intermediate = await sender.getStatus(id);
    await sender.updateWorkspace({ billing_past_due: false });
    await advancePastNextPass();

    expect(intermediate).toBe('scheduled');
    expect(await sender.getStatus(id)).toBe('delivered');
  });
});

describe('a due email fails when', () => {
  // S-15
  test('its sending domain was removed', async () => {
    const sender = await createSchedulingWorkspace(service);
    const id = await sender.schedule();
    const removed = await sender.api('DELETE', `/v1/domains/${sender.domains.transactional.id}`);

    const intermediate = await sender.getStatus(id);
    await advancePastDue();

    expect(removed.status).toBe(200);
    expect(intermediate).toBe('scheduled');
    expect(await sender.getStatus(id)).toBe('failed');
    expect(await sender.outbox()).toEqual([]);
    expect(await sender.getEmailsUsed()).toBe(0);
  });

  // S-16
  test('SES rejects it, and SES is not called again', async () => {
    const sender = await createSchedulingWorkspace(service);
    const since = await readClockMs(service);
    const id = await sender.schedule();
    await injectFault(service, 'sesv2 SendEmail', { error: 'MessageRejected', function: 'runDueWork' });

    await advancePastDue();
    await advancePastNextPass();

    const sendCalls = (await listWorkerCalls(service, 'runDueWork', since)).filter(
      ({ operation }) => operation === 'SendEmail',
    );
    expect(await sender.getStatus(id)).toBe('failed');
    expect(sendCalls).toHaveLength(1);
    expect(await sender.getEmailsUsed()).toBe(0);
  });
});

describe('at the due time', () => {
  // E-57, S-10
  test.each([
    ['transactional', { email: 'kim@example.com', scope: 'all', reason: 'manual' }],
    ['transactional', { email: 'KIM@example.com', scope: 'transactional', reason: 'list_hygiene' }],
    ['marketing', { email: 'kim@example.com', scope: 'marketing', reason: 'complaint' }],
  ])(
    'a %s email without remaining recipients is canceled and lists its original recipients',
    async (risk_class, row) => {
      const sender = await createSchedulingWorkspace(service);
      const id = await sender.schedule({ risk_class });
      await sender.api('POST', '/v1/suppressions', row);

      const intermediate = await sender.getStatus(id);
      await advancePastDue();

      expect(intermediate).toBe('scheduled');
      expect(await sender.getEmail(id)).toMatchObject({
        status: 'canceled',
        to: ['kim@example.com'],
        sent_at: null,
      });
      expect(await sender.outbox()).toEqual([]);
      expect(await sender.getEmailsUsed()).toBe(0);
    },
  );

  // S-10
  test('an email with only cc recipients remaining is canceled', async () => {
    const sender = await createSchedulingWorkspace(service);
    const id = await sender.schedule({ to: ['kim@example.com', 'lee@example.com'], cc: ['cc@example.com'] });
    for (const email of ['kim@example.com', 'lee@example.com'])
      await sender.api('POST', '/v1/suppressions', { email });

    await advancePastDue();

    expect(await sender.getEmail(id)).toMatchObject({
      status: 'canceled',
      to: ['kim@example.com', 'lee@example.com'],
    });
    expect(await sender.outbox()).toEqual([]);
  });

  // S-9
  test('an email is sent without recipients that were suppressed in the meantime, and only the remaining recipients are counted', async () => {
    const sender = await createSchedulingWorkspace(service);
    const id = await sender.schedule({
      to: ['kim@example.com', 'lee@example.com'],
      cc: ['cc@example.com', 'gone@example.com'],
      bcc: ['bcc@example.com', 'lost@example.com'],
    });
    for (const email of ['kim@example.com', 'gone@example.com', 'lost@example.com'])
      await sender.api('POST', '/v1/suppressions', { email });

    await advancePastDue();

    expect(await sender.getEmail(id)).toMatchObject({ status: 'delivered', to: ['lee@example.com'] });
    expect(await sender.mailsOf(id)).toMatchObject([
      { to: ['lee@example.com'], cc: ['cc@example.com'], bcc: ['bcc@example.com'] },
    ]);
    expect(await sender.getEmailsUsed()).toBe(3);
  });

  test('an email is canceled if its recipient opted out of the topic', async () => {
    const sender = await createSchedulingWorkspace(service);
    await sender.api('POST', '/v1/topics', { key: 'offers', name: 'Offers' });
    const id = await sender.schedule({ topic: 'offers' });
    await sender.api('POST', '/v1/topics/preferences', {
      email: 'kim@example.com',
      topics: { offers: false },
    });

    await advancePastDue();

    expect(await sender.getStatus(id)).toBe('canceled');
    expect(await sender.outbox()).toEqual([]);
  });

  test('an email is canceled if the recipient domain has become unable to receive email', async () => {
    const sender = await createSchedulingWorkspace(service);
    const id = await sender.schedule({ to: 'kim@closing.example' });
    await service.control('PUT', '/dns/closing.example', { error: 'NXDOMAIN' });

    await advancePastDue();

    expect(await sender.getEmail(id)).toMatchObject({ status: 'canceled', to: ['kim@closing.example'] });
    expect(await sender.outbox()).toEqual([]);
  });
});

describe('an unsubscribe', () => {
  // S-20
  test.each(['transactional', 'marketing'])(
    'by every recipient cancels a scheduled %s email immediately',
    async (risk_class) => {
      const sender = await createSchedulingWorkspace(service);
      const id = await sender.schedule({ risk_class });

      await sender.unsubscribe('Kim@Example.com');
      const at = await sender.getEmail(id);
      await advancePastDue();

      expect(at).toMatchObject({ status: 'canceled', to: ['kim@example.com'] });
      expect(await sender.outbox()).toEqual([]);
      expect(await sender.getStatus(id)).toBe('canceled');
    },
  );

  // S-19
  test('by one of several recipients removes only that address', async () => {
    const sender = await createSchedulingWorkspace(service);
    const id = await sender.schedule({ to: ['kim@example.com', 'lee@example.com', 'pat@example.com'] });

    await sender.unsubscribe('lee@example.com');
    const intermediate = await sender.getEmail(id);
    await advancePastDue();

    expect(intermediate).toMatchObject({ status: 'scheduled', to: ['kim@example.com', 'pat@example.com'] });
    expect(await sender.getEmail(id)).toMatchObject({
      status: 'delivered',
      to: ['kim@example.com', 'pat@example.com'],
    });
    expect(await sender.mailsOf(id)).toMatchObject([{ to: ['kim@example.com', 'pat@example.com'] }]);
    expect(await sender.getEmailsUsed()).toBe(2);
  });

  // S-19
  test('removes recipients from `cc` and `bcc`', async () => {
    const sender = await createSchedulingWorkspace(service);
    const id = await sender.schedule({
      cc: ['cc@example.com', 'out@example.com'],
      bcc: ['bcc@example.com', 'away@example.com'],
    });

    await sender.unsubscribe('out@example.com');
    await sender.unsubscribe('away@example.com');
    await advancePastDue();

    expect(await sender.mailsOf(id)).toMatchObject([
      { to: ['kim@example.com'], cc: ['cc@example.com'], bcc: ['bcc@example.com'] },
    ]);
    expect(await sender.getEmailsUsed()).toBe(3);
  });

  test('by the last remaining recipient cancels the email, and the list shows all original recipients', async () => {
    const sender = await createSchedulingWorkspace(service);
    const id = await sender.schedule({ to: ['kim@example.com', 'lee@example.com'], cc: ['cc@example.com'] });

    await sender.unsubscribe('kim@example.com');
    await sender.unsubscribe('lee@example.com');

    expect(await sender.getEmail(id)).toMatchObject({
      status: 'canceled',
      to: ['kim@example.com', 'lee@example.com'],
    });
    await advancePastDue();
    expect(await sender.outbox()).toEqual([]);
  });

  test.each([['to'], ['cc'], ['bcc']])(
    'by many recipients concurrently, in %s, removes each of these recipients',
    async (field) => {
      const sender = await createSchedulingWorkspace(service);
      const unsubscribers = Array.from({ length: 12 }, (_, index) => `leaver-${index}@example.com`);
      const id = await sender.schedule({
        to: ['kim@example.com'],
        ...(field === 'to' ? { to: ['kim@example.com', ...unsubscribers] } : { [field]: unsubscribers }),
      });

      await Promise.all(unsubscribers.map((address) => sender.unsubscribe(address)));
      await advancePastDue();

      expect(await sender.mailsOf(id)).toMatchObject([{ to: ['kim@example.com'], cc: [], bcc: [] }]);
      expect(await sender.getStatus(id)).toBe('delivered');
    },
  );

  test('through a batch removes each address of the batch from `to`, `cc` and `bcc`', async () => {
    const sender = await createSchedulingWorkspace(service);
    const unsubscribers = Array.from({ length: 24 }, (_, index) => `leaver-${index}@example.com`);
    const id = await sender.schedule({
      to: ['kim@example.com', ...unsubscribers.slice(0, 8)],
      cc: unsubscribers.slice(8, 16),
      bcc: unsubscribers.slice(16),
    });

    const batch = { emails: unsubscribers, scope: 'marketing', reason: 'unsubscribe' };
    const { status } = await sender.api('POST', '/v1/suppressions/batch', batch);
    await advancePastDue();

    expect(status).toBeLessThan(300);
    expect(await sender.mailsOf(id)).toMatchObject([{ to: ['kim@example.com'], cc: [], bcc: [] }]);
  });

  test('by all recipients concurrently cancels the email', async () => {
    const sender = await createSchedulingWorkspace(service);
    const to = Array.from({ length: 8 }, (_, index) => `all-${index}@example.com`);
    const id = await sender.schedule({ to });

    await Promise.all(to.map((address) => sender.unsubscribe(address)));

    expect(await sender.getEmail(id)).toMatchObject({ status: 'canceled', to });
    await advancePastDue();
    expect(await sender.outbox()).toEqual([]);
  });

  test('applies to every email that is scheduled to the address, and to no other email', async () => {
    const [sender, otherWorkspace] = await Promise.all([
      createSchedulingWorkspace(service),
      createSchedulingWorkspace(service),
    ]);
    const ids = await Promise.all(Array.from({ length: 30 }, () => sender.schedule()));
    const toLee = await sender.schedule({ to: 'lee@example.com' });
    const elsewhere = await otherWorkspace.schedule();

    await sender.unsubscribe('kim@example.com');
    await advancePastDue();

    expect(new Set(await Promise.all(ids.map((id) => sender.getStatus(id))))).toEqual(new Set(['canceled']));
    expect(await sender.getStatus(toLee)).toBe('delivered');
    expect(await otherWorkspace.getStatus(elsewhere)).toBe('delivered');
  });

  // S-19
  test('from marketing affects scheduled transactional email but not email that is sent or scheduled later', async () => {
    const sender = await createSchedulingWorkspace(service);
    const before = await sender.schedule();

    await sender.unsubscribe('kim@example.com');
    const after = await sender.schedule();
    const immediate = await sender.send({ scheduled_at: undefined });
    await advancePastDue();

    expect(await sender.getStatus(before)).toBe('canceled');
    expect(await sender.getStatus(after)).toBe('delivered');
    expect(immediate.body).toMatchObject({ status: 'sent' });
    expect(await sender.outbox()).toHaveLength(2);
  });

  test('remains in effect for an email that is rescheduled at its due time', async () => {
    const sender = await createSchedulingWorkspace(service);
    const id = await sender.schedule({ to: ['kim@example.com', 'lee@example.com'], cc: ['cc@example.com'] });
    await sender.updateWorkspace({ suspended_reason: 'spam' });
    await advancePastDue();

    await sender.unsubscribe('lee@example.com');
    await sender.unsubscribe('cc@example.com');
    await sender.updateWorkspace({ suspended_reason: null });
    await advancePastNextPass();

    expect(await sender.mailsOf(id)).toMatchObject([{ to: ['kim@example.com'], cc: [] }]);
    expect(await sender.getEmail(id)).toMatchObject({ status: 'delivered', to: ['kim@example.com'] });
  });

  test('while the email is being submitted leaves the actual recipients in the log', async () => {
    const sender = await createSchedulingWorkspace(service);
    const id = await sender.schedule({ to: ['kim@example.com', 'lee@example.com'] });
    await injectFault(service, 'sesv2 SendEmail', { delay_ms: 2_500, times: 1, function: 'runDueWork' });

    const clockAdvance = advancePastDue();
    while ((await sender.getStatus(id)) === 'scheduled')
      await new Promise((resolve) => setTimeout(resolve, 20));
    await new Promise((resolve) => setTimeout(resolve, 500));
    await sender.unsubscribe('lee@example.com');
    await clockAdvance;

    const [mail] = await sender.mailsOf(id);
    expect(await sender.getEmail(id)).toMatchObject({ status: 'delivered', to: mail?.to });
  });

  test('while the email is being submitted applies to the retry if SES throttles', async () => {
    const sender = await createSchedulingWorkspace(service);
    const id = await sender.schedule({ to: ['kim@example.com', 'lee@example.com'] });
    await injectFault(service, 'sesv2 SendEmail', {
      error: 'TooManyRequestsException',
      delay_ms: 300,
      times: 4,
      function: 'runDueWork',
    });

    const clockAdvance = advancePastDue();
    while ((await sender.getStatus(id)) === 'scheduled')
      await new Promise((resolve) => setTimeout(resolve, 20));
    await new Promise((resolve) => setTimeout(resolve, 500));
    await sender.unsubscribe('lee@example.com');
    await clockAdvance;
    await advancePastNextPass();

    expect(await sender.mailsOf(id)).toMatchObject([{ to: ['kim@example.com'] }]);
    expect(await sender.getEmail(id)).toMatchObject({ status: 'delivered', to: ['kim@example.com'] });
  });
});

describe('scheduled replies in one thread', () => {
  test('that are due at the same time are all counted in the thread', async () => {
    const sender = await createSchedulingWorkspace(service);
    const first = await sender.send({ scheduled_at: undefined });
    const replyFields = { reply_to_message_id: first.body.id };

    const ids = await Promise.all(Array.from({ length: 12 }, () => sender.schedule(replyFields)));
    const waiting = await sender.api('GET', `/v1/threads/${first.body.thread_id}`);
    await advancePastDue();
    const thread = await sender.api('GET', `/v1/threads/${first.body.thread_id}`);

    expect(waiting.body).toMatchObject({ message_count: 1, pending_reply: true });
    expect(new Set(await Promise.all(ids.map((id) => sender.getStatus(id))))).toEqual(new Set(['delivered']));
    expect(thread.body).toMatchObject({ message_count: 13, pending_reply: false });
  });
});

/** This block runs last because it moves the clock by days. */
describe('a warming-up domain that has used its quota', () => {
  const allowance = 200;

  /** Advances to shortly before midnight UTC. */
  async function advanceToEvening(): Promise<void> {
    const now = await readClockMs(service);
    const evening = (Math.floor(now / dayMs) + 1) * dayMs + dayMs - 20 * minuteMs;
    await service.advance(evening - now);
  }

  const marketingEntries = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      risk_class: 'marketing',
      to: `reader-${index}@example.com`,
      scheduled_at: 'in 2 minutes',
    }));

  // S-14
  test('postpones emails that exceed the quota until 00:00 UTC and counts them once', async () => {
    await advanceToEvening();
    const sender = await createSchedulingWorkspace(service, { warmup: true });
    const midnight = (Math.floor((await readClockMs(service)) / dayMs) + 1) * dayMs;
    const ids = await sender.sendAll(marketingEntries(allowance + 3));
    const transactional = await sender.schedule({ scheduled_at: 'in 2 minutes' });

    await advanceClockTo(service, midnight - 5 * minuteMs);
    const statuses = await sender.statuses();
    const since = await readClockMs(service);
    await advanceClockTo(service, midnight - 10_000);
    const attemptsBefore = await countDeliveryAttempts(since);
    const used = await sender.getEmailsUsed();
    await advanceClockTo(service, midnight + 6 * minuteMs);

    expect(statuses.filter((status) => status === 'scheduled')).toHaveLength(3);
    expect(await sender.getStatus(transactional)).toBe('delivered');
    expect(attemptsBefore).toBe(0);
    expect(used).toBe(allowance + 1);
    const delaysMs = (await sender.outbox()).filter(({ at }) => Date.parse(at) >= midnight);
    expect(delaysMs).toHaveLength(3);
    expect(new Set(await Promise.all(ids.map((id) => sender.getStatus(id))))).toEqual(new Set(['delivered']));
  }, 300_000);

  // S-14
  test('counts the postponement as one of the five attempts', async () => {
    await advanceToEvening();
    const sender = await createSchedulingWorkspace(service, { warmup: true });
    const midnight = (Math.floor((await readClockMs(service)) / dayMs) + 1) * dayMs;
    await sender.sendAll(marketingEntries(allowance));
    const held = await sender.schedule({ risk_class: 'marketing', scheduled_at: 'in 4 minutes' });
    await advanceClockTo(service, midnight - 5 * minuteMs);
    const afterOne = await sender.getStatus(held);
    const since = await readClockMs(service);

    await sender.updateWorkspace({ suspended_reason: 'spam' });
    await advanceClockTo(service, midnight + hourMs);

    expect(afterOne).toBe('scheduled');
    expect(await sender.getStatus(held)).toBe('failed');
    expect(await countDeliveryAttempts(since)).toBe(4);
  }, 300_000);
});
