import { advanceTo, callsOf, clockMs, orderFault, aScheduler } from '../../support/schedules';
import { Service } from '../../support/service';
import { anError } from '../../support/matchers';
import type { Actor } from '../../support/actor';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Whatever was held back is tried again by then: five minutes, and the sweep that follows. */
const untilNextPass = 10 * minuteMs + 1_000;

// Each moves the clock over minutes or hours, and a machine may be slow at what happens in them.

let service: Service;

beforeAll(async () => {
  service = await Service.start();
});

afterEach(() => service.control('DELETE', '/faults'));

afterAll(() => service.stop());

const iso = (ms: number): string => new Date(ms).toISOString();

/** The beginning of the minute that is so many minutes ahead. */
const minuteAhead = async (minutes: number): Promise<number> =>
  (Math.floor((await clockMs(service)) / minuteMs) + minutes) * minuteMs;

/** Past the due time of an email that is due in a minute. */
const untilDue = (): Promise<unknown> => service.advance(minuteMs + 20_000);

const untilTriedAgain = (): Promise<unknown> => service.advance(untilNextPass);

/** How often a due email was picked up since then: each pick-up looks once who still wants it. */
const pickUps = async (sinceMs: number): Promise<number> =>
  (await callsOf(service, 'doDueWork', sinceMs)).filter(({ operation }) => operation === 'BatchGetItem')
    .length;

async function untilPickedUp(sinceMs: number, times: number): Promise<void> {
  for (let minutes = 0; minutes < 60 && (await pickUps(sinceMs)) < times; minutes++)
    await service.advance(minuteMs);
}

describe('a scheduled send', () => {
  test('is accepted with the time at which it is due, and has not left', async () => {
    const sender = await aScheduler(service);
    const at = iso((await clockMs(service)) + 2 * hourMs);

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
    expect(await sender.read(body.id)).toMatchObject({
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

  test('says everything that it was asked to say, to everybody', async () => {
    const sender = await aScheduler(service);
    const content = Buffer.alloc(40_000, 'attached').toString('base64');
    const id = await sender.schedule({
      to: ['Kim <kim@example.com>', 'lee@example.com'],
      cc: ['cc@example.com'],
      bcc: ['bcc@example.com'],
      subject: 'Später',
      html: '<p>Grüße</p>',
      attachments: [{ filename: 'a.txt', content }],
    });

    await untilDue();

    const [mail] = await sender.mailsOf(id);
    expect(mail).toMatchObject({
      to: ['kim@example.com', 'lee@example.com'],
      cc: ['cc@example.com'],
      bcc: ['bcc@example.com'],
      tags: { message_id: id },
      size: expect.any(Number),
    });
    expect((mail as unknown as { size: number }).size).toBeGreaterThan(50_000);
    expect(await sender.read(id)).toMatchObject({ status: 'delivered', subject: 'Später' });
  });

  test.each([
    ['', 'empty'],
    ['soon-ish', 'no time'],
    ['2026-02-31T10:00:00Z', 'a day that does not exist'],
    ['in 5 fortnights', 'an unknown unit'],
  ])('at %j (%s) is refused, and nothing is stored', async (scheduled_at) => {
    const sender = await aScheduler(service);

    const refused = await sender.send({ scheduled_at });

    expect(refused).toMatchObject({ status: 422, body: anError('invalid_schedule') });
    expect(await sender.log()).toEqual([]);
  });

  test.each(['2020-01-01T00:00:00Z', 'in 0 minutes', '1 January 2021 10:00 UTC'])(
    'at %s, which is over, goes out on the next pass',
    async (scheduled_at) => {
      const sender = await aScheduler(service);

      const { body } = await sender.send({ scheduled_at });
      await service.advance(30_000);

      expect(body).toMatchObject({ status: 'scheduled', scheduled_at: expect.any(String) });
      expect(await sender.read(body.id)).toMatchObject({
        status: 'delivered',
        scheduled_at: body.scheduled_at,
      });
      expect(await sender.mailsOf(body.id)).toHaveLength(1);
    },
  );

  test('leaves at its time, within a minute, however it was said and however far away it was', async () => {
    const sender = await aScheduler(service);
    const next = await minuteAhead(2);
    const forms = [
      'in 1 minute',
      'in 1.5 mins',
      'IN 5 MINUTES',
      'in 20 minutes',
      iso(next),
      iso(next + minuteMs - 1),
      iso(next + 30_500),
      iso(next + 14 * minuteMs),
      iso(next + 15 * minuteMs),
      iso(next + 16 * minuteMs + 59_999),
      iso(next + 30 * minuteMs).replace('Z', '+00:00'),
    ];
    const ids = await Promise.all(forms.map((scheduled_at) => sender.schedule({ scheduled_at })));

    await advanceTo(service, next + 31 * minuteMs);

    const emails = await Promise.all(ids.map((id) => sender.read(id)));
    const late = emails.map(({ sent_at, scheduled_at }) => Date.parse(sent_at) - Date.parse(scheduled_at));
    expect(emails.map(({ status }) => status)).toEqual(forms.map(() => 'delivered'));
    expect(late.filter((ms) => !(ms >= 0 && ms < minuteMs))).toEqual([]);
    const early = (await sender.outbox()).filter(({ message_id, at }) => {
      const email = emails.find(({ id }) => id === message_id);
      return Date.parse(at) < Date.parse(email.scheduled_at);
    });
    expect(early).toEqual([]);
  });

  test('leaves at the last moment of a minute whose alarm rang a moment early', async () => {
    const sender = await aScheduler(service);
    const next = await minuteAhead(2);
    // A queue delays by whole seconds: this alarm rings 0.7 s or so before its minute begins.
    await advanceTo(service, next - 30_700);
    const id = await sender.schedule({ scheduled_at: iso(next + minuteMs - 1) });

    await advanceTo(service, next + minuteMs + 10_000);

    expect(await sender.mailsOf(id)).toHaveLength(1);
  });

  test('is not sent a moment before its time', async () => {
    const sender = await aScheduler(service);
    const at = (await minuteAhead(3)) + 42_000;
    const id = await sender.schedule({ scheduled_at: iso(at) });

    await advanceTo(service, at - 25_000);
    const before = await sender.outbox();
    await advanceTo(service, at + 1_000);

    expect(before).toEqual([]);
    expect(await sender.mailsOf(id)).toHaveLength(1);
  });

  test('counts its recipients when it leaves, not when it is accepted', async () => {
    const sender = await aScheduler(service);
    await sender.schedule({ cc: ['lee@example.com'] });

    const before = await sender.used();
    await untilDue();

    expect(before).toBe(0);
    expect(await sender.used()).toBe(2);
  });

  test('to nobody who is left is rejected at once', async () => {
    const sender = await aScheduler(service);
    await sender.api('POST', '/v1/suppressions', { email: 'kim@example.com' });

    const { status, body } = await sender.send();

    expect(status).toBe(202);
    expect(body).toMatchObject({ status: 'rejected', skipped: true, reason: 'suppressed:manual' });
  });

  test('under an Idempotency-Key schedules once, however often it is repeated', async () => {
    const sender = await aScheduler(service);
    const headers = { 'Idempotency-Key': 'once' };

    const first = await sender.send({}, undefined, headers);
    const others = await Promise.all([1, 2, 3].map(() => sender.send({}, undefined, headers)));
    await untilDue();
    const late = await sender.send({}, undefined, headers);

    for (const { status, body } of [...others, late])
      expect({ status, body }).toEqual({ status: 202, body: first.body });
    expect(late.headers.get('idempotent-replay')).toBe('true');
    expect(await sender.outbox()).toHaveLength(1);
    expect(await sender.log()).toHaveLength(1);
  });

  test('sent ten times at once under one key schedules once', async () => {
    const sender = await aScheduler(service);
    const headers = { 'Idempotency-Key': 'together' };

    const answers = await Promise.all(Array.from({ length: 10 }, () => sender.send({}, undefined, headers)));
    await untilDue();

    expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
    expect(await sender.outbox()).toHaveLength(1);
  });
});

describe('the alarm', () => {
  const created = async (sinceMs: number) =>
    (await service.calls(iso(sinceMs))).filter(({ operation }) => operation === 'CreateSchedule');

  test('of mail that is due in more than 15 minutes is one schedule for its minute', async () => {
    const [sender, other] = await Promise.all([aScheduler(service), aScheduler(service)]);
    const since = await clockMs(service);
    const minute = await minuteAhead(40);

    await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        (at % 2 ? sender : other).schedule({ scheduled_at: iso(minute + at * 7_000) }),
      ),
    );
    await sender.sendAll([{ scheduled_at: iso(minute + 1) }, { scheduled_at: iso(minute + 59_999) }]);

    const made = await created(since);
    expect(made.filter(({ error }) => error === null)).toHaveLength(1);
    expect(made.filter(({ error }) => error !== null && error !== 'ConflictException')).toEqual([]);
    await advanceTo(service, minute + minuteMs);
    expect(await sender.outbox()).toHaveLength(6);
    expect(await other.outbox()).toHaveLength(4);
  });

  test('of mail in two minutes is two schedules', async () => {
    const sender = await aScheduler(service);
    const since = await clockMs(service);
    const minute = await minuteAhead(60);

    await sender.schedule({ scheduled_at: iso(minute + 59_999) });
    await sender.schedule({ scheduled_at: iso(minute + 60_000) });

    const made = await created(since);
    expect(made.filter(({ error }) => error === null)).toHaveLength(2);
  });

  test('of mail that is due sooner is a delayed message', async () => {
    const sender = await aScheduler(service);
    const since = await clockMs(service);

    await sender.schedule({ scheduled_at: 'in 14 minutes' });

    const calls = (await service.calls(iso(since))).filter((row) => row.function.endsWith('-sendEmail'));
    expect(calls.filter(({ service: name }) => name === 'sqs').map(({ operation }) => operation)).toEqual([
      'SendMessageBatch',
    ]);
    expect(await created(since)).toEqual([]);
  });

  test.each([
    ['scheduler CreateSchedule', 30],
    ['sqs SendMessageBatch', 10],
  ])('that cannot be set (%s) is no reason to refuse, and the sweep sends the mail', async (at, minutes) => {
    const sender = await aScheduler(service);
    await orderFault(service, at, { error: 'InternalServerException', function: 'sendEmail' });

    const { status, body } = await sender.send({ scheduled_at: `in ${minutes} minutes` });
    await service.control('DELETE', '/faults');
    await service.advance((minutes + 6) * minuteMs);

    expect(status).toBe(202);
    const { status: now, sent_at, scheduled_at } = await sender.read(body.id);
    expect(now).toBe('delivered');
    expect(Date.parse(sent_at) - Date.parse(scheduled_at)).toBeGreaterThanOrEqual(0);
    // It rings at least once in the time that was quiet before, and the clock runs on while it is at work.
    expect(Date.parse(sent_at) - Date.parse(scheduled_at)).toBeLessThan(7 * minuteMs);
    expect(await sender.mailsOf(body.id)).toHaveLength(1);
  });
});

describe('while it is being sent', () => {
  test('it is queued, and a cancel is refused with that status', async () => {
    const sender = await aScheduler(service);
    const id = await sender.schedule();
    await orderFault(service, 'sesv2 SendEmail', { delay_ms: 6_000, times: 1, function: 'doDueWork' });

    const moving = untilDue();
    while ((await sender.status(id)) === 'scheduled') await new Promise((resolve) => setTimeout(resolve, 20));
    const meanwhile = await sender.read(id);
    const refused = await sender.cancel(id);
    await moving;

    expect(meanwhile).toMatchObject({ status: 'queued', scheduled_at: expect.any(String), sent_at: null });
    expect(refused).toMatchObject({ status: 409, body: anError('invalid_state') });
    expect(refused.body.error.message).toContain('queued');
    expect(await sender.status(id)).toBe('delivered');
    expect(await sender.mailsOf(id)).toHaveLength(1);
  });
});

describe('a due email waits for the plan', () => {
  const locks = [
    {
      lock: { plan: 'free', emails_used: 3_000 },
      key: { plan: 'paid' },
      name: 'a free plan that is used up',
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
      name: 'a budget that is used up',
    },
  ];

  test('for hours, whatever the plan lacks, without counting, and leaves once it is there', async () => {
    const senders = await Promise.all(locks.map(() => aScheduler(service)));
    const ids = await Promise.all(senders.map((sender) => sender.schedule()));
    const statuses = () => Promise.all(senders.map((sender, at) => sender.status(ids[at] ?? '')));
    await Promise.all(senders.map((sender, at) => sender.set(locks[at]?.lock ?? {})));
    const since = await clockMs(service);

    await service.advance(45 * minuteMs);
    const meanwhile = await statuses();
    const tries = await pickUps(since);
    const left = await Promise.all(senders.map((sender) => sender.outbox()));
    await Promise.all(senders.map((sender, at) => sender.set(locks[at]?.key ?? {})));
    await untilTriedAgain();

    expect(meanwhile).toEqual(locks.map(() => 'scheduled'));
    expect(tries).toBeGreaterThan(5 * locks.length);
    expect(left.flat()).toEqual([]);
    expect(await statuses()).toEqual(locks.map(() => 'delivered'));
    for (const sender of senders) expect(await sender.outbox()).toHaveLength(1);
  });

  test('and so does the one of several for which there is no room', async () => {
    const sender = await aScheduler(service, { plan: 'free', emails_used: 2_997 });
    const ids = await Promise.all(Array.from({ length: 6 }, () => sender.schedule()));

    await untilDue();

    const statuses = await Promise.all(ids.map((id) => sender.status(id)));
    expect(statuses.sort()).toEqual([...Array(3).fill('delivered'), ...Array(3).fill('scheduled')]);
    expect(await sender.outbox()).toHaveLength(3);
    expect(await sender.used()).toBe(3_000);
    // Nobody shall meet them in a later test.
    await Promise.all(ids.map((id) => sender.cancel(id)));
  });
});

describe('a due email is held back by', () => {
  const holds = [
    {
      name: 'throttling',
      request: {},
      hold: () =>
        orderFault(service, 'sesv2 SendEmail', { error: 'TooManyRequestsException', function: 'doDueWork' }),
      release: () => service.control('DELETE', '/faults'),
    },
    {
      name: 'suspension',
      request: {},
      hold: (sender: Actor) => sender.set({ suspended_reason: 'spam' }),
      release: (sender: Actor) => sender.set({ suspended_reason: null }),
    },
    {
      name: 'a missing postal address',
      request: { risk_class: 'marketing' },
      hold: (sender: Actor) => sender.set({ postal_address: null }),
      release: (sender: Actor) => sender.set({ postal_address: '2 High Street' }),
    },
  ];

  test.each(holds)('$name, and leaves on a later pass, counted once', async ({ request, hold, release }) => {
    const sender = await aScheduler(service);
    const id = await sender.schedule(request);
    await hold(sender);

    await untilDue();
    const meanwhile = await sender.read(id);
    await release(sender);
    await untilTriedAgain();

    expect(meanwhile).toMatchObject({ status: 'scheduled', sent_at: null, events: [] });
    expect(await sender.status(id)).toBe('delivered');
    expect(await sender.mailsOf(id)).toHaveLength(1);
    expect(await sender.used()).toBe(1);
  });

  test('any of these at five pick-ups fails uncounted, and is not picked up a sixth time', async () => {
    const senders = await Promise.all(holds.map(() => aScheduler(service)));
    const since = await clockMs(service);
    const ids = await Promise.all(senders.map((sender, at) => sender.schedule(holds[at]?.request)));
    const statuses = () => Promise.all(senders.map((sender, at) => sender.status(ids[at] ?? '')));
    for (const [at, sender] of senders.entries()) await holds[at]?.hold(sender);

    await untilPickedUp(since, 4 * holds.length);
    const afterFour = await statuses();
    await untilPickedUp(since, 5 * holds.length);
    const afterFive = await statuses();
    for (const [at, sender] of senders.entries()) await holds[at]?.release(sender);
    await untilTriedAgain();

    expect(afterFour).toEqual(holds.map(() => 'scheduled'));
    expect(afterFive).toEqual(holds.map(() => 'failed'));
    expect(await statuses()).toEqual(afterFive);
    expect(await pickUps(since)).toBe(5 * holds.length);
    for (const sender of senders) {
      expect(await sender.outbox()).toEqual([]);
      expect(await sender.used()).toBe(0);
    }
  });

  test('four times, and leaves on the fifth pick-up', async () => {
    const sender = await aScheduler(service);
    const since = await clockMs(service);
    const id = await sender.schedule();
    await sender.set({ suspended_reason: 'spam' });
    await untilDue();
    await untilPickedUp(since, 4);

    await sender.set({ suspended_reason: null });
    await untilTriedAgain();

    expect(await sender.status(id)).toBe('delivered');
    expect(await pickUps(since)).toBe(5);
    expect(await sender.outbox()).toHaveLength(1);
  });

  test('suspension can be canceled meanwhile, and does not leave when the suspension is lifted', async () => {
    const sender = await aScheduler(service);
    const id = await sender.schedule();
    await sender.set({ suspended_reason: 'spam' });
    await untilDue();

    const canceled = await sender.cancel(id);
    await sender.set({ suspended_reason: null });
    await untilTriedAgain();

    expect(canceled).toMatchObject({ status: 200, body: { id, status: 'canceled' } });
    expect(await sender.outbox()).toEqual([]);
    expect(await sender.status(id)).toBe('canceled');
  });

  test('the plan in between does not count to the five', async () => {
    const sender = await aScheduler(service);
    const since = await clockMs(service);
    const id = await sender.schedule();
    await sender.set({ suspended_reason: 'spam' });
    await untilDue();
    await untilPickedUp(since, 4);

    await sender.set({ suspended_reason: null, billing_past_due: true });
    await service.advance(30 * minuteMs);
    const meanwhile = await sender.status(id);
    await sender.set({ billing_past_due: false });
    await untilTriedAgain();

    expect(meanwhile).toBe('scheduled');
    expect(await sender.status(id)).toBe('delivered');
  });
});

describe('a due email fails when', () => {
  test('its sending domain was removed', async () => {
    const sender = await aScheduler(service);
    const id = await sender.schedule();
    const removed = await sender.api('DELETE', `/v1/domains/${sender.domains.transactional.id}`);

    const meanwhile = await sender.status(id);
    await untilDue();

    expect(removed.status).toBe(200);
    expect(meanwhile).toBe('scheduled');
    expect(await sender.status(id)).toBe('failed');
    expect(await sender.outbox()).toEqual([]);
    expect(await sender.used()).toBe(0);
  });

  test('the provider refuses it, and the provider is not asked again', async () => {
    const sender = await aScheduler(service);
    const since = await clockMs(service);
    const id = await sender.schedule();
    await orderFault(service, 'sesv2 SendEmail', { error: 'MessageRejected', function: 'doDueWork' });

    await untilDue();
    await untilTriedAgain();

    const asked = (await callsOf(service, 'doDueWork', since)).filter(
      ({ operation }) => operation === 'SendEmail',
    );
    expect(await sender.status(id)).toBe('failed');
    expect(asked).toHaveLength(1);
    expect(await sender.used()).toBe(0);
  });
});

describe('at its due time', () => {
  test.each([
    ['transactional', { email: 'kim@example.com', scope: 'all', reason: 'manual' }],
    ['transactional', { email: 'KIM@example.com', scope: 'transactional', reason: 'list_hygiene' }],
    ['marketing', { email: 'kim@example.com', scope: 'marketing', reason: 'complaint' }],
  ])(
    'a %s email to nobody who is left is canceled, and names whom it was meant for',
    async (risk_class, row) => {
      const sender = await aScheduler(service);
      const id = await sender.schedule({ risk_class });
      await sender.api('POST', '/v1/suppressions', row);

      const meanwhile = await sender.status(id);
      await untilDue();

      expect(meanwhile).toBe('scheduled');
      expect(await sender.read(id)).toMatchObject({
        status: 'canceled',
        to: ['kim@example.com'],
        sent_at: null,
      });
      expect(await sender.outbox()).toEqual([]);
      expect(await sender.used()).toBe(0);
    },
  );

  test('an email whose cc is all that is left is canceled', async () => {
    const sender = await aScheduler(service);
    const id = await sender.schedule({ to: ['kim@example.com', 'lee@example.com'], cc: ['cc@example.com'] });
    for (const email of ['kim@example.com', 'lee@example.com'])
      await sender.api('POST', '/v1/suppressions', { email });

    await untilDue();

    expect(await sender.read(id)).toMatchObject({
      status: 'canceled',
      to: ['kim@example.com', 'lee@example.com'],
    });
    expect(await sender.outbox()).toEqual([]);
  });

  test('an email leaves without those who were suppressed meanwhile, and counts the others', async () => {
    const sender = await aScheduler(service);
    const id = await sender.schedule({
      to: ['kim@example.com', 'lee@example.com'],
      cc: ['cc@example.com', 'gone@example.com'],
      bcc: ['bcc@example.com', 'lost@example.com'],
    });
    for (const email of ['kim@example.com', 'gone@example.com', 'lost@example.com'])
      await sender.api('POST', '/v1/suppressions', { email });

    await untilDue();

    expect(await sender.read(id)).toMatchObject({ status: 'delivered', to: ['lee@example.com'] });
    expect(await sender.mailsOf(id)).toMatchObject([
      { to: ['lee@example.com'], cc: ['cc@example.com'], bcc: ['bcc@example.com'] },
    ]);
    expect(await sender.used()).toBe(3);
  });

  test('an email whose topic was left is canceled', async () => {
    const sender = await aScheduler(service);
    await sender.api('POST', '/v1/topics', { key: 'offers', name: 'Offers' });
    const id = await sender.schedule({ topic: 'offers' });
    await sender.api('POST', '/v1/topics/preferences', {
      email: 'kim@example.com',
      topics: { offers: false },
    });

    await untilDue();

    expect(await sender.status(id)).toBe('canceled');
    expect(await sender.outbox()).toEqual([]);
  });

  test('an email to a domain that cannot receive mail any more is canceled', async () => {
    const sender = await aScheduler(service);
    const id = await sender.schedule({ to: 'kim@closing.example' });
    await service.control('PUT', '/dns/closing.example', { error: 'NXDOMAIN' });

    await untilDue();

    expect(await sender.read(id)).toMatchObject({ status: 'canceled', to: ['kim@closing.example'] });
    expect(await sender.outbox()).toEqual([]);
  });
});

describe('an unsubscribe', () => {
  test.each(['transactional', 'marketing'])(
    'by everyone left cancels a scheduled %s email at once',
    async (risk_class) => {
      const sender = await aScheduler(service);
      const id = await sender.schedule({ risk_class });

      await sender.unsubscribe('Kim@Example.com');
      const at = await sender.read(id);
      await untilDue();

      expect(at).toMatchObject({ status: 'canceled', to: ['kim@example.com'] });
      expect(await sender.outbox()).toEqual([]);
      expect(await sender.status(id)).toBe('canceled');
    },
  );

  test('by one of several takes only that address out', async () => {
    const sender = await aScheduler(service);
    const id = await sender.schedule({ to: ['kim@example.com', 'lee@example.com', 'pat@example.com'] });

    await sender.unsubscribe('lee@example.com');
    const meanwhile = await sender.read(id);
    await untilDue();

    expect(meanwhile).toMatchObject({ status: 'scheduled', to: ['kim@example.com', 'pat@example.com'] });
    expect(await sender.read(id)).toMatchObject({
      status: 'delivered',
      to: ['kim@example.com', 'pat@example.com'],
    });
    expect(await sender.mailsOf(id)).toMatchObject([{ to: ['kim@example.com', 'pat@example.com'] }]);
    expect(await sender.used()).toBe(2);
  });

  test('reaches cc and bcc', async () => {
    const sender = await aScheduler(service);
    const id = await sender.schedule({
      cc: ['cc@example.com', 'out@example.com'],
      bcc: ['bcc@example.com', 'away@example.com'],
    });

    await sender.unsubscribe('out@example.com');
    await sender.unsubscribe('away@example.com');
    await untilDue();

    expect(await sender.mailsOf(id)).toMatchObject([
      { to: ['kim@example.com'], cc: ['cc@example.com'], bcc: ['bcc@example.com'] },
    ]);
    expect(await sender.used()).toBe(3);
  });

  test('by one after the other cancels with the last, and the list names everybody', async () => {
    const sender = await aScheduler(service);
    const id = await sender.schedule({ to: ['kim@example.com', 'lee@example.com'], cc: ['cc@example.com'] });

    await sender.unsubscribe('kim@example.com');
    await sender.unsubscribe('lee@example.com');

    expect(await sender.read(id)).toMatchObject({
      status: 'canceled',
      to: ['kim@example.com', 'lee@example.com'],
    });
    await untilDue();
    expect(await sender.outbox()).toEqual([]);
  });

  test.each([['to'], ['cc'], ['bcc']])('by many at once, in %s, reaches each of them', async (field) => {
    const sender = await aScheduler(service);
    const leavers = Array.from({ length: 12 }, (_, at) => `leaver-${at}@example.com`);
    const id = await sender.schedule({
      to: ['kim@example.com'],
      ...(field === 'to' ? { to: ['kim@example.com', ...leavers] } : { [field]: leavers }),
    });

    await Promise.all(leavers.map((address) => sender.unsubscribe(address)));
    await untilDue();

    expect(await sender.mailsOf(id)).toMatchObject([{ to: ['kim@example.com'], cc: [], bcc: [] }]);
    expect(await sender.status(id)).toBe('delivered');
  });

  test('by a batch reaches each of its addresses, across to, cc and bcc', async () => {
    const sender = await aScheduler(service);
    const leavers = Array.from({ length: 24 }, (_, at) => `leaver-${at}@example.com`);
    const id = await sender.schedule({
      to: ['kim@example.com', ...leavers.slice(0, 8)],
      cc: leavers.slice(8, 16),
      bcc: leavers.slice(16),
    });

    const batch = { emails: leavers, scope: 'marketing', reason: 'unsubscribe' };
    const { status } = await sender.api('POST', '/v1/suppressions/batch', batch);
    await untilDue();

    expect(status).toBeLessThan(300);
    expect(await sender.mailsOf(id)).toMatchObject([{ to: ['kim@example.com'], cc: [], bcc: [] }]);
  });

  test('by everyone at once cancels', async () => {
    const sender = await aScheduler(service);
    const to = Array.from({ length: 8 }, (_, at) => `all-${at}@example.com`);
    const id = await sender.schedule({ to });

    await Promise.all(to.map((address) => sender.unsubscribe(address)));

    expect(await sender.read(id)).toMatchObject({ status: 'canceled', to });
    await untilDue();
    expect(await sender.outbox()).toEqual([]);
  });

  test('holds for every email that is scheduled to the address, and for no other', async () => {
    const [sender, other] = await Promise.all([aScheduler(service), aScheduler(service)]);
    const ids = await Promise.all(Array.from({ length: 30 }, () => sender.schedule()));
    const toLee = await sender.schedule({ to: 'lee@example.com' });
    const elsewhere = await other.schedule();

    await sender.unsubscribe('kim@example.com');
    await untilDue();

    expect(new Set(await Promise.all(ids.map((id) => sender.status(id))))).toEqual(new Set(['canceled']));
    expect(await sender.status(toLee)).toBe('delivered');
    expect(await other.status(elsewhere)).toBe('delivered');
  });

  test('for marketing reaches scheduled transactional mail, but not what is sent or scheduled afterwards', async () => {
    const sender = await aScheduler(service);
    const before = await sender.schedule();

    await sender.unsubscribe('kim@example.com');
    const after = await sender.schedule();
    const atOnce = await sender.send({ scheduled_at: undefined });
    await untilDue();

    expect(await sender.status(before)).toBe('canceled');
    expect(await sender.status(after)).toBe('delivered');
    expect(atOnce.body).toMatchObject({ status: 'sent' });
    expect(await sender.outbox()).toHaveLength(2);
  });

  test('stays in force for an email that was held back when it was due', async () => {
    const sender = await aScheduler(service);
    const id = await sender.schedule({ to: ['kim@example.com', 'lee@example.com'], cc: ['cc@example.com'] });
    await sender.set({ suspended_reason: 'spam' });
    await untilDue();

    await sender.unsubscribe('lee@example.com');
    await sender.unsubscribe('cc@example.com');
    await sender.set({ suspended_reason: null });
    await untilTriedAgain();

    expect(await sender.mailsOf(id)).toMatchObject([{ to: ['kim@example.com'], cc: [] }]);
    expect(await sender.read(id)).toMatchObject({ status: 'delivered', to: ['kim@example.com'] });
  });

  test('while the email is being handed over leaves a log that names those who got it', async () => {
    const sender = await aScheduler(service);
    const id = await sender.schedule({ to: ['kim@example.com', 'lee@example.com'] });
    await orderFault(service, 'sesv2 SendEmail', { delay_ms: 2_500, times: 1, function: 'doDueWork' });

    const moving = untilDue();
    while ((await sender.status(id)) === 'scheduled') await new Promise((resolve) => setTimeout(resolve, 20));
    await new Promise((resolve) => setTimeout(resolve, 500));
    await sender.unsubscribe('lee@example.com');
    await moving;

    const [mail] = await sender.mailsOf(id);
    expect(await sender.read(id)).toMatchObject({ status: 'delivered', to: mail?.to });
  });

  test('while the email is being handed over holds when the provider throttles and it is tried again', async () => {
    const sender = await aScheduler(service);
    const id = await sender.schedule({ to: ['kim@example.com', 'lee@example.com'] });
    await orderFault(service, 'sesv2 SendEmail', {
      error: 'TooManyRequestsException',
      delay_ms: 300,
      times: 4,
      function: 'doDueWork',
    });

    const moving = untilDue();
    while ((await sender.status(id)) === 'scheduled') await new Promise((resolve) => setTimeout(resolve, 20));
    await new Promise((resolve) => setTimeout(resolve, 500));
    await sender.unsubscribe('lee@example.com');
    await moving;
    await untilTriedAgain();

    expect(await sender.mailsOf(id)).toMatchObject([{ to: ['kim@example.com'] }]);
    expect(await sender.read(id)).toMatchObject({ status: 'delivered', to: ['kim@example.com'] });
  });
});

describe('scheduled answers of one thread', () => {
  test('that are due together all count on it', async () => {
    const sender = await aScheduler(service);
    const first = await sender.send({ scheduled_at: undefined });
    const answer = { reply_to_message_id: first.body.id };

    const ids = await Promise.all(Array.from({ length: 12 }, () => sender.schedule(answer)));
    const waiting = await sender.api('GET', `/v1/threads/${first.body.thread_id}`);
    await untilDue();
    const thread = await sender.api('GET', `/v1/threads/${first.body.thread_id}`);

    expect(waiting.body).toMatchObject({ message_count: 1, pending_reply: true });
    expect(new Set(await Promise.all(ids.map((id) => sender.status(id))))).toEqual(new Set(['delivered']));
    expect(thread.body).toMatchObject({ message_count: 13, pending_reply: false });
  });
});

/** Last, because it moves the service by days. */
describe('a warming domain that has used its allowance', () => {
  const allowance = 200;

  /** Shortly before midnight UTC. */
  async function untilEvening(): Promise<void> {
    const now = await clockMs(service);
    const evening = (Math.floor(now / dayMs) + 1) * dayMs + dayMs - 20 * minuteMs;
    await service.advance(evening - now);
  }

  const marketing = (count: number) =>
    Array.from({ length: count }, (_, at) => ({
      risk_class: 'marketing',
      to: `reader-${at}@example.com`,
      scheduled_at: 'in 2 minutes',
    }));

  test('keeps what is too much until 00:00 UTC, counts that once, and sends it then', async () => {
    await untilEvening();
    const sender = await aScheduler(service, { warmup: true });
    const midnight = (Math.floor((await clockMs(service)) / dayMs) + 1) * dayMs;
    const ids = await sender.sendAll(marketing(allowance + 3));
    const transactional = await sender.schedule({ scheduled_at: 'in 2 minutes' });

    await advanceTo(service, midnight - 5 * minuteMs);
    const statuses = await sender.statuses();
    const since = await clockMs(service);
    await advanceTo(service, midnight - 10_000);
    const triesBefore = await pickUps(since);
    const used = await sender.used();
    await advanceTo(service, midnight + 6 * minuteMs);

    expect(statuses.filter((status) => status === 'scheduled')).toHaveLength(3);
    expect(await sender.status(transactional)).toBe('delivered');
    expect(triesBefore).toBe(0);
    expect(used).toBe(allowance + 1);
    const late = (await sender.outbox()).filter(({ at }) => Date.parse(at) >= midnight);
    expect(late).toHaveLength(3);
    expect(new Set(await Promise.all(ids.map((id) => sender.status(id))))).toEqual(new Set(['delivered']));
  }, 300_000);

  test('has that one day counted as one of the five', async () => {
    await untilEvening();
    const sender = await aScheduler(service, { warmup: true });
    const midnight = (Math.floor((await clockMs(service)) / dayMs) + 1) * dayMs;
    await sender.sendAll(marketing(allowance));
    const held = await sender.schedule({ risk_class: 'marketing', scheduled_at: 'in 4 minutes' });
    await advanceTo(service, midnight - 5 * minuteMs);
    const afterOne = await sender.status(held);
    const since = await clockMs(service);

    await sender.set({ suspended_reason: 'spam' });
    await advanceTo(service, midnight + hourMs);

    expect(afterOne).toBe('scheduled');
    expect(await sender.status(held)).toBe('failed');
    expect(await pickUps(since)).toBe(4);
  }, 300_000);
});
