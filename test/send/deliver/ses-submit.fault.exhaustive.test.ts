import { Service, type ApiResponse } from '../../support/service';
import { anError } from '../../support/matchers';
import { idempotencyLeaseMs, outcomeTimeoutMs } from '../../support/leases';
import { createTestWorkspace } from '../../support/test-workspace';

let service: Service;

beforeAll(async () => {
  service = await Service.start();
});

afterEach(() => service.control('DELETE', '/faults'));

afterAll(() => service.stop());

/** Injects a fault into calls of the function that sends. */
const injectSendFault = (fault: Record<string, unknown>): Promise<unknown> =>
  service.control('POST', '/faults', { function: 'sendEmail', ...fault });

const injectSesFault = (fault: Record<string, unknown>): Promise<unknown> =>
  injectSendFault({ service: 'sesv2', operation: 'SendEmail', ...fault });

const countSesSubmits = async (since: string): Promise<number> =>
  (await service.calls(since)).filter(({ operation }) => operation === 'SendEmail').length;

const readClock = (): Promise<string> => service.now();

async function measureResponse(
  call: () => Promise<ApiResponse>,
): Promise<ApiResponse & { durationMs: number }> {
  const before = performance.now();
  const response = await call();
  return { ...response, durationMs: performance.now() - before };
}

const eventTypes = (email: { events: { type: string }[] }): string[] => email.events.map(({ type }) => type);

describe('a function killed before the SES submit', () => {
  test('leaves a queued email and an empty outbox, and the client receives an error in the standard shape', async () => {
    const workspace = await createTestWorkspace(service);
    await injectSesFault({ crash: 'before', times: 1 });

    const crashedResponse = await workspace.send();
    await service.settle();

    expect(crashedResponse).toMatchObject({ status: 500, body: anError('internal_error') });
    expect(await workspace.outbox()).toEqual([]);
    expect(await workspace.listEmails()).toMatchObject([{ status: 'queued' }]);
  });

  // E-47
  test('is not retried by the service without a client retry', async () => {
    const workspace = await createTestWorkspace(service);
    await injectSesFault({ crash: 'before', times: 1 });
    await workspace.sendOnce();

    await service.advance(60 * 60_000);

    expect(await workspace.outbox()).toEqual([]);
    expect(await workspace.listEmails()).toMatchObject([{ status: 'queued' }]);
  });

  test('keeps the Idempotency-Key in progress for ten minutes, after which a retry sends the email', async () => {
    const workspace = await createTestWorkspace(service);
    await injectSesFault({ crash: 'before', times: 1 });
    await workspace.sendOnce();
    const [queued] = await workspace.listEmails();

    await service.advance(idempotencyLeaseMs);
    const early = await workspace.sendOnce();
    await service.advance(outcomeTimeoutMs - idempotencyLeaseMs - 60_000);
    const stillEarly = await workspace.sendOnce();
    await service.advance(61_000);
    const retried = await workspace.sendOnce();
    const replayed = await workspace.sendOnce();

    expect(early).toMatchObject({ status: 409, body: anError('idempotency_in_progress') });
    expect(Number(early.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(stillEarly).toMatchObject({ status: 409, body: anError('idempotency_in_progress') });
    expect(retried).toMatchObject({ status: 202, body: { id: queued?.id, status: 'sent' } });
    expect(replayed).toMatchObject({ status: 202, body: retried.body });
    expect(await workspace.outbox()).toMatchObject([{ message_id: queued?.id }]);
  });

  test('lets only one of ten simultaneous retries submit the email', async () => {
    const workspace = await createTestWorkspace(service);
    await injectSesFault({ crash: 'before', times: 1 });
    await workspace.sendOnce();
    await service.advance(idempotencyLeaseMs + outcomeTimeoutMs);

    const responses = await Promise.all(
      Array.from({ length: 10 }, () => measureResponse(() => workspace.sendOnce())),
    );

    const sent = responses.filter(({ status }) => status === 202);
    const refused = responses.filter(({ status }) => status !== 202);
    expect(sent.length).toBeGreaterThanOrEqual(1);
    expect(new Set(sent.map(({ body }) => body.id)).size).toBe(1);
    // If the ten requests take longer than the maximum wait, the API refuses a waiting request as in progress.
    for (const { status, body } of refused)
      expect({ status, body }).toEqual({ status: 409, body: anError('idempotency_in_progress') });
    expect(refused.filter(({ durationMs }) => durationMs < 7_900)).toEqual([]);
    expect(await workspace.outbox()).toHaveLength(1);
  });

  // I-9
  test('keeps the Idempotency-Key for the lease, and a retry within the lease waits and then receives idempotency_in_progress', async () => {
    const workspace = await createTestWorkspace(service);
    await injectSesFault({ crash: 'before', times: 1 });
    await workspace.sendOnce();

    const before = performance.now();
    const retried = await workspace.sendOnce();

    expect(retried).toMatchObject({ status: 409, body: anError('idempotency_in_progress') });
    expect(performance.now() - before).toBeGreaterThan(7_500);
    expect(await workspace.outbox()).toEqual([]);
  });
});

describe('a function killed after SES accepted the email', () => {
  test('leaves one email whose status the SES events complete', async () => {
    const workspace = await createTestWorkspace(service);
    await injectSesFault({ crash: 'after', times: 1 });

    const crashedResponse = await workspace.send();
    await service.settle();

    const [mail] = await service.outbox(`?workspace_id=${workspace.workspaceId}`);
    const email = await workspace.getEmail(String(mail?.message_id));
    expect(crashedResponse).toMatchObject({ status: 500, body: anError('internal_error') });
    expect(await workspace.outbox()).toHaveLength(1);
    expect(email).toMatchObject({ status: 'delivered', provider_message_id: mail?.provider_message_id });
    expect(email.sent_at).toBe(mail?.at);
    expect(eventTypes(email)).toEqual(['send', 'delivery']);
  });

  // E-47
  test('leaves an email that the Send event alone marks as sent', async () => {
    await service.control('PATCH', '/settings', { auto_delivery: false });
    const workspace = await createTestWorkspace(service);
    await injectSesFault({ crash: 'after', times: 1 });

    await workspace.sendOnce();
    await service.settle();
    await service.control('PATCH', '/settings', { auto_delivery: true });

    expect(await workspace.listEmails()).toMatchObject([{ status: 'sent' }]);
  });

  // I-10
  test('leaves an Idempotency-Key under which a retry after the lease receives 202 with the same id and sends no email', async () => {
    const workspace = await createTestWorkspace(service);
    await injectSesFault({ crash: 'after', times: 1 });
    await workspace.sendOnce();
    await service.settle();
    const [mail] = await workspace.outbox();

    await service.advance(idempotencyLeaseMs);
    const retried = await workspace.sendOnce();
    await service.advance(outcomeTimeoutMs);
    const replayed = await workspace.sendOnce();

    expect(retried).toMatchObject({ status: 202, body: { id: mail?.message_id, status: 'sent' } });
    expect(replayed.body).toEqual(retried.body);
    expect(await workspace.outbox()).toHaveLength(1);
  });

  test('leaves an Idempotency-Key under which a different body is refused after the response is stored', async () => {
    const workspace = await createTestWorkspace(service);
    await injectSesFault({ crash: 'after', times: 1 });
    await workspace.sendOnce();
    await service.settle();
    await service.advance(idempotencyLeaseMs);
    await workspace.sendOnce();

    const other = await workspace.sendOnce({ subject: 'Other' });

    expect(other).toMatchObject({ status: 422, body: anError('idempotency_key_reused') });
    expect(await workspace.outbox()).toHaveLength(1);
  });
});

test('an SES response that arrives too late yields 502, and the SES event completes the email without another send', async () => {
  const workspace = await createTestWorkspace(service);
  await injectSesFault({ delay_ms: 20_000, times: 1 });

  const late = await workspace.sendOnce();
  const mailsByThen = await workspace.outbox();
  const retriedAtOnce = await workspace.sendOnce();
  while ((await workspace.outbox()).length === 0) await new Promise((resolve) => setTimeout(resolve, 50));
  await service.settle();
  const retried = await workspace.sendOnce();

  const [mail] = await workspace.outbox();
  expect(late).toMatchObject({ status: 502, body: anError('provider_error') });
  expect(late.body.error.message).toContain(mail?.message_id);
  expect(mailsByThen).toEqual([]);
  expect(retriedAtOnce).toMatchObject({ status: 409, body: anError('idempotency_in_progress') });
  expect(retried).toMatchObject({ status: 202, body: { id: mail?.message_id, status: 'sent' } });
  expect(await workspace.outbox()).toHaveLength(1);
  expect(await workspace.listEmails()).toMatchObject([{ status: 'delivered' }]);
});

describe('throttling by SES', () => {
  test.each([1, 2, 3])('%i times is retried, and the client receives 202', async (times) => {
    const workspace = await createTestWorkspace(service);
    const since = await readClock();
    await injectSesFault({ error: 'TooManyRequestsException', times });

    const sent = await workspace.sendOnce();
    await service.settle();

    expect(sent).toMatchObject({ status: 202, body: { status: 'sent' } });
    expect(await countSesSubmits(since)).toBe(times + 1);
    expect(await workspace.outbox()).toHaveLength(1);
    expect(await workspace.listEmails()).toMatchObject([{ status: 'delivered' }]);
  });

  // E-45
  test('that persists causes four attempts within two seconds, then 502 and a queued email', async () => {
    const workspace = await createTestWorkspace(service);
    const since = await readClock();
    await injectSesFault({ error: 'TooManyRequestsException' });

    const before = performance.now();
    const refused = await workspace.sendOnce();
    const durationMs = performance.now() - before;

    expect(refused).toMatchObject({ status: 502, body: anError('provider_error') });
    // Four times the expected time, because the machine may be busy.
    expect(durationMs).toBeLessThan(8_000);
    expect(await countSesSubmits(since)).toBe(4);
    expect(await workspace.listEmails()).toMatchObject([{ status: 'queued' }]);
    expect(await workspace.outbox()).toEqual([]);
  });

  test('that ends lets the same request with the same Idempotency-Key send the email once', async () => {
    const workspace = await createTestWorkspace(service);
    await injectSesFault({ error: 'TooManyRequestsException' });
    await workspace.sendOnce();
    await service.control('DELETE', '/faults');

    const retried = await workspace.sendOnce();
    const replayed = await workspace.sendOnce();
    await service.settle();

    expect(retried).toMatchObject({ status: 202, body: { status: 'sent' } });
    expect(replayed.body).toEqual(retried.body);
    expect(await workspace.outbox()).toMatchObject([{ message_id: retried.body.id }]);
    expect((await workspace.listEmails())[0]).toMatchObject({ id: retried.body.id, status: 'delivered' });
  });
});

describe('a rejection by SES', () => {
  // E-46
  test('marks the email failed, yields 502 and is not retried', async () => {
    const workspace = await createTestWorkspace(service);
    const since = await readClock();
    await injectSesFault({ error: 'MessageRejected' });

    const refused = await workspace.sendOnce();
    await service.advance(outcomeTimeoutMs);

    expect(refused).toMatchObject({ status: 502, body: anError('provider_error') });
    expect(await countSesSubmits(since)).toBe(1);
    expect(await workspace.listEmails()).toMatchObject([{ status: 'failed' }]);
    expect(await workspace.outbox()).toEqual([]);
  });

  test('with an internal error leaves the outcome unknown and yields 502 and a queued email', async () => {
    const workspace = await createTestWorkspace(service);
    const since = await readClock();
    await injectSesFault({ error: 'InternalFailure' });

    const failed = await workspace.sendOnce();

    expect(failed).toMatchObject({ status: 502, body: anError('provider_error') });
    expect(await countSesSubmits(since)).toBe(1);
    expect(await workspace.listEmails()).toMatchObject([{ status: 'queued' }]);
  });
});

describe('a database failure', () => {
  test('after the SES submit still yields 202, and the SES events mark the email delivered', async () => {
    const workspace = await createTestWorkspace(service);
    // The first three updates write the request count, the last use of the key and the usage.
    await injectSendFault({
      service: 'dynamodb',
      operation: 'UpdateItem',
      error: 'InternalServerError',
      skip: 3,
    });

    const sent = await workspace.sendOnce();
    await service.settle();
    await service.control('DELETE', '/faults');
    await service.advance(idempotencyLeaseMs);
    const retried = await workspace.sendOnce();

    expect(sent).toMatchObject({ status: 202, body: { status: 'sent' } });
    expect(retried).toMatchObject({ status: 202, body: sent.body });
    expect(await workspace.outbox()).toMatchObject([{ message_id: sent.body.id }]);
    expect(await workspace.listEmails()).toMatchObject([{ id: sent.body.id, status: 'delivered' }]);
  });

  //
  test('before the email is recorded yields 500 and sends no email', async () => {
    const workspace = await createTestWorkspace(service);
    const since = await readClock();
    await injectSendFault({ service: 'dynamodb', operation: 'BatchWriteItem', error: 'InternalServerError' });

    const failed = await workspace.sendOnce();
    await service.control('DELETE', '/faults');
    const retried = await workspace.sendOnce();
    await service.settle();

    expect(failed).toMatchObject({ status: 500, body: anError('internal_error') });
    expect(retried).toMatchObject({ status: 202, body: { status: 'sent' } });
    expect(await countSesSubmits(since)).toBe(1);
    expect(await workspace.outbox()).toMatchObject([{ message_id: retried.body.id }]);
    expect(await workspace.listEmails()).toMatchObject([{ id: retried.body.id, status: 'delivered' }]);
  });

  test('at the claim of the Idempotency-Key yields 500 and sends no email', async () => {
    const workspace = await createTestWorkspace(service);
    await injectSendFault({ service: 'dynamodb', operation: 'PutItem', error: 'InternalServerError' });

    const failed = await workspace.sendOnce();

    expect(failed).toMatchObject({ status: 500, body: anError('internal_error') });
    expect(await workspace.outbox()).toEqual([]);
    expect(await workspace.listEmails()).toEqual([]);
  });
});

test('a retry sends one email if the function was killed between the claim of the key and the record of the email', async () => {
  const workspace = await createTestWorkspace(service);
  await injectSendFault({ service: 'dynamodb', operation: 'BatchGetItem', crash: 'after', times: 1 });

  const crashedResponse = await workspace.sendOnce();
  const mailsBefore = await workspace.outbox();
  await service.advance(idempotencyLeaseMs);
  const retried = await workspace.sendOnce();
  await service.settle();

  expect(crashedResponse).toMatchObject({ status: 500, body: anError('internal_error') });
  expect(mailsBefore).toEqual([]);
  expect(retried).toMatchObject({ status: 202, body: { status: 'sent' } });
  expect(await workspace.outbox()).toMatchObject([{ message_id: retried.body.id }]);
  expect(await workspace.listEmails()).toHaveLength(1);
});

test.each(['before', 'after'])(
  'a large send whose function is killed %s it reads the parked body fails with a standard error and sends no email',
  async (crash) => {
    const workspace = await createTestWorkspace(service, {
      mail: { html: `<p>${'x'.repeat(3_100_000)}</p>` },
    });
    await injectSendFault({ service: 's3', operation: 'GetObject', crash, times: 1 });

    const crashedResponse = await workspace.sendOnce();
    const retried = await workspace.sendOnce();
    await service.settle();

    expect(crashedResponse).toMatchObject({ status: 500, body: anError('internal_error') });
    expect(retried).toMatchObject({ status: 202, body: { status: 'sent' } });
    expect(await workspace.outbox()).toMatchObject([{ message_id: retried.body.id }]);
  },
);
