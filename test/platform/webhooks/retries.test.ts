import { hourMs, minuteMs } from '../../../shared/core/time';
import { respondWith, switchAfter, WebhookReceiver, verifySignature } from '../../support/webhook-receiver';
import { advanceClockTo } from '../../support/scheduled-sends';
import { useService } from '../../support/use-service';
import {
  plannedAttempts,
  WebhookSubscriber,
  type Delivery,
  type Endpoint,
} from '../../support/webhook-subscriber';

/** The attempt times, as offsets from the event (W-23). */
const offsetsMs = [0, minuteMs, 5 * minuteMs, 30 * minuteMs, 2 * hourMs, 12 * hourMs];

const service = useService({ timeTravels: true });

beforeAll(async () => {
  await service.control('PATCH', '/settings', { auto_delivery: false });
});

const createdMs = ({ created_at: visibleAtMs }: Delivery): number => Date.parse(visibleAtMs);

/**
 * Returns the deviation of a planned attempt from its offset. Planned times do not depend on the speed of the machine.
 */
const deviationMs = (delivery: Delivery, offsetMs: number): number =>
  Math.min(
    ...plannedAttempts(service, delivery).map((visibleAtMs) =>
      Math.abs(visibleAtMs - createdMs(delivery) - offsetMs),
    ),
  );

describe('an endpoint that always fails', () => {
  const receivers: WebhookReceiver[] = [];
  const endpoints: Endpoint[] = [];
  /** The listed deliveries after each attempt. */
  const deliveriesByAttempt: Delivery[][] = [];
  const requestCounts: number[][] = [];
  const deviationsMs: number[][] = [];
  let subscriber: WebhookSubscriber;

  beforeAll(async () => {
    subscriber = await WebhookSubscriber.create(service);
    for (const index of [0, 1, 2]) {
      const receiver = await WebhookReceiver.start(service, `never-${index}.example`, {
        behavior: respondWith(503),
      });
      receivers.push(receiver);
      endpoints.push(await subscriber.createEndpoint(receiver.url));
    }
    await subscriber.reportDelay();
    await service.settle();
    for (const offsetMs of offsetsMs) {
      const start = deliveriesByAttempt[0] ? Math.max(...deliveriesByAttempt[0].map(createdMs)) : 0;
      if (offsetMs > 0) await advanceClockTo(service, start + offsetMs + 2_000);
      const deliveries = await Promise.all(endpoints.map((endpoint) => subscriber.getOnlyDelivery(endpoint)));
      deliveriesByAttempt.push(deliveries);
      requestCounts.push(receivers.map(({ received }) => received.length));
      deviationsMs.push(deliveries.map((delivery) => deviationMs(delivery, offsetMs)));
    }
    await service.advance(36 * hourMs);
    await service.advance(10 * minuteMs);
    deliveriesByAttempt.push(
      await Promise.all(endpoints.map((endpoint) => subscriber.getOnlyDelivery(endpoint))),
    );
  });

  afterAll(() => Promise.all(receivers.map((receiver) => receiver.stop())));

  // W-23
  test('receives exactly six requests', () => {
    expect(receivers.map(({ received }) => received.length)).toEqual([6, 6, 6]);
  });

  // W-23
  test.each(offsetsMs.map((offsetMs, index) => ({ attempt: index + 1, offsetMs })))(
    'receives request $attempt $offsetMs ms after the event and not earlier',
    ({ attempt, offsetMs }) => {
      const dueMs = (deliveriesByAttempt[0] ?? []).map((delivery) => createdMs(delivery) + offsetMs);
      const signedSeconds = receivers.map(({ received }, index) => {
        const request = received[attempt - 1];
        return request ? verifySignature(request, endpoints[index]?.secret ?? '') : Number.NaN;
      });

      const wholeSeconds = dueMs.map((ms) => Math.floor(ms / 1_000));
      expect(signedSeconds.filter((second, index) => second < (wholeSeconds[index] ?? 0))).toEqual([]);
      expect(requestCounts[attempt - 1]).toEqual([attempt, attempt, attempt]);
      // Timers use whole seconds. The test uses the minimum because the machine may pause between reading the
      // clock and scheduling.
      expect(Math.min(...(deviationsMs[attempt - 1] ?? []))).toBeLessThanOrEqual(1_000);
    },
  );

  // W-21
  test('receives the same bytes and id with a new signature each time', () => {
    for (const [index, { received }] of receivers.entries()) {
      const { secret = '' } = endpoints[index] ?? {};
      const bodies = new Set(received.map(({ body }) => body.toString('base64')));
      const ids = new Set(received.map(({ headers }) => headers['x-cn-delivery']));
      const times = new Set(received.map((request) => verifySignature(request, secret)));

      expect([bodies.size, ids.size, times.size]).toEqual([1, 1, 6]);
    }
  });

  // W-33
  test('has each attempt and its status code in the list of deliveries', () => {
    const [first = []] = deliveriesByAttempt;
    const firstEndpointDeliveries = deliveriesByAttempt.slice(0, 6).map(([delivery]) => delivery);

    expect(firstEndpointDeliveries).toEqual(
      firstEndpointDeliveries.map((_, index) => ({
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
    expect(deliveriesByAttempt[6]).toEqual(deliveriesByAttempt[5]);
  });
});

test('no queue message triggers an attempt before its time', async () => {
  const subscriber = await WebhookSubscriber.create(service);
  const receiver = await WebhookReceiver.start(service, 'planned.example', { behavior: respondWith(500) });
  const endpoint = await subscriber.createEndpoint(receiver.url);
  await subscriber.reportDelay();
  await service.settle();
  const delivery = await subscriber.getOnlyDelivery(endpoint);

  await advanceClockTo(service, createdMs(delivery) + 31 * minuteMs);

  const plannedOffsetsMs = plannedAttempts(service, delivery).map(
    (visibleAtMs) => visibleAtMs - createdMs(delivery),
  );
  expect(receiver.received).toHaveLength(4);
  expect(
    plannedOffsetsMs.filter((visibleAtMs) => !offsetsMs.some((offset) => visibleAtMs >= offset - 1_000)),
  ).toEqual([]);
  await receiver.stop();
});

// W-33
test('a pending delivery shows no attempts, status code or error', async () => {
  const subscriber = await WebhookSubscriber.create(service);
  const receiver = await WebhookReceiver.start(service, 'pending.example', { behavior: () => undefined });
  const endpoint = await subscriber.createEndpoint(receiver.url);

  await subscriber.reportDelay();
  await receiver.waitForRequests(1);
  const delivery = await subscriber.getOnlyDelivery(endpoint);
  receiver.setBehavior(respondWith(200));
  await service.advance(2 * minuteMs);

  expect(delivery).toMatchObject({
    status: 'pending',
    attempts: 0,
    last_status_code: null,
    last_error: null,
    delivered_at: null,
  });
  expect(await subscriber.getOnlyDelivery(endpoint)).toMatchObject({
    status: 'success',
    attempts: 2,
    last_status_code: 200,
    last_error: 'timed out after 10 seconds',
  });
  await receiver.stop();
});

// W-22
test.each([200, 201, 204, 299])('a response of %d completes the delivery', async (status) => {
  const subscriber = await WebhookSubscriber.create(service);
  const receiver = await WebhookReceiver.start(service, `ends-${status}.example`, {
    behavior: respondWith(status),
  });
  const endpoint = await subscriber.createEndpoint(receiver.url);

  await subscriber.reportDelay();
  await service.advance(6 * minuteMs);

  const delivery = await subscriber.getOnlyDelivery(endpoint);
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

// W-37
test('a successful retry completes the delivery and keeps the last error', async () => {
  const subscriber = await WebhookSubscriber.create(service);
  const receiver = await WebhookReceiver.start(service, 'better.example', {
    behavior: switchAfter(1, respondWith(302, { location: 'https://elsewhere.example/' }), respondWith(200)),
  });
  const endpoint = await subscriber.createEndpoint(receiver.url);

  await subscriber.reportDelay();
  await service.settle();
  const before = await subscriber.getOnlyDelivery(endpoint);
  await service.advance(31 * minuteMs);

  const error = 'redirect not followed: webhook endpoints must answer directly';
  const after = await subscriber.getOnlyDelivery(endpoint);
  expect(before).toMatchObject({ status: 'failed', attempts: 1, last_status_code: 302, last_error: error });
  expect(after).toMatchObject({ status: 'success', attempts: 2, last_status_code: 200, last_error: error });
  expect(Date.parse(after.delivered_at ?? '')).toBeGreaterThanOrEqual(createdMs(after) + minuteMs);
  expect(receiver.received).toHaveLength(2);
  await receiver.stop();
});

// W-34
test('an attempt without a response keeps the last status code', async () => {
  const subscriber = await WebhookSubscriber.create(service);
  const receiver = await WebhookReceiver.start(service, 'worse.example', {
    behavior: switchAfter(1, respondWith(500), (response) => void response.socket?.resetAndDestroy()),
  });
  const endpoint = await subscriber.createEndpoint(receiver.url);

  await subscriber.reportDelay();
  await service.advance(2 * minuteMs);

  expect(await subscriber.getOnlyDelivery(endpoint)).toMatchObject({
    status: 'failed',
    attempts: 2,
    last_status_code: 500,
    last_error: 'connection reset before a response',
  });
  await receiver.stop();
});
