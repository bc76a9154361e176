import { hourMs, minuteMs } from '../../../shared/core/time';
import { answers, firstly, Receiver, signedAt } from '../../support/receiver';
import { advanceTo } from '../../support/schedules';
import { theService } from '../../support/the-service';
import { plannedAttempts, Subscriber, type Delivery, type Endpoint } from '../../support/subscriber';

/** core.md, "Delivery, signing and retries": counted from the event. */
const offsetsMs = [0, minuteMs, 5 * minuteMs, 30 * minuteMs, 2 * hourMs, 12 * hourMs];

const service = theService({ travels: true });

beforeAll(async () => {
  await service.control('PATCH', '/settings', { auto_delivery: false });
});

const startOf = ({ created_at: at }: Delivery): number => Date.parse(at);

/** How far from its time an attempt was asked for. A machine that is too slow to keep to it does not show here. */
const missedMs = (delivery: Delivery, offsetMs: number): number =>
  Math.min(...plannedAttempts(service, delivery).map((at) => Math.abs(at - startOf(delivery) - offsetMs)));

describe('an endpoint that never answers well', () => {
  const receivers: Receiver[] = [];
  const endpoints: Endpoint[] = [];
  /** How the list shows each delivery after each attempt. */
  const listed: Delivery[][] = [];
  const requests: number[][] = [];
  const missed: number[][] = [];
  let subscriber: Subscriber;

  beforeAll(async () => {
    subscriber = await Subscriber.create(service);
    for (const index of [0, 1, 2]) {
      const receiver = await Receiver.start(service, `never-${index}.example`, { reaction: answers(503) });
      receivers.push(receiver);
      endpoints.push(await subscriber.endpoint(receiver.url));
    }
    await subscriber.happens();
    await service.settle();
    for (const offsetMs of offsetsMs) {
      const start = listed[0] ? Math.max(...listed[0].map(startOf)) : 0;
      if (offsetMs > 0) await advanceTo(service, start + offsetMs + 2_000);
      const deliveries = await Promise.all(endpoints.map((endpoint) => subscriber.delivery(endpoint)));
      listed.push(deliveries);
      requests.push(receivers.map(({ received }) => received.length));
      missed.push(deliveries.map((delivery) => missedMs(delivery, offsetMs)));
    }
    await service.advance(36 * hourMs);
    await service.advance(10 * minuteMs);
    listed.push(await Promise.all(endpoints.map((endpoint) => subscriber.delivery(endpoint))));
  });

  afterAll(() => Promise.all(receivers.map((receiver) => receiver.stop())));

  test('gets six requests, and never another', () => {
    expect(receivers.map(({ received }) => received.length)).toEqual([6, 6, 6]);
  });

  test.each(offsetsMs.map((offsetMs, index) => ({ attempt: index + 1, offsetMs })))(
    'gets request $attempt $offsetMs ms after the event, and not before',
    ({ attempt, offsetMs }) => {
      const dueMs = (listed[0] ?? []).map((delivery) => startOf(delivery) + offsetMs);
      const signed = receivers.map(({ received }, index) => {
        const request = received[attempt - 1];
        return request ? signedAt(request, endpoints[index]?.secret ?? '') : Number.NaN;
      });

      const wholeSeconds = dueMs.map((ms) => Math.floor(ms / 1_000));
      expect(signed.filter((second, index) => second < (wholeSeconds[index] ?? 0))).toEqual([]);
      expect(requests[attempt - 1]).toEqual([attempt, attempt, attempt]);
      // Timers are in whole seconds; the least of them, as a machine can stop between looking and asking.
      expect(Math.min(...(missed[attempt - 1] ?? []))).toBeLessThanOrEqual(1_000);
    },
  );

  test('is signed anew each time, over the same bytes, under the same id', () => {
    for (const [index, { received }] of receivers.entries()) {
      const { secret = '' } = endpoints[index] ?? {};
      const bodies = new Set(received.map(({ body }) => body.toString('base64')));
      const ids = new Set(received.map(({ headers }) => headers['x-cn-delivery']));
      const times = new Set(received.map((request) => signedAt(request, secret)));

      expect([bodies.size, ids.size, times.size]).toEqual([1, 1, 6]);
    }
  });

  test('sees each attempt counted in the list, with the status that it answered', () => {
    const [first = []] = listed;
    const seen = listed.slice(0, 6).map(([delivery]) => delivery);

    expect(seen).toEqual(
      seen.map((_, index) => ({
        id: first[0]?.id,
        event: 'delivery_delay',
        status: 'failed',
        attempts: index + 1,
        last_status_code: 503,
        last_error: null,
        created_at: first[0]?.created_at,
        delivered_at: null,
      })),
    );
    expect(listed[6]).toEqual(listed[5]);
  });
});

test('no message asks for an attempt before its time', async () => {
  const subscriber = await Subscriber.create(service);
  const receiver = await Receiver.start(service, 'planned.example', { reaction: answers(500) });
  const endpoint = await subscriber.endpoint(receiver.url);
  await subscriber.happens();
  await service.settle();
  const delivery = await subscriber.delivery(endpoint);

  await advanceTo(service, startOf(delivery) + 31 * minuteMs);

  const planned = plannedAttempts(service, delivery).map((at) => at - startOf(delivery));
  expect(receiver.received).toHaveLength(4);
  expect(planned.filter((at) => !offsetsMs.some((offset) => at >= offset - 1_000))).toEqual([]);
  await receiver.stop();
});

test('a delivery that is pending shows no attempt, no status and no error', async () => {
  const subscriber = await Subscriber.create(service);
  const receiver = await Receiver.start(service, 'pending.example', { reaction: () => undefined });
  const endpoint = await subscriber.endpoint(receiver.url);

  await subscriber.happens();
  await receiver.until(1);
  const delivery = await subscriber.delivery(endpoint);
  receiver.reactsWith(answers(200));
  await service.advance(2 * minuteMs);

  expect(delivery).toMatchObject({
    status: 'pending',
    attempts: 0,
    last_status_code: null,
    last_error: null,
    delivered_at: null,
  });
  expect(await subscriber.delivery(endpoint)).toMatchObject({
    status: 'success',
    attempts: 2,
    last_status_code: 200,
    last_error: 'timed out after 10 seconds',
  });
  await receiver.stop();
});

test.each([200, 201, 204, 299])('an answer of %d ends the deliveries', async (status) => {
  const subscriber = await Subscriber.create(service);
  const receiver = await Receiver.start(service, `ends-${status}.example`, { reaction: answers(status) });
  const endpoint = await subscriber.endpoint(receiver.url);

  await subscriber.happens();
  await service.advance(6 * minuteMs);

  const delivery = await subscriber.delivery(endpoint);
  expect(delivery).toMatchObject({
    status: 'success',
    attempts: 1,
    last_status_code: status,
    last_error: null,
  });
  expect(delivery.delivered_at).not.toBeNull();
  expect(receiver.received).toHaveLength(1);
  await receiver.stop();
});

test('a retry that succeeds ends it too, and keeps what went wrong before', async () => {
  const subscriber = await Subscriber.create(service);
  const receiver = await Receiver.start(service, 'better.example', {
    reaction: firstly(1, answers(302, { location: 'https://elsewhere.example/' }), answers(200)),
  });
  const endpoint = await subscriber.endpoint(receiver.url);

  await subscriber.happens();
  await service.settle();
  const before = await subscriber.delivery(endpoint);
  await service.advance(31 * minuteMs);

  const error = 'redirect not followed: webhook endpoints must answer directly';
  const after = await subscriber.delivery(endpoint);
  expect(before).toMatchObject({ status: 'failed', attempts: 1, last_status_code: 302, last_error: error });
  expect(after).toMatchObject({ status: 'success', attempts: 2, last_status_code: 200, last_error: error });
  expect(Date.parse(after.delivered_at ?? '')).toBeGreaterThanOrEqual(startOf(after) + minuteMs);
  expect(receiver.received).toHaveLength(2);
  await receiver.stop();
});

test('an attempt without an answer keeps the status of the one before', async () => {
  const subscriber = await Subscriber.create(service);
  const receiver = await Receiver.start(service, 'worse.example', {
    reaction: firstly(1, answers(500), (response) => void response.socket?.resetAndDestroy()),
  });
  const endpoint = await subscriber.endpoint(receiver.url);

  await subscriber.happens();
  await service.advance(2 * minuteMs);

  expect(await subscriber.delivery(endpoint)).toMatchObject({
    status: 'failed',
    attempts: 2,
    last_status_code: 500,
    last_error: 'connection reset before an answer',
  });
  await receiver.stop();
});
