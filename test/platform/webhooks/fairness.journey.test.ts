import { setTimeout as sleep } from 'node:timers/promises';
import { keys } from '../../../shared/db/keys';
import { minuteMs } from '../../../shared/core/time';
import {
  respondWith,
  neverRespond,
  WebhookReceiver,
  verifySignature,
  type ReceivedRequest,
} from '../../support/webhook-receiver';
import { Service } from '../../support/service';
import { numberedAddresses } from '../../support/test-workspace';
import { plannedAttempts, WebhookSubscriber } from '../../support/webhook-subscriber';
import { ServiceTable } from '../../support/table';

/** The maximum number of endpoints of a workspace. */
const endpointsMax = 120;

/**
 * Twice the number of function instances in the runtime, so that the first attempts time out before the last attempts
 * start.
 */
const hangingCount = 40;

/** The default requests per second for one host. */
const hostRatePerSecond = 50;

/** The maximum delay of the first attempt, which shortens the measured spread. */
const firstAttemptDelayMsMax = 1_500;

let service: Service;

beforeAll(async () => {
  service = await Service.start();
  await service.control('PATCH', '/settings', { auto_delivery: false });
});

afterAll(() => service.stop());

/** Creates a workspace with an email that has enough recipients for payloads in S3. */
const createSubscriber = (): Promise<WebhookSubscriber> =>
  WebhookSubscriber.create(service, { to: numberedAddresses(50, 'a-rather-long-name-of-a-domain.example') });

/** Creates a workspace with this many endpoints. */
async function createSubscriberWithEndpoints(
  count: number,
  urlOf: (index: number) => string,
): Promise<WebhookSubscriber> {
  const busySubscriber = await createSubscriber();
  for (let index = 0; index < count; index += 1) await busySubscriber.createEndpoint(urlOf(index));
  return busySubscriber;
}

/** Creates another workspace with one endpoint, which has responded quickly to its last request. */
async function createNeighbor(url: string, receiver: WebhookReceiver): Promise<WebhookSubscriber> {
  const neighbor = await createSubscriber();
  await neighbor.createEndpoint(url);
  const before = receiver.received.length;
  await neighbor.reportDelay();
  await receiver.waitForRequests(before + 1);
  await service.settle();
  return neighbor;
}

/**
 * Counts the attempts that the fast queue made and the attempts that it moved to the slow queue. Only an attempt that
 * is made reads the payload.
 */
async function countFastQueueAttempts(since: string): Promise<{ made: number; moved: number }> {
  const calls = (await service.calls(since)).filter((call) => call.function.endsWith('-deliverWebhook'));
  // The SDK retries failed calls, so this code counts attempts instead of calls.
  const made = new Set(
    calls
      .filter(({ service: serviceName }) => serviceName === 's3')
      .map(({ request_id: attempt }) => attempt),
  ).size;
  const moved = calls.filter(
    ({ service: serviceName, target }) => serviceName === 'sqs' && /SlowWebhooks/.test(target),
  ).length;
  return { made, moved };
}

/** Returns the time between the first and the last request, in ms. */
const spreadMsOf = (requests: readonly ReceivedRequest[]): number =>
  (requests.at(-1)?.receivedAtMs ?? Number.NaN) - (requests[0]?.receivedAtMs ?? Number.NaN);

test('a workspace with many hanging endpoints uses the fast queue for at most one attempt a second', async () => {
  const hangingReceiver = await WebhookReceiver.start(service, 'hang-0.example', { behavior: neverRespond });
  for (let index = 1; index < hangingCount; index += 1)
    await hangingReceiver.mapHostToReceiver(service, `hang-${index}.example`);
  const busySubscriber = await createSubscriberWithEndpoints(
    hangingCount,
    (index) => `http://hang-${index}.example/`,
  );
  const quickReceiver = await WebhookReceiver.start(service, 'quick.example');
  const neighbor = await createNeighbor(quickReceiver.url, quickReceiver);
  const since = await service.now();

  await busySubscriber.reportDelay();
  await hangingReceiver.waitForRequests(1);
  await neighbor.reportDelay();
  await quickReceiver.waitForRequests(2);
  let fastQueue = await countFastQueueAttempts(since);
  for (; fastQueue.made + fastQueue.moved < hangingCount; fastQueue = await countFastQueueAttempts(since))
    await sleep(200);

  const seconds = Math.ceil((Date.parse(await service.now()) - Date.parse(since)) / 1_000);
  // The neighbor adds one attempt.
  expect(fastQueue.made).toBeLessThanOrEqual(seconds + 1);
  await Promise.all([hangingReceiver.stop(), quickReceiver.stop()]);
});

test('120 endpoints on one URL receive two events at the host rate and do not delay other endpoints', async () => {
  const [hostReceiver, quickReceiver] = [
    await WebhookReceiver.start(service, 'crowded.example'),
    await WebhookReceiver.start(service, 'elsewhere.example'),
  ];
  const busySubscriber = await createSubscriberWithEndpoints(endpointsMax, () => hostReceiver.url);
  const otherHostSubscriber = await createNeighbor(quickReceiver.url, quickReceiver);
  const sameHostSubscriber = await createNeighbor(`${hostReceiver.url}?beside`, hostReceiver);
  const start = hostReceiver.received.length;

  for (let event = 0; event < 2; event += 1) await busySubscriber.reportDelay();
  await hostReceiver.waitForRequests(start + 5);
  await Promise.all([otherHostSubscriber.reportDelay(), sameHostSubscriber.reportDelay()]);
  await quickReceiver.waitForRequests(2);
  const requestsBefore = hostReceiver.received.length - start;
  await hostReceiver.waitForRequests(start + 2 * endpointsMax + 1);
  await service.settle();

  const requests = hostReceiver.received.slice(start);
  const sameHostPosition = requests.findIndex(({ path }) => path.endsWith('?beside'));
  // The neighbors were served before half of the 240 requests, so they waited only for functions to start.
  expect(requestsBefore).toBeLessThan(endpointsMax);
  expect(sameHostPosition).toBeLessThan(endpointsMax);
  expect(requests.length).toBe(2 * endpointsMax + 1);
  expect(new Set(requests.map(({ headers }) => headers['x-cn-delivery'])).size).toBe(requests.length);
  expect(spreadMsOf(requests)).toBeGreaterThan(
    (1_000 * (requests.length - 1)) / hostRatePerSecond - firstAttemptDelayMsMax,
  );
  await Promise.all([hostReceiver.stop(), quickReceiver.stop()]);
});

test('an attempt that waits for a host slot does not fail, and its retry is on time', async () => {
  const hostReceiver = await WebhookReceiver.start(service, 'taken.example', { behavior: respondWith(500) });
  const subscriber = await WebhookSubscriber.create(service);
  const endpoint = await subscriber.createEndpoint('http://TAKEN.example.:8080/hook');
  const reservedUntil = Date.parse(await service.now()) + 6_000;
  await ServiceTable.with(service, (table) =>
    table.update(keys.hostRate('taken.example'), { reservedUntil }),
  );

  await subscriber.reportDelay();
  await service.settle();

  const delivery = await subscriber.getOnlyDelivery(endpoint);
  const retry = Date.parse(delivery.created_at) + minuteMs;
  const [request] = hostReceiver.received;
  expect(delivery).toMatchObject({ status: 'failed', attempts: 1, last_status_code: 500 });
  expect(request && verifySignature(request, endpoint.secret)).toBeGreaterThanOrEqual(
    Math.floor(reservedUntil / 1_000),
  );
  expect(
    plannedAttempts(service, delivery).filter((plannedAt) => Math.abs(plannedAt - retry) <= 1_000),
  ).toHaveLength(1);
  await hostReceiver.stop();
});
