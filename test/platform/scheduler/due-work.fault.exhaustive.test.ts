import {
  listWorkerCalls,
  readClockMs,
  injectFault,
  createSchedulingWorkspace,
} from '../../support/scheduled-sends';
import { Service, type ApiResponse } from '../../support/service';
import { anError } from '../../support/matchers';
import { idempotencyLeaseMs } from '../../support/leases';
import { largeHtml } from '../../support/factories';
import type { TestWorkspace } from '../../support/test-workspace';

const minuteMs = 60_000;

/** Long enough for the sweep that retries an unknown outcome after ten minutes. */
const settleWaitMs = 16 * minuteMs;

let service: Service;

beforeAll(async () => {
  service = await Service.start();
});

afterEach(() => service.control('DELETE', '/faults'));

afterAll(() => service.stop());

interface Call {
  what: string;
  awsCall: string;
  skip: number;
}

/** The AWS calls for a due marketing email from a warming domain, with content in S3. */
const sendCalls: Call[] = [
  { what: 'the email', awsCall: 'dynamodb GetItem', skip: 0 },
  { what: 'the wakeup for a retry after a crash', awsCall: 'sqs SendMessageBatch', skip: 0 },
  { what: 'the claim', awsCall: 'dynamodb UpdateItem', skip: 0 },
  { what: 'the content reference', awsCall: 'dynamodb GetItem', skip: 1 },
  { what: 'the content', awsCall: 's3 GetObject', skip: 0 },
  { what: 'the records for the checks', awsCall: 'dynamodb BatchGetItem', skip: 0 },
  { what: 'the usage', awsCall: 'dynamodb TransactWriteItems', skip: 0 },
  { what: 'the first day of the warm-up', awsCall: 'dynamodb UpdateItem', skip: 1 },
  { what: 'the warm-up allowance', awsCall: 'dynamodb UpdateItem', skip: 2 },
  { what: 'the SES submit', awsCall: 'sesv2 SendEmail', skip: 0 },
  { what: 'the status sent', awsCall: 'dynamodb TransactWriteItems', skip: 1 },
  { what: 'the start of the content deletion', awsCall: 'sqs SendMessageBatch', skip: 1 },
];

const marketing = () => ({ risk_class: 'marketing', html: largeHtml(), scheduled_at: 'in 0 minutes' });

/** The AWS calls for a reply to an existing thread. One transaction updates the email status and the thread. */
const replyCalls: Call[] = [
  { what: 'the email', awsCall: 'dynamodb GetItem', skip: 0 },
  { what: 'the wakeup for a retry after a crash', awsCall: 'sqs SendMessageBatch', skip: 0 },
  { what: 'the claim', awsCall: 'dynamodb UpdateItem', skip: 0 },
  { what: 'the content', awsCall: 'dynamodb GetItem', skip: 1 },
  { what: 'the records for the checks', awsCall: 'dynamodb BatchGetItem', skip: 0 },
  { what: 'the usage and the referenced records', awsCall: 'dynamodb TransactWriteItems', skip: 0 },
  { what: 'the SES submit', awsCall: 'sesv2 SendEmail', skip: 0 },
  { what: 'the status sent and the thread', awsCall: 'dynamodb TransactWriteItems', skip: 1 },
];

const sortedAwsCalls = (calls: readonly Call[]): string[] => calls.map(({ awsCall }) => awsCall).sort();

async function listMadeCalls(worker: string, sinceMs: number): Promise<string[]> {
  const rows = await listWorkerCalls(service, worker, sinceMs);
  return rows.map((row) => `${row.service} ${row.operation}`).sort();
}

/**
 * Waits until the worker handles email that is due now. The wakeup fires after a second, and the remaining time is for
 * slow machines.
 */
const advanceUntilHandled = (): Promise<unknown> => service.advance(30_000);

interface InjectedFault {
  name: string;
  call: Call;
  fault: Record<string, unknown>;
}

/** Returns faults that kill the worker before or after each call, or fail every attempt of the call. */
const faultsOf = (calls: readonly Call[]): InjectedFault[] =>
  calls.flatMap((call) => [
    { name: `killed before ${call.what}`, call, fault: { crash: 'before', times: 1 } },
    { name: `killed after ${call.what}`, call, fault: { crash: 'after', times: 1 } },
    { name: `given an error at ${call.what}`, call, fault: { error: 'InternalServerError' } },
  ]);

async function injectFaultAt(worker: string, { call, fault }: InjectedFault): Promise<void> {
  await injectFault(service, call.awsCall, { skip: call.skip, function: worker, ...fault });
}

interface Outcome {
  /** The number of times that the outbox contains the email, before and after the settling time. */
  mails: number[];
  status: string;
}

describe('the worker that sends a due email', () => {
  test('makes only the listed AWS calls', async () => {
    const workspace = await createSchedulingWorkspace(service, { warmup: true });
    const { body } = await workspace.send({ scheduled_at: undefined });
    const since = await readClockMs(service);

    await workspace.schedule(marketing());
    await advanceUntilHandled();
    // Each function instance schedules only one wakeup per minute, so the reply must be due in another minute.
    await service.advance(minuteMs);
    const sinceReply = await readClockMs(service);
    await workspace.schedule({ reply_to_message_id: body.id, scheduled_at: 'in 0 minutes' });
    await advanceUntilHandled();

    const bothCalls = await listMadeCalls('runDueWork', since);
    const replyCallsMade = await listMadeCalls('runDueWork', sinceReply);
    expect(replyCallsMade).toEqual(sortedAwsCalls(replyCalls));
    expect(bothCalls).toEqual([...sortedAwsCalls(sendCalls), ...sortedAwsCalls(replyCalls)].sort());
  });

  describe.each([
    ['a marketing email', sendCalls, () => marketing()],
    [
      'a reply',
      replyCalls,
      (parent: string) => ({ reply_to_message_id: parent, scheduled_at: 'in 0 minutes' }),
    ],
  ] as const)('%s', (_name, calls, requestFor) => {
    const faults = faultsOf(calls);
    const outcomes = new Map<string, Outcome>();
    const usage = new Map<string, number>();

    /** Injects the faults sequentially, and then waits until all emails are settled. */
    beforeAll(async () => {
      const cases: { name: string; workspace: TestWorkspace; id: string; before: number }[] = [];
      for (const fault of faults) {
        const workspace = await createSchedulingWorkspace(service, { warmup: true });
        const { body } = await workspace.send({ scheduled_at: undefined });
        await injectFaultAt('runDueWork', fault);
        const id = await workspace.schedule(requestFor(body.id));
        await advanceUntilHandled();
        await service.control('DELETE', '/faults');
        cases.push({ name: fault.name, workspace, id, before: (await workspace.mailsOf(id)).length });
      }
      await service.advance(settleWaitMs);
      for (const { name, workspace, id, before } of cases) {
        outcomes.set(name, {
          mails: [before, (await workspace.mailsOf(id)).length],
          status: await workspace.getStatus(id),
        });
        usage.set(name, await workspace.getEmailsUsed());
      }
    }, 600_000);

    // S-8
    test.each(faults)('sends the email once if it is $name', ({ name }) => {
      const { mails: [before = 0, after] = [], status } = outcomes.get(name) ?? {};

      expect({ after, status }).toEqual({ after: 1, status: 'delivered' });
      expect(before).toBeLessThanOrEqual(1);
    });

    test.each(faults)('counts the email at least once if it is $name', ({ name }) => {
      expect(usage.get(name)).toBeGreaterThanOrEqual(2);
    });
  });

  test('sends the email once, twenty minutes later, if it is killed twice before the SES submit', async () => {
    const workspace = await createSchedulingWorkspace(service);
    await injectFault(service, 'sesv2 SendEmail', { crash: 'before', times: 2, function: 'runDueWork' });
    const due = await readClockMs(service);
    const id = await workspace.schedule({ scheduled_at: 'in 0 minutes' });
    await advanceUntilHandled();

    await service.advance(2 * settleWaitMs);

    const [mail, ...others] = await workspace.mailsOf(id);
    expect(others).toEqual([]);
    expect(Date.parse(mail?.at ?? '') - due).toBeGreaterThan(20 * minuteMs);
    expect(await workspace.getStatus(id)).toBe('delivered');
    expect(await workspace.getEmailsUsed()).toBe(1);
  });

  // S-8
  test('retries a submit with an unknown outcome after ten minutes and not earlier', async () => {
    const workspace = await createSchedulingWorkspace(service);
    await injectFault(service, 'sesv2 SendEmail', {
      error: 'InternalFailure',
      times: 1,
      function: 'runDueWork',
    });
    const due = await readClockMs(service);
    const id = await workspace.schedule({ scheduled_at: 'in 0 minutes' });
    await advanceUntilHandled();

    const statusMeanwhile = await workspace.getStatus(id);
    await service.advance(settleWaitMs);

    const [mail, ...others] = await workspace.mailsOf(id);
    expect(statusMeanwhile).toBe('queued');
    expect(others).toEqual([]);
    expect(Date.parse(mail?.at ?? '') - due).toBeGreaterThan(10 * minuteMs);
    expect(await workspace.getEmailsUsed()).toBe(1);
  });

  // S-8
  test('does not submit the email again if an event shows that SES accepted the email', async () => {
    const workspace = await createSchedulingWorkspace(service);
    await injectFault(service, 'sesv2 SendEmail', { crash: 'after', times: 1, function: 'runDueWork' });
    const since = await readClockMs(service);
    const id = await workspace.schedule({ scheduled_at: 'in 0 minutes' });
    await advanceUntilHandled();

    const statusSoon = await workspace.getStatus(id);
    await service.advance(settleWaitMs);

    const submits = (await listWorkerCalls(service, 'runDueWork', since)).filter(
      ({ operation }) => operation === 'SendEmail',
    );
    expect(statusSoon).toBe('delivered');
    expect(submits).toHaveLength(1);
    expect(await workspace.mailsOf(id)).toHaveLength(1);
  });

  test('sends the email after a crash, and the API refuses to cancel the queued email', async () => {
    const workspace = await createSchedulingWorkspace(service);
    await injectFault(service, 'sesv2 SendEmail', { crash: 'before', times: 1, function: 'runDueWork' });
    const id = await workspace.schedule({ scheduled_at: 'in 0 minutes' });
    await advanceUntilHandled();

    const refused = await workspace.cancel(id);
    await service.advance(settleWaitMs);

    expect(refused).toMatchObject({ status: 409, body: anError('invalid_state') });
    expect(refused.body.error.message).toContain('queued');
    expect(await workspace.mailsOf(id)).toHaveLength(1);
  });

  test('omits an address that unsubscribes between a crash and the second attempt', async () => {
    const workspace = await createSchedulingWorkspace(service);
    await injectFault(service, 'sesv2 SendEmail', { crash: 'before', times: 1, function: 'runDueWork' });
    const id = await workspace.schedule({
      to: ['kim@example.com', 'lee@example.com'],
      scheduled_at: 'in 0 minutes',
    });
    await advanceUntilHandled();

    await workspace.unsubscribe('lee@example.com');
    await service.advance(settleWaitMs);

    expect(await workspace.mailsOf(id)).toMatchObject([{ to: ['kim@example.com'] }]);
  });
});

/**
 * The AWS calls of a drain that finds one email. The list includes only the first and the last query of the
 * shards.
 */
const drainCalls: Call[] = [
  { what: 'the first shard', awsCall: 'dynamodb Query', skip: 0 },
  { what: 'the last shard', awsCall: 'dynamodb Query', skip: 13 },
  { what: 'the account', awsCall: 'sesv2 GetAccount', skip: 0 },
  { what: 'the lease', awsCall: 'dynamodb UpdateItem', skip: 0 },
  { what: 'the pace', awsCall: 'dynamodb UpdateItem', skip: 1 },
  { what: 'the message', awsCall: 'sqs SendMessageBatch', skip: 0 },
  { what: 'the enqueued mark', awsCall: 'dynamodb UpdateItem', skip: 2 },
  { what: 'the end of the lease', awsCall: 'dynamodb UpdateItem', skip: 3 },
];

describe('the drain', () => {
  test('makes only the listed AWS calls', async () => {
    const workspace = await createSchedulingWorkspace(service);
    await service.control('POST', '/restart');
    await workspace.schedule({ scheduled_at: 'in 0 minutes' });
    const since = await readClockMs(service);

    await advanceUntilHandled();

    const calls = await listMadeCalls('drainDueWork', since);
    expect([...new Set(calls)].sort()).toEqual([...new Set(sortedAwsCalls(drainCalls))].sort());
  });

  test.each(faultsOf(drainCalls))('sends the email once within ten minutes if it is $name', async (fault) => {
    const workspace = await createSchedulingWorkspace(service);
    await service.control('POST', '/restart');
    await injectFaultAt('drainDueWork', fault);
    const id = await workspace.schedule({ scheduled_at: 'in 0 minutes' });

    await advanceUntilHandled();
    await service.control('DELETE', '/faults');
    await service.advance(10 * minuteMs);

    expect(await workspace.mailsOf(id)).toHaveLength(1);
    expect(await workspace.getStatus(id)).toBe('delivered');
  });
});

/** The AWS calls of a scheduled send under an Idempotency-Key, starting with the first write. */
const scheduleCalls: Call[] = [
  { what: 'the claim of the Idempotency-Key', awsCall: 'dynamodb PutItem', skip: 0 },
  { what: 'the records for the checks', awsCall: 'dynamodb BatchGetItem', skip: 0 },
  { what: 'the charge for the content', awsCall: 'dynamodb TransactWriteItems', skip: 0 },
  { what: 'the content', awsCall: 's3 PutObject', skip: 0 },
  { what: 'the related records', awsCall: 'dynamodb BatchWriteItem', skip: 0 },
  { what: 'the email', awsCall: 'dynamodb TransactWriteItems', skip: 1 },
  { what: 'the wakeup', awsCall: 'sqs SendMessageBatch', skip: 0 },
  { what: 'the stored response', awsCall: 'dynamodb UpdateItem', skip: 2 },
];

describe('a function that schedules an email', () => {
  const crashPoints = scheduleCalls.flatMap((call) =>
    ['before', 'after'].flatMap((crash) =>
      [0, 150].map((delay_ms) => ({
        name: `${crash} ${call.what}${delay_ms ? ', after the parallel calls have finished' : ''}`,
        call,
        fault: { crash, times: 1, ...(delay_ms && { delay_ms }) },
      })),
    ),
  );
  const outcomes = new Map<
    string,
    { crashedResponse: ApiResponse; retried: ApiResponse; mails: number; log: string[] }
  >();

  beforeAll(async () => {
    const cases: { name: string; workspace: TestWorkspace; crashedResponse: ApiResponse; request: object }[] =
      [];
    for (const crashPoint of crashPoints) {
      const workspace = await createSchedulingWorkspace(service);
      const request = { html: largeHtml(), scheduled_at: 'in 10 minutes' };
      await injectFaultAt('sendEmail', crashPoint);
      const crashedResponse = await workspace.sendOnce(request);
      await service.control('DELETE', '/faults');
      cases.push({ name: crashPoint.name, workspace, crashedResponse, request });
    }
    await service.advance(idempotencyLeaseMs);
    const retries = await Promise.all(
      cases.map(({ workspace, request }) => workspace.sendOnce({ ...request })),
    );
    await service.advance(16 * minuteMs);
    for (const [at, { name, workspace, crashedResponse }] of cases.entries()) {
      const retried = retries[at];
      if (!retried) continue;
      const [mails, log] = [(await workspace.outbox()).length, await workspace.statuses()];
      outcomes.set(name, { crashedResponse, retried, mails, log });
    }
  }, 600_000);

  test.each(crashPoints)(
    'schedules one email, which is sent once, if it is killed $name and retried',
    ({ name }) => {
      const outcome = outcomes.get(name);

      expect(outcome?.crashedResponse).toMatchObject({ status: 500, body: anError('internal_error') });
      expect(outcome?.retried).toMatchObject({ status: 202, body: { status: 'scheduled' } });
      expect(outcome).toMatchObject({ mails: 1, log: ['delivered'] });
    },
  );

  test('marks the pending reply on the thread if it is killed before that write and retried', async () => {
    const workspace = await createSchedulingWorkspace(service);
    const { body } = await workspace.send({ scheduled_at: undefined });
    const reply = { reply_to_message_id: body.id, scheduled_at: 'in 10 minutes' };
    await injectFault(service, 'dynamodb TransactWriteItems', {
      crash: 'before',
      times: 1,
      function: 'sendEmail',
    });
    const crashedResponse = await workspace.sendOnce(reply);
    const statusMeanwhile = await workspace.api('GET', `/v1/threads/${body.thread_id}`);
    await service.advance(idempotencyLeaseMs);

    const retried = await workspace.sendOnce(reply);

    const thread = await workspace.api('GET', `/v1/threads/${body.thread_id}`);
    expect(crashedResponse.status).toBe(500);
    expect(statusMeanwhile.body).toMatchObject({ pending_reply: false });
    expect(retried.body).toMatchObject({ status: 'scheduled', thread_id: body.thread_id });
    expect(thread.body).toMatchObject({ pending_reply: true });
  });
});
