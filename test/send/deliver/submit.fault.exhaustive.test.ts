import { Service, type Answer } from '../../support/service';
import { anError } from '../../support/matchers';
import { leaseMs, unknownOutcomeMs } from '../../support/leases';
import { anActor } from '../../support/actor';

let service: Service;

beforeAll(async () => {
  service = await Service.start();
});

afterEach(() => service.control('DELETE', '/faults'));

afterAll(() => service.stop());

/** Something happens to calls of the function that sends. */
const order = (fault: Record<string, unknown>): Promise<unknown> =>
  service.control('POST', '/faults', { function: 'sendEmail', ...fault });

const atHandOver = (fault: Record<string, unknown>): Promise<unknown> =>
  order({ service: 'sesv2', operation: 'SendEmail', ...fault });

const handOvers = async (since: string): Promise<number> =>
  (await service.calls(since)).filter(({ operation }) => operation === 'SendEmail').length;

const clock = (): Promise<string> => service.now();

async function timed(call: () => Promise<Answer>): Promise<Answer & { tookMs: number }> {
  const before = performance.now();
  const answer = await call();
  return { ...answer, tookMs: performance.now() - before };
}

const eventTypes = (email: { events: { type: string }[] }): string[] => email.events.map(({ type }) => type);

describe('a function killed before the provider heard of the mail', () => {
  test('leaves a queued email and an empty outbox, and its client gets an error in our shape', async () => {
    const sender = await anActor(service);
    await atHandOver({ crash: 'before', times: 1 });

    const died = await sender.send();
    await service.settle();

    expect(died).toMatchObject({ status: 500, body: anError('internal_error') });
    expect(await sender.outbox()).toEqual([]);
    expect(await sender.log()).toMatchObject([{ status: 'queued' }]);
  });

  test('is not followed by a second attempt of the service itself, however long nobody asks', async () => {
    const sender = await anActor(service);
    await atHandOver({ crash: 'before', times: 1 });
    await sender.sendOnce();

    await service.advance(60 * 60_000);

    expect(await sender.outbox()).toEqual([]);
    expect(await sender.log()).toMatchObject([{ status: 'queued' }]);
  });

  test('keeps the Idempotency-Key in progress for ten minutes, then one retry sends', async () => {
    const sender = await anActor(service);
    await atHandOver({ crash: 'before', times: 1 });
    await sender.sendOnce();
    const [queued] = await sender.log();

    await service.advance(leaseMs);
    const early = await sender.sendOnce();
    await service.advance(unknownOutcomeMs - leaseMs - 60_000);
    const stillEarly = await sender.sendOnce();
    await service.advance(61_000);
    const retried = await sender.sendOnce();
    const replayed = await sender.sendOnce();

    expect(early).toMatchObject({ status: 409, body: anError('idempotency_in_progress') });
    expect(Number(early.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(stillEarly).toMatchObject({ status: 409, body: anError('idempotency_in_progress') });
    expect(retried).toMatchObject({ status: 202, body: { id: queued?.id, status: 'sent' } });
    expect(replayed).toMatchObject({ status: 202, body: retried.body });
    expect(await sender.outbox()).toMatchObject([{ message_id: queued?.id }]);
  });

  test('lets only one of ten simultaneous retries hand the mail over', async () => {
    const sender = await anActor(service);
    await atHandOver({ crash: 'before', times: 1 });
    await sender.sendOnce();
    await service.advance(leaseMs + unknownOutcomeMs);

    const answers = await Promise.all(Array.from({ length: 10 }, () => timed(() => sender.sendOnce())));

    const sent = answers.filter(({ status }) => status === 202);
    const inVain = answers.filter(({ status }) => status !== 202);
    expect(sent.length).toBeGreaterThanOrEqual(1);
    expect(new Set(sent.map(({ body }) => body.id)).size).toBe(1);
    // Where the ten take longer than that to start, who has waited for so long learns that it is in progress.
    for (const { status, body } of inVain)
      expect({ status, body }).toEqual({ status: 409, body: anError('idempotency_in_progress') });
    expect(inVain.filter(({ tookMs }) => tookMs < 7_900)).toEqual([]);
    expect(await sender.outbox()).toHaveLength(1);
  });

  test('holds its key for the lease: a retry in between waits, then learns that it is in progress', async () => {
    const sender = await anActor(service);
    await atHandOver({ crash: 'before', times: 1 });
    await sender.sendOnce();

    const before = performance.now();
    const retried = await sender.sendOnce();

    expect(retried).toMatchObject({ status: 409, body: anError('idempotency_in_progress') });
    expect(performance.now() - before).toBeGreaterThan(7_500);
    expect(await sender.outbox()).toEqual([]);
  });
});

describe('a function killed after the provider took the mail', () => {
  test("leaves one mail, and the provider's events settle it although nobody else can", async () => {
    const sender = await anActor(service);
    await atHandOver({ crash: 'after', times: 1 });

    const died = await sender.send();
    await service.settle();

    const [mail] = await service.outbox(`?workspace_id=${sender.workspaceId}`);
    const email = await sender.read(String(mail?.message_id));
    expect(died).toMatchObject({ status: 500, body: anError('internal_error') });
    expect(await sender.outbox()).toHaveLength(1);
    expect(email).toMatchObject({ status: 'delivered', provider_message_id: mail?.provider_message_id });
    expect(email.sent_at).toBe(mail?.at);
    expect(eventTypes(email)).toEqual(['send', 'delivery']);
  });

  test('the Send event alone makes it sent', async () => {
    await service.control('PATCH', '/settings', { auto_delivery: false });
    const sender = await anActor(service);
    await atHandOver({ crash: 'after', times: 1 });

    await sender.sendOnce();
    await service.settle();
    await service.control('PATCH', '/settings', { auto_delivery: true });

    expect(await sender.log()).toMatchObject([{ status: 'sent' }]);
  });

  test('the same key answers 202 with the same id once the lease is over, and sends nothing', async () => {
    const sender = await anActor(service);
    await atHandOver({ crash: 'after', times: 1 });
    await sender.sendOnce();
    await service.settle();
    const [mail] = await sender.outbox();

    await service.advance(leaseMs);
    const retried = await sender.sendOnce();
    await service.advance(unknownOutcomeMs);
    const replayed = await sender.sendOnce();

    expect(retried).toMatchObject({ status: 202, body: { id: mail?.message_id, status: 'sent' } });
    expect(replayed.body).toEqual(retried.body);
    expect(await sender.outbox()).toHaveLength(1);
  });

  test('another body under the same key is refused once the key is settled', async () => {
    const sender = await anActor(service);
    await atHandOver({ crash: 'after', times: 1 });
    await sender.sendOnce();
    await service.settle();
    await service.advance(leaseMs);
    await sender.sendOnce();

    const other = await sender.sendOnce({ subject: 'Other' });

    expect(other).toMatchObject({ status: 422, body: anError('idempotency_key_reused') });
    expect(await sender.outbox()).toHaveLength(1);
  });
});

test('a provider that answers too late: 502, then its event settles the email, and no retry sends again', async () => {
  const sender = await anActor(service);
  await atHandOver({ delay_ms: 20_000, times: 1 });

  const late = await sender.sendOnce();
  const mailsByThen = await sender.outbox();
  const retriedAtOnce = await sender.sendOnce();
  while ((await sender.outbox()).length === 0) await new Promise((resolve) => setTimeout(resolve, 50));
  await service.settle();
  const retried = await sender.sendOnce();

  const [mail] = await sender.outbox();
  expect(late).toMatchObject({ status: 502, body: anError('provider_error') });
  expect(late.body.error.message).toContain(mail?.message_id);
  expect(mailsByThen).toEqual([]);
  expect(retriedAtOnce).toMatchObject({ status: 409, body: anError('idempotency_in_progress') });
  expect(retried).toMatchObject({ status: 202, body: { id: mail?.message_id, status: 'sent' } });
  expect(await sender.outbox()).toHaveLength(1);
  expect(await sender.log()).toMatchObject([{ status: 'delivered' }]);
});

describe('a provider that throttles', () => {
  test.each([1, 2, 3])('%i times is waited out: the client gets its 202', async (times) => {
    const sender = await anActor(service);
    const since = await clock();
    await atHandOver({ error: 'TooManyRequestsException', times });

    const sent = await sender.sendOnce();
    await service.settle();

    expect(sent).toMatchObject({ status: 202, body: { status: 'sent' } });
    expect(await handOvers(since)).toBe(times + 1);
    expect(await sender.outbox()).toHaveLength(1);
    expect(await sender.log()).toMatchObject([{ status: 'delivered' }]);
  });

  test('for good gets four tries within two seconds, then 502 and a queued email', async () => {
    const sender = await anActor(service);
    const since = await clock();
    await atHandOver({ error: 'TooManyRequestsException' });

    const before = performance.now();
    const refused = await sender.sendOnce();
    const tookMs = performance.now() - before;

    expect(refused).toMatchObject({ status: 502, body: anError('provider_error') });
    // Four times as long: the client's machine may be busy.
    expect(tookMs).toBeLessThan(8_000);
    expect(await handOvers(since)).toBe(4);
    expect(await sender.log()).toMatchObject([{ status: 'queued' }]);
    expect(await sender.outbox()).toEqual([]);
  });

  test('for a while does not use up the key: the same request sends once when it is over', async () => {
    const sender = await anActor(service);
    await atHandOver({ error: 'TooManyRequestsException' });
    await sender.sendOnce();
    await service.control('DELETE', '/faults');

    const retried = await sender.sendOnce();
    const replayed = await sender.sendOnce();
    await service.settle();

    expect(retried).toMatchObject({ status: 202, body: { status: 'sent' } });
    expect(replayed.body).toEqual(retried.body);
    expect(await sender.outbox()).toMatchObject([{ message_id: retried.body.id }]);
    expect((await sender.log())[0]).toMatchObject({ id: retried.body.id, status: 'delivered' });
  });
});

describe('a provider that refuses', () => {
  test('marks the email failed, answers 502 and is not asked again', async () => {
    const sender = await anActor(service);
    const since = await clock();
    await atHandOver({ error: 'MessageRejected' });

    const refused = await sender.sendOnce();
    await service.advance(unknownOutcomeMs);

    expect(refused).toMatchObject({ status: 502, body: anError('provider_error') });
    expect(await handOvers(since)).toBe(1);
    expect(await sender.log()).toMatchObject([{ status: 'failed' }]);
    expect(await sender.outbox()).toEqual([]);
  });

  test('with an error of its own leaves the outcome open: 502 and a queued email', async () => {
    const sender = await anActor(service);
    const since = await clock();
    await atHandOver({ error: 'InternalFailure' });

    const failed = await sender.sendOnce();

    expect(failed).toMatchObject({ status: 502, body: anError('provider_error') });
    expect(await handOvers(since)).toBe(1);
    expect(await sender.log()).toMatchObject([{ status: 'queued' }]);
  });
});

describe('a database that fails', () => {
  test('after the hand-over costs nothing: 202, and the events deliver the email', async () => {
    const sender = await anActor(service);
    // Only the count of the request, the last use of the key and the usage are written by an update before.
    await order({ service: 'dynamodb', operation: 'UpdateItem', error: 'InternalServerError', skip: 3 });

    const sent = await sender.sendOnce();
    await service.settle();
    await service.control('DELETE', '/faults');
    await service.advance(leaseMs);
    const retried = await sender.sendOnce();

    expect(sent).toMatchObject({ status: 202, body: { status: 'sent' } });
    expect(retried).toMatchObject({ status: 202, body: sent.body });
    expect(await sender.outbox()).toMatchObject([{ message_id: sent.body.id }]);
    expect(await sender.log()).toMatchObject([{ id: sent.body.id, status: 'delivered' }]);
  });

  test('before the email is recorded: 500, and nothing goes out', async () => {
    const sender = await anActor(service);
    const since = await clock();
    await order({ service: 'dynamodb', operation: 'BatchWriteItem', error: 'InternalServerError' });

    const failed = await sender.sendOnce();
    await service.control('DELETE', '/faults');
    const retried = await sender.sendOnce();
    await service.settle();

    expect(failed).toMatchObject({ status: 500, body: anError('internal_error') });
    expect(retried).toMatchObject({ status: 202, body: { status: 'sent' } });
    expect(await handOvers(since)).toBe(1);
    expect(await sender.outbox()).toMatchObject([{ message_id: retried.body.id }]);
    expect(await sender.log()).toMatchObject([{ id: retried.body.id, status: 'delivered' }]);
  });

  test('at the claim of the key: 500, and nothing goes out', async () => {
    const sender = await anActor(service);
    await order({ service: 'dynamodb', operation: 'PutItem', error: 'InternalServerError' });

    const failed = await sender.sendOnce();

    expect(failed).toMatchObject({ status: 500, body: anError('internal_error') });
    expect(await sender.outbox()).toEqual([]);
    expect(await sender.log()).toEqual([]);
  });
});

test('a function killed between the claim of the key and the record of the email: the retry sends once', async () => {
  const sender = await anActor(service);
  await order({ service: 'dynamodb', operation: 'BatchGetItem', crash: 'after', times: 1 });

  const died = await sender.sendOnce();
  const none = await sender.outbox();
  await service.advance(leaseMs);
  const retried = await sender.sendOnce();
  await service.settle();

  expect(died).toMatchObject({ status: 500, body: anError('internal_error') });
  expect(none).toEqual([]);
  expect(retried).toMatchObject({ status: 202, body: { status: 'sent' } });
  expect(await sender.outbox()).toMatchObject([{ message_id: retried.body.id }]);
  expect(await sender.log()).toHaveLength(1);
});

test.each(['before', 'after'])(
  'a large mail whose function is killed %s it read the parked body: an error in our shape, no mail',
  async (crash) => {
    const sender = await anActor(service, { mail: { html: `<p>${'x'.repeat(3_100_000)}</p>` } });
    await order({ service: 's3', operation: 'GetObject', crash, times: 1 });

    const died = await sender.sendOnce();
    const retried = await sender.sendOnce();
    await service.settle();

    expect(died).toMatchObject({ status: 500, body: anError('internal_error') });
    expect(retried).toMatchObject({ status: 202, body: { status: 'sent' } });
    expect(await sender.outbox()).toMatchObject([{ message_id: retried.body.id }]);
  },
);
