import { setTimeout as sleep } from 'node:timers/promises';
import { Drafter } from '../support/drafter';
import { Service, type Answer } from '../support/service';
import { sesEvents } from '../support/ses-events';
import { type Actor, anActor } from '../support/actor';
import { unknownOutcomeMs } from '../support/leases';

/** What a slow worker, a silent provider and an event that comes late must not do. */
let service: Service;

beforeAll(async () => {
  service = await Service.start();
});

afterEach(() => service.control('DELETE', '/faults'));

afterAll(() => service.stop());

const order = (fault: Record<string, unknown>): Promise<unknown> => service.control('POST', '/faults', fault);

const silentProvider = { service: 'sesv2', operation: 'SendEmail', error: 'InternalFailure' };

const mailsOf = async (id: string): Promise<Record<string, unknown>[]> => service.outbox(`?message_id=${id}`);

const statusOf = async (desk: Actor, id: string): Promise<string> =>
  (await desk.api('GET', `/v1/emails/${id}`)).body.status;

const post = (body: unknown, key: string, path = '/v1/emails'): Promise<Answer> =>
  service.api('POST', path, { key, body, headers: { 'Idempotency-Key': 'once' } });

test('who unsubscribes while the worker claims the email gets none', async () => {
  const desk = await anActor(service, { marketing: true });
  const { id } = await desk.accepted({
    to: ['leaver@example.com', 'stayer@example.com'],
    scheduled_at: 'in 1 minute',
  });
  const claim = { service: 'dynamodb', operation: 'UpdateItem', function: 'doDueWork' };
  await order({ ...claim, delay_ms: 8_000, times: 1 });
  const now = await service.now();

  const moving = service.advance(61_000);
  while (!(await isPickedUp(now))) await sleep(20);
  const leaving = await desk.api('POST', '/v1/suppressions', {
    email: 'leaver@example.com',
    scope: 'marketing',
    reason: 'unsubscribe',
  });
  await moving;
  await service.advance(30_000);

  expect(leaving.status).toBe(201);
  expect((await mailsOf(id)).map(({ to }) => to)).toEqual([['stayer@example.com']]);
});

/** The worker has read an email, and goes on to claim it. */
const isPickedUp = async (since: string): Promise<boolean> =>
  (await service.calls(since)).some(
    (row) => row.function.endsWith('-doDueWork') && row.operation === 'GetItem',
  );

test('a provider that never answers is asked five times for a scheduled email, which then fails', async () => {
  const desk = await anActor(service, { marketing: true });
  const { id } = await desk.accepted({ scheduled_at: 'in 1 minute' });
  const now = await service.now();
  await order(silentProvider);

  await service.advance(2 * 3_600_000);

  const handedOver = (await service.calls(now)).filter(({ operation }) => operation === 'SendEmail');
  expect(handedOver).toHaveLength(5);
  expect(await statusOf(desk, id)).toBe('failed');
});

test('a retry after an unknown outcome is not refused by the cap that its first attempt has used', async () => {
  const desk = await anActor(service, { marketing: true });
  const key = await desk.guarded({ daily_send_limit: 1 });
  await order({ ...silentProvider, times: 1 });

  const first = await post(desk.email(), key);
  await service.advance(unknownOutcomeMs);
  const retried = await post(desk.email(), key);
  const another = await desk.send({}, key);

  expect(first.status).toBe(502);
  expect(retried).toMatchObject({ status: 202, body: { status: 'sent' } });
  expect(another).toMatchObject({ status: 429, body: { error: { type: 'daily_limit' } } });
});

test('an entry that was throttled and given back is counted when the batch is repeated', async () => {
  const desk = await anActor(service, { marketing: true });
  const key = await desk.guarded({ daily_send_limit: 2 });
  const batch = [desk.email({ subject: 'One' }), desk.email({ subject: 'Two' })];
  const handOver = { service: 'sesv2', operation: 'SendEmail', function: 'sendBatch' };
  await order({ ...handOver, error: 'TooManyRequestsException', times: 4 });
  await order({ ...handOver, crash: 'before', times: 1 });

  const died = await post(batch, key, '/v1/emails/batch');
  await service.advance(unknownOutcomeMs + 60_000);
  const repeated = await post(batch, key, '/v1/emails/batch');
  const another = await desk.send({}, key);

  expect(died.status).toBe(500);
  expect(repeated).toMatchObject({ status: 202, body: { failed: 0 } });
  expect(another).toMatchObject({ status: 429, body: { error: { type: 'daily_limit' } } });
  expect((await desk.api('GET', '/v1/usage')).body.emails_used).toBe(2);
});

const waits = () => Promise.resolve();
const cancels = async (desk: Actor, id: string) => void (await desk.cancel(id));

test.each([
  ['waits', 'scheduled', waits],
  ['is canceled', 'canceled', cancels],
])(
  'an email that was put back after an attempt without an answer, and %s, counts as sent once its event arrives',
  async (_what, status, happens) => {
    const desk = await anActor(service, { marketing: true });
    const { id } = await desk.accepted({ scheduled_at: 'in 1 minute' });
    await order({ ...silentProvider, times: 1 });
    await service.advance(90_000);
    await desk.set({ suspended_reason: 'Looked at' });
    await service.advance(unknownOutcomeMs + 6 * 60_000);
    await happens(desk, id);
    const putBack = await statusOf(desk, id);

    const now = await service.now();
    await service.control(
      'POST',
      '/provider-events',
      sesEvents.send({ id, workspaceId: desk.workspaceId, acceptedAt: now }),
    );
    await service.settle();
    await desk.set({ suspended_reason: null });
    await service.advance(10 * 60_000);

    expect(putBack).toBe(status);
    expect(await statusOf(desk, id)).toBe('sent');
    expect(await mailsOf(id)).toEqual([]);
  },
);

test('drafts that are larger than an answer leave the list readable', async () => {
  const drafter = await Drafter.create(service);
  const html = `<p>${'x'.repeat(4_000_000)}</p>`;
  for (let held = 0; held < 8; held++) await drafter.hold({ html });

  const { status, body } = await drafter.desk.api('GET', '/v1/approvals');

  expect({ status, rows: body.data.length, more: body.has_more }).toEqual({
    status: 200,
    rows: 1,
    more: true,
  });
});
