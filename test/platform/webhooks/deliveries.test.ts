import { hourMs, minuteMs } from '../../../shared/core/time';
import { respondWith, switchAfter, WebhookReceiver, verifySignature } from '../../support/webhook-receiver';
import { useService } from '../../support/use-service';
import { storeEndpointUrl } from '../../support/store-endpoint-url';
import { WebhookSubscriber, type Endpoint } from '../../support/webhook-subscriber';
import { waitUntil } from '../../support/wait-until';

const disabledError = 'endpoint removed or disabled';

/** The delay before deliveries resume, because a global secondary index is eventually consistent. */
const resumeDelayMs = 5_000;

const service = useService({ timeTravels: true });
let hostCount = 0;

beforeAll(async () => {
  await service.control('PATCH', '/settings', { auto_delivery: false });
});

interface FailingEndpoint {
  subscriber: WebhookSubscriber;
  receiver: WebhookReceiver;
  endpoint: Endpoint;
}

/** Creates an endpoint whose first attempt has just failed. */
async function failFirstAttempt(behavior = respondWith(500)): Promise<FailingEndpoint> {
  const subscriber = await WebhookSubscriber.create(service);
  const receiver = await WebhookReceiver.start(service, `failing-${(hostCount += 1)}.example`, { behavior });
  const endpoint = await subscriber.createEndpoint(receiver.url);
  await subscriber.reportDelay();
  await service.settle();
  expect(await subscriber.getOnlyDelivery(endpoint)).toMatchObject({ status: 'failed', attempts: 1 });
  return { subscriber, receiver, endpoint };
}

test('rotating a secret with a second endpoint on the same URL loses no event and duplicates no later event', async () => {
  const subscriber = await WebhookSubscriber.create(service);
  const receiver = await WebhookReceiver.start(service, 'rotating.example');
  const oldEndpoint = await subscriber.createEndpoint(receiver.url);
  const nextEndpoint = await subscriber.createEndpoint(receiver.url);
  await subscriber.reportDelay();
  await receiver.waitForRequests(2);
  await service.settle();
  const firstRequests = [...receiver.received];

  await subscriber.deleteEndpoint(oldEndpoint);
  await subscriber.reportDelay();
  await receiver.waitForRequests(3);
  await service.settle();

  const isSignedWith =
    ({ secret }: Endpoint) =>
    (request: (typeof firstRequests)[number]) => {
      try {
        return verifySignature(request, secret) > 0;
      } catch {
        return false;
      }
    };
  expect(
    [firstRequests.filter(isSignedWith(oldEndpoint)), firstRequests.filter(isSignedWith(nextEndpoint))].map(
      ({ length }) => length,
    ),
  ).toEqual([1, 1]);
  expect(receiver.received.slice(2).map(isSignedWith(nextEndpoint))).toEqual([true]);
  await receiver.stop();
});

describe('a disabled endpoint', () => {
  // W-17
  test('receives no retries, and a due attempt is recorded as failed without being counted', async () => {
    const { subscriber, receiver, endpoint } = await failFirstAttempt();

    await subscriber.updateEndpoint(endpoint, { enabled: false });
    const before = await subscriber.getOnlyDelivery(endpoint);
    await service.advance(2 * minuteMs);

    expect(before).toMatchObject({ status: 'failed', attempts: 1, last_error: null });
    expect(await subscriber.getOnlyDelivery(endpoint)).toMatchObject({
      status: 'failed',
      attempts: 1,
      last_status_code: 500,
      last_error: disabledError,
      delivered_at: null,
    });
    expect(receiver.received).toHaveLength(1);
    await receiver.stop();
  });

  // W-16
  test('receives no events of the disabled period, not even after it is enabled again', async () => {
    const { subscriber, receiver, endpoint } = await failFirstAttempt();
    await subscriber.updateEndpoint(endpoint, { enabled: false });
    await subscriber.reportDelay();
    await service.settle();

    await subscriber.updateEndpoint(endpoint, { enabled: true });
    await service.advance(10 * minuteMs);

    expect(await subscriber.listDeliveries(endpoint)).toHaveLength(1);
    await receiver.stop();
  });

  // W-17
  test('that is enabled again receives the missed attempt immediately and later attempts on time', async () => {
    const { subscriber, receiver, endpoint } = await failFirstAttempt();
    await subscriber.updateEndpoint(endpoint, { enabled: false });
    await service.advance(2 * minuteMs);

    await subscriber.updateEndpoint(endpoint, { enabled: true });
    await service.advance(resumeDelayMs);
    const resumed = await subscriber.getOnlyDelivery(endpoint);
    await service.advance(29 * minuteMs);

    const start = Date.parse(resumed.created_at) / 1_000;
    const offsetsSeconds = receiver.received.map(
      (request) => verifySignature(request, endpoint.secret) - Math.floor(start),
    );
    expect(resumed).toMatchObject({ attempts: 2, last_status_code: 500, last_error: disabledError });
    expect(offsetsSeconds).toHaveLength(4);
    expect(offsetsSeconds[2]).toBeGreaterThanOrEqual(5 * 60);
    expect(offsetsSeconds[3]).toBeGreaterThanOrEqual(30 * 60);
    await receiver.stop();
  });

  test('that is enabled before an attempt is due misses no attempt', async () => {
    const { subscriber, receiver, endpoint } = await failFirstAttempt(
      switchAfter(1, respondWith(500), respondWith(200)),
    );

    await subscriber.updateEndpoint(endpoint, { enabled: false });
    await subscriber.updateEndpoint(endpoint, { enabled: true });
    await service.advance(2 * minuteMs);

    expect(await subscriber.getOnlyDelivery(endpoint)).toMatchObject({
      status: 'success',
      attempts: 2,
      last_error: null,
    });
    expect(receiver.received).toHaveLength(2);
    await receiver.stop();
  });

  test('that is enabled after all attempt times receives the remaining attempts a minute apart', async () => {
    const { subscriber, receiver, endpoint } = await failFirstAttempt();
    await subscriber.updateEndpoint(endpoint, { enabled: false });
    await service.advance(2 * minuteMs);
    await service.advance(13 * hourMs);

    await subscriber.updateEndpoint(endpoint, { enabled: true });
    await service.advance(8 * minuteMs);
    const finalDelivery = await subscriber.getOnlyDelivery(endpoint);
    await subscriber.updateEndpoint(endpoint, { enabled: false });
    await subscriber.updateEndpoint(endpoint, { enabled: true });
    await service.advance(5 * minuteMs);

    const times = receiver.received.map((request) => verifySignature(request, endpoint.secret));
    const gaps = times.slice(2).map((time, index) => time - (times[index + 1] ?? Number.NaN));
    expect(finalDelivery).toMatchObject({ status: 'failed', attempts: 6 });
    expect(times).toHaveLength(6);
    expect(gaps.filter((seconds) => !(seconds >= 60))).toEqual([]);
    expect(await subscriber.getOnlyDelivery(endpoint)).toEqual(finalDelivery);
    await receiver.stop();
  });

  test('that is enabled again does not receive successful deliveries again', async () => {
    const { subscriber, receiver, endpoint } = await failFirstAttempt(
      switchAfter(1, respondWith(500), respondWith(200)),
    );
    await service.advance(2 * minuteMs);

    await subscriber.updateEndpoint(endpoint, { enabled: false });
    await service.advance(5 * minuteMs);
    await subscriber.updateEndpoint(endpoint, { enabled: true });
    await service.advance(30 * minuteMs);

    expect(await subscriber.getOnlyDelivery(endpoint)).toMatchObject({
      status: 'success',
      attempts: 2,
      last_error: null,
    });
    expect(receiver.received).toHaveLength(2);
    await receiver.stop();
  });

  test('that is repeatedly disabled and enabled during retries receives all pending deliveries in the end', async () => {
    const { subscriber, receiver, endpoint } = await failFirstAttempt();
    for (let round = 0; round < 5; round += 1) {
      await Promise.all([
        subscriber.reportDelay(),
        subscriber.updateEndpoint(endpoint, { enabled: false }),
        service.control('POST', '/clock', { advance_ms: minuteMs }),
      ]);
      await Promise.all([
        subscriber.updateEndpoint(endpoint, { enabled: true }),
        service.control('POST', '/clock', { advance_ms: resumeDelayMs }),
        subscriber.reportDelay(),
      ]);
      await subscriber.updateEndpoint(endpoint, { enabled: true });
    }
    receiver.setBehavior(respondWith(200));
    await service.advance(35 * minuteMs);

    const deliveries = await subscriber.listDeliveries(endpoint);
    expect(deliveries.length).toBeGreaterThan(0);
    expect(deliveries.filter(({ status }) => status !== 'success')).toEqual([]);
    expect(deliveries.filter(({ attempts }) => attempts > 6)).toEqual([]);
    await receiver.stop();
  });

  test('that was disabled before the first attempt receives the delivery after it is enabled', async () => {
    const subscriber = await WebhookSubscriber.create(service);
    const receiver = await WebhookReceiver.start(service, 'untold.example');
    const endpoint = await subscriber.createEndpoint(receiver.url);
    await service.control('POST', '/faults', {
      service: 'dynamodb',
      operation: 'BatchGetItem',
      function: 'deliverWebhook',
      delay_ms: 3_000,
      times: 1,
    });

    await subscriber.reportDelay();
    const isCreated = async () => (await subscriber.listDeliveries(endpoint)).length > 0;
    await waitUntil(isCreated, () => 'The delivery was not created');
    await subscriber.updateEndpoint(endpoint, { enabled: false });
    await service.settle();
    await subscriber.updateEndpoint(endpoint, { enabled: true });
    await service.advance(resumeDelayMs);

    expect(await subscriber.getOnlyDelivery(endpoint)).toMatchObject({ status: 'success', attempts: 1 });
    expect(receiver.received).toHaveLength(1);
    await receiver.stop();
  });
});

// W-15
test('a deleted endpoint receives no retries, and its deliveries are removed', async () => {
  const { subscriber, receiver, endpoint } = await failFirstAttempt();

  expect((await subscriber.deleteEndpoint(endpoint)).status).toBe(200);
  await service.advance(31 * minuteMs);

  const listed = await subscriber.workspace.api('GET', `/v1/webhook-endpoints/${endpoint.id}/events`);
  expect(listed).toMatchObject({ status: 404, body: { error: { type: 'not_found' } } });
  expect(receiver.received).toHaveLength(1);
  await receiver.stop();
});

test('pending deliveries are sent to the changed URL and signed with the same secret', async () => {
  const { subscriber, receiver, endpoint } = await failFirstAttempt();
  const other = await WebhookReceiver.start(service, 'moved.example');

  await subscriber.updateEndpoint(endpoint, { url: other.url });
  await service.advance(2 * minuteMs);

  const [request, ...rest] = other.received;
  if (!request) throw new Error('The endpoint received no request');
  expect(rest).toEqual([]);
  expect(request.body.equals(receiver.received[0]?.body ?? Buffer.alloc(0))).toBe(true);
  expect(() => verifySignature(request, endpoint.secret)).not.toThrow();
  expect(receiver.received).toHaveLength(1);
  expect(await subscriber.getOnlyDelivery(endpoint)).toMatchObject({ status: 'success', attempts: 2 });
  await Promise.all([receiver.stop(), other.stop()]);
});

// W-26
test('each attempt fails without a connection if the stored URL has a port that is not allowed', async () => {
  const { subscriber, receiver, endpoint } = await failFirstAttempt();
  const connections = receiver.connections;

  await storeEndpointUrl(
    service,
    subscriber.workspace.workspaceId,
    endpoint,
    `http://${receiver.host}:25/hook`,
  );
  await service.advance(6 * minuteMs);

  expect(await subscriber.getOnlyDelivery(endpoint)).toMatchObject({
    status: 'failed',
    attempts: 3,
    last_status_code: 500,
    last_error: 'destination port is not allowed: use 80, 443 or 1024-65535',
  });
  expect(receiver.connections).toBe(connections);
  await receiver.stop();
});

// W-24
test('an endpoint that resolves to a private address receives no request until it resolves to a public address', async () => {
  const { subscriber, receiver, endpoint } = await failFirstAttempt(
    switchAfter(1, respondWith(500), respondWith(200)),
  );
  const connections = receiver.connections;

  await service.control('PUT', `/dns/${receiver.host}`, { A: ['10.0.0.5'] });
  await service.advance(2 * minuteMs);
  const blockedDelivery = await subscriber.getOnlyDelivery(endpoint);
  await service.control('DELETE', `/dns/${receiver.host}`);
  await service.advance(4 * minuteMs);

  const error = 'destination resolves to a non-public address';
  expect(blockedDelivery).toMatchObject({
    status: 'failed',
    attempts: 2,
    last_status_code: 500,
    last_error: error,
  });
  expect(await subscriber.getOnlyDelivery(endpoint)).toMatchObject({
    status: 'success',
    attempts: 3,
    last_status_code: 200,
    last_error: error,
  });
  expect(receiver.connections).toBe(connections + 1);
  await receiver.stop();
});
