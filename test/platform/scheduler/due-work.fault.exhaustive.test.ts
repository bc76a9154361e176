import { callsOf, clockMs, orderFault, aScheduler } from '../../support/schedules';
import { Service, type Answer } from '../../support/service';
import { anError } from '../../support/matchers';
import { leaseMs } from '../../support/leases';
import { largeHtml } from '../../support/factories';
import type { Actor } from '../../support/actor';

const minuteMs = 60_000;

/** An outcome is open for ten minutes; then comes the next sweep. */
const untilSettled = 16 * minuteMs;

// Each moves the clock over minutes or hours, and a machine may be slow at what happens in them.

let service: Service;

beforeAll(async () => {
  service = await Service.start();
});

afterEach(() => service.control('DELETE', '/faults'));

afterAll(() => service.stop());

interface Call {
  what: string;
  at: string;
  skip: number;
}

/** Every AWS call for a marketing mail of a warming domain, with content in S3, that is due. */
const sending: Call[] = [
  { what: 'the email', at: 'dynamodb GetItem', skip: 0 },
  { what: 'the alarm, should it die', at: 'sqs SendMessageBatch', skip: 0 },
  { what: 'the claim', at: 'dynamodb UpdateItem', skip: 0 },
  { what: 'where its content is', at: 'dynamodb GetItem', skip: 1 },
  { what: 'the content', at: 's3 GetObject', skip: 0 },
  { what: 'what the checks read', at: 'dynamodb BatchGetItem', skip: 0 },
  { what: 'the usage', at: 'dynamodb TransactWriteItems', skip: 0 },
  { what: 'the first day of the warm-up', at: 'dynamodb UpdateItem', skip: 1 },
  { what: 'the warm-up allowance', at: 'dynamodb UpdateItem', skip: 2 },
  { what: 'the hand-over', at: 'sesv2 SendEmail', skip: 0 },
  { what: 'the status sent', at: 'dynamodb UpdateItem', skip: 3 },
];

const marketing = () => ({ risk_class: 'marketing', html: largeHtml(), scheduled_at: 'in 0 minutes' });

/** An answer on a thread that stands: its status and its thread move together. */
const answering: Call[] = [
  { what: 'the email', at: 'dynamodb GetItem', skip: 0 },
  { what: 'the alarm, should it die', at: 'sqs SendMessageBatch', skip: 0 },
  { what: 'the claim', at: 'dynamodb UpdateItem', skip: 0 },
  { what: 'what it says', at: 'dynamodb GetItem', skip: 1 },
  { what: 'what the checks read', at: 'dynamodb BatchGetItem', skip: 0 },
  { what: 'the usage, and its references', at: 'dynamodb TransactWriteItems', skip: 0 },
  { what: 'the hand-over', at: 'sesv2 SendEmail', skip: 0 },
  { what: 'the status sent, and its thread', at: 'dynamodb TransactWriteItems', skip: 1 },
];

const named = (calls: readonly Call[]): string[] => calls.map(({ at }) => at).sort();

async function made(worker: string, sinceMs: number): Promise<string[]> {
  const rows = await callsOf(service, worker, sinceMs);
  return rows.map((row) => `${row.service} ${row.operation}`).sort();
}

/** What a worker does about mail that is due now: the alarm rings after a second, and the machine takes its time. */
const untilHandled = (): Promise<unknown> => service.advance(30_000);

interface Trouble {
  name: string;
  call: Call;
  fault: Record<string, unknown>;
}

/** Killed before and after each call, or failing at it for as long as the worker tries. */
const troublesOf = (calls: readonly Call[]): Trouble[] =>
  calls.flatMap((call) => [
    { name: `killed before ${call.what}`, call, fault: { crash: 'before', times: 1 } },
    { name: `killed after ${call.what}`, call, fault: { crash: 'after', times: 1 } },
    { name: `that gets an error at ${call.what}`, call, fault: { error: 'InternalServerError' } },
  ]);

async function inTrouble(worker: string, { call, fault }: Trouble): Promise<void> {
  await orderFault(service, call.at, { skip: call.skip, function: worker, ...fault });
}

interface Outcome {
  /** In the outbox, when the trouble was over and when everything had settled. */
  mails: number[];
  status: string;
}

describe('the worker that sends a due email', () => {
  test('makes no call that the tables here do not name', async () => {
    const sender = await aScheduler(service, { warmup: true });
    const { body } = await sender.send({ scheduled_at: undefined });
    const since = await clockMs(service);

    await sender.schedule(marketing());
    await untilHandled();
    // The alarm of a minute is set once, by each instance of the function.
    await service.advance(minuteMs);
    const then = await clockMs(service);
    await sender.schedule({ reply_to_message_id: body.id, scheduled_at: 'in 0 minutes' });
    await untilHandled();

    const both = await made('doDueWork', since);
    const last = await made('doDueWork', then);
    expect(last).toEqual(named(answering));
    expect(both).toEqual([...named(sending), ...named(answering)].sort());
  });

  describe.each([
    ['a marketing mail', sending, () => marketing()],
    [
      'an answer',
      answering,
      (parent: string) => ({ reply_to_message_id: parent, scheduled_at: 'in 0 minutes' }),
    ],
  ] as const)('%s', (_name, calls, requestFor) => {
    const troubles = troublesOf(calls);
    const outcomes = new Map<string, Outcome>();
    const usage = new Map<string, number>();

    /** One after the other into its trouble, then all together through the time that it takes to settle. */
    beforeAll(async () => {
      const cases: { name: string; sender: Actor; id: string; before: number }[] = [];
      for (const trouble of troubles) {
        const sender = await aScheduler(service, { warmup: true });
        const { body } = await sender.send({ scheduled_at: undefined });
        await inTrouble('doDueWork', trouble);
        const id = await sender.schedule(requestFor(body.id));
        await untilHandled();
        await service.control('DELETE', '/faults');
        cases.push({ name: trouble.name, sender, id, before: (await sender.mailsOf(id)).length });
      }
      await service.advance(untilSettled);
      for (const { name, sender, id, before } of cases) {
        outcomes.set(name, {
          mails: [before, (await sender.mailsOf(id)).length],
          status: await sender.status(id),
        });
        usage.set(name, await sender.used());
      }
    }, 600_000);

    test.each(troubles)('$name sends it once', ({ name }) => {
      const { mails: [before = 0, after] = [], status } = outcomes.get(name) ?? {};

      expect({ after, status }).toEqual({ after: 1, status: 'delivered' });
      expect(before).toBeLessThanOrEqual(1);
    });

    test.each(troubles)('$name counts it at least once', ({ name }) => {
      expect(usage.get(name)).toBeGreaterThanOrEqual(2);
    });
  });

  test('twice killed before the hand-over sends it once, ten minutes later each time', async () => {
    const sender = await aScheduler(service);
    await orderFault(service, 'sesv2 SendEmail', { crash: 'before', times: 2, function: 'doDueWork' });
    const due = await clockMs(service);
    const id = await sender.schedule({ scheduled_at: 'in 0 minutes' });
    await untilHandled();

    await service.advance(2 * untilSettled);

    const [mail, ...others] = await sender.mailsOf(id);
    expect(others).toEqual([]);
    expect(Date.parse(mail?.at ?? '') - due).toBeGreaterThan(20 * minuteMs);
    expect(await sender.status(id)).toBe('delivered');
    expect(await sender.used()).toBe(1);
  });

  test('that does not know whether the provider took it asks again after ten minutes, and not before', async () => {
    const sender = await aScheduler(service);
    await orderFault(service, 'sesv2 SendEmail', {
      error: 'InternalFailure',
      times: 1,
      function: 'doDueWork',
    });
    const due = await clockMs(service);
    const id = await sender.schedule({ scheduled_at: 'in 0 minutes' });
    await untilHandled();

    const meanwhile = await sender.status(id);
    await service.advance(untilSettled);

    const [mail, ...others] = await sender.mailsOf(id);
    expect(meanwhile).toBe('queued');
    expect(others).toEqual([]);
    expect(Date.parse(mail?.at ?? '') - due).toBeGreaterThan(10 * minuteMs);
    expect(await sender.used()).toBe(1);
  });

  test('whose event says that the provider took it never asks again', async () => {
    const sender = await aScheduler(service);
    await orderFault(service, 'sesv2 SendEmail', { crash: 'after', times: 1, function: 'doDueWork' });
    const since = await clockMs(service);
    const id = await sender.schedule({ scheduled_at: 'in 0 minutes' });
    await untilHandled();

    const soon = await sender.status(id);
    await service.advance(untilSettled);

    const asked = (await callsOf(service, 'doDueWork', since)).filter(
      ({ operation }) => operation === 'SendEmail',
    );
    expect(soon).toBe('delivered');
    expect(asked).toHaveLength(1);
    expect(await sender.mailsOf(id)).toHaveLength(1);
  });

  test('and dies holds no cancel against its answer: it was queued, and is sent', async () => {
    const sender = await aScheduler(service);
    await orderFault(service, 'sesv2 SendEmail', { crash: 'before', times: 1, function: 'doDueWork' });
    const id = await sender.schedule({ scheduled_at: 'in 0 minutes' });
    await untilHandled();

    const refused = await sender.cancel(id);
    await service.advance(untilSettled);

    expect(refused).toMatchObject({ status: 409, body: anError('invalid_state') });
    expect(refused.body.error.message).toContain('queued');
    expect(await sender.mailsOf(id)).toHaveLength(1);
  });

  test('and dies does not keep an unsubscribe out: the second attempt leaves without the address', async () => {
    const sender = await aScheduler(service);
    await orderFault(service, 'sesv2 SendEmail', { crash: 'before', times: 1, function: 'doDueWork' });
    const id = await sender.schedule({
      to: ['kim@example.com', 'lee@example.com'],
      scheduled_at: 'in 0 minutes',
    });
    await untilHandled();

    await sender.unsubscribe('lee@example.com');
    await service.advance(untilSettled);

    expect(await sender.mailsOf(id)).toMatchObject([{ to: ['kim@example.com'] }]);
  });
});

/** Every AWS call of a drain that finds one email, other than that it asks each shard of each lane. */
const draining: Call[] = [
  { what: 'the first shard', at: 'dynamodb Query', skip: 0 },
  { what: 'the last shard', at: 'dynamodb Query', skip: 12 },
  { what: 'the account', at: 'sesv2 GetAccount', skip: 0 },
  { what: 'the lease', at: 'dynamodb UpdateItem', skip: 0 },
  { what: 'the pace', at: 'dynamodb UpdateItem', skip: 1 },
  { what: 'the message', at: 'sqs SendMessageBatch', skip: 0 },
  { what: 'the note that it is out', at: 'dynamodb UpdateItem', skip: 2 },
  { what: 'the end of the lease', at: 'dynamodb UpdateItem', skip: 3 },
];

describe('the drain', () => {
  test('makes no call that the table above does not name', async () => {
    const sender = await aScheduler(service);
    await service.control('POST', '/restart');
    await sender.schedule({ scheduled_at: 'in 0 minutes' });
    const since = await clockMs(service);

    await untilHandled();

    const calls = await made('drainDueWork', since);
    expect([...new Set(calls)].sort()).toEqual([...new Set(named(draining))].sort());
  });

  test.each(troublesOf(draining))('$name: the email leaves once, within ten minutes', async (trouble) => {
    const sender = await aScheduler(service);
    await service.control('POST', '/restart');
    await inTrouble('drainDueWork', trouble);
    const id = await sender.schedule({ scheduled_at: 'in 0 minutes' });

    await untilHandled();
    await service.control('DELETE', '/faults');
    await service.advance(10 * minuteMs);

    expect(await sender.mailsOf(id)).toHaveLength(1);
    expect(await sender.status(id)).toBe('delivered');
  });
});

/** Every AWS call of a scheduled send under an Idempotency-Key from where it begins to keep something. */
const scheduling: Call[] = [
  { what: 'the claim of the Idempotency-Key', at: 'dynamodb PutItem', skip: 0 },
  { what: 'what the checks read', at: 'dynamodb BatchGetItem', skip: 0 },
  { what: 'the email', at: 'dynamodb BatchWriteItem', skip: 0 },
  { what: 'the content', at: 's3 PutObject', skip: 0 },
  { what: 'the alarm', at: 'sqs SendMessageBatch', skip: 0 },
  { what: 'the stored answer', at: 'dynamodb UpdateItem', skip: 2 },
];

describe('a function that schedules', () => {
  const deaths = scheduling.flatMap((call) =>
    ['before', 'after'].flatMap((crash) =>
      [0, 150].map((delay_ms) => ({
        name: `${crash} ${call.what}${delay_ms ? ', the last of several' : ''}`,
        call,
        fault: { crash, times: 1, ...(delay_ms && { delay_ms }) },
      })),
    ),
  );
  const outcomes = new Map<string, { died: Answer; retried: Answer; mails: number; log: string[] }>();

  beforeAll(async () => {
    const cases: { name: string; sender: Actor; died: Answer; request: object }[] = [];
    for (const death of deaths) {
      const sender = await aScheduler(service);
      const request = { html: largeHtml(), scheduled_at: 'in 10 minutes' };
      await inTrouble('sendEmail', death);
      const died = await sender.sendOnce(request);
      await service.control('DELETE', '/faults');
      cases.push({ name: death.name, sender, died, request });
    }
    await service.advance(leaseMs);
    const retries = await Promise.all(cases.map(({ sender, request }) => sender.sendOnce({ ...request })));
    await service.advance(16 * minuteMs);
    for (const [at, { name, sender, died }] of cases.entries()) {
      const retried = retries[at];
      if (!retried) continue;
      const [mails, log] = [(await sender.outbox()).length, await sender.statuses()];
      outcomes.set(name, { died, retried, mails, log });
    }
  }, 600_000);

  test.each(deaths)('and is killed $name: the retry schedules one mail, which leaves once', ({ name }) => {
    const outcome = outcomes.get(name);

    expect(outcome?.died).toMatchObject({ status: 500, body: anError('internal_error') });
    expect(outcome?.retried).toMatchObject({ status: 202, body: { status: 'scheduled' } });
    expect(outcome).toMatchObject({ mails: 1, log: ['delivered'] });
  });

  test('and is killed before its thread shows the pending answer: the retry makes it show', async () => {
    const sender = await aScheduler(service);
    const { body } = await sender.send({ scheduled_at: undefined });
    const answer = { reply_to_message_id: body.id, scheduled_at: 'in 10 minutes' };
    await orderFault(service, 'dynamodb TransactWriteItems', {
      crash: 'before',
      times: 1,
      function: 'sendEmail',
    });
    const died = await sender.sendOnce(answer);
    const meanwhile = await sender.api('GET', `/v1/threads/${body.thread_id}`);
    await service.advance(leaseMs);

    const retried = await sender.sendOnce(answer);

    const thread = await sender.api('GET', `/v1/threads/${body.thread_id}`);
    expect(died.status).toBe(500);
    expect(meanwhile.body).toMatchObject({ pending_reply: false });
    expect(retried.body).toMatchObject({ status: 'scheduled', thread_id: body.thread_id });
    expect(thread.body).toMatchObject({ pending_reply: true });
  });
});
