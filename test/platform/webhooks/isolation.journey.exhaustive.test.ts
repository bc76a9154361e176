import { minuteMs } from '../../../shared/core/time';
import { respondWith, neverRespond, WebhookReceiver } from '../../support/webhook-receiver';
import { Service } from '../../support/service';
import { WebhookSubscriber, type Endpoint } from '../../support/webhook-subscriber';

const quickCount = 9;

/** The events per phase, and the pause between two events. */
const [eventsPerPhase, pauseMs] = [8, 400];

/**
 * Phases with and without the hanging endpoint alternate, so that other load on the machine affects both kinds of
 * phases.
 */
const rounds = 2;

/** The events for the tenth endpoint in each phase, which exceed the number of concurrent attempts. */
const burstSize = 70;

let service: Service;
let quickReceivers: WebhookReceiver[];
let subscriber: WebhookSubscriber;

beforeAll(async () => {
  service = await Service.start();
  await service.control('PATCH', '/settings', { auto_delivery: false });
  subscriber = await WebhookSubscriber.create(service);
  quickReceivers = [];
  for (let index = 0; index < quickCount; index += 1) {
    const receiver = await WebhookReceiver.start(service, `quick-${index}.example`);
    await subscriber.createEndpoint(receiver.url);
    quickReceivers.push(receiver);
  }
});

afterAll(async () => {
  await Promise.all(quickReceivers.map((receiver) => receiver.stop()));
  await service.stop();
});

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** The delay of each event at each quick endpoint, in ms. */
async function measureDelays(): Promise<number[]> {
  const delaysMs: number[] = [];
  for (let event = 0; event < eventsPerPhase; event += 1) {
    const before = quickReceivers.map(({ received }) => received.length);
    const start = performance.now();
    await subscriber.reportDelay();
    await Promise.all(
      quickReceivers.map((receiver, index) => receiver.waitForRequests((before[index] ?? 0) + 1)),
    );
    delaysMs.push(
      ...quickReceivers.map(({ received }) => (received.at(-1)?.receivedAtMs ?? Number.NaN) - start),
    );
    await sleep(pauseMs);
  }
  return delaysMs;
}

interface SlowEndpoint {
  owner: WebhookSubscriber;
  receiver: WebhookReceiver;
}

async function createSlowEndpoint(host: string): Promise<SlowEndpoint> {
  return {
    owner: await WebhookSubscriber.create(service),
    receiver: await WebhookReceiver.start(service, host),
  };
}

/**
 * Returns the median delays at the nine quick endpoints after a burst to the tenth endpoint, in phases with and
 * without a hang of the tenth endpoint.
 */
async function measureMedianDelays(
  { owner }: SlowEndpoint,
  setHanging: (isHanging: boolean) => Promise<unknown>,
): Promise<{ withoutHanging: number; whileHanging: number }> {
  const [withoutHanging, whileHanging]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    for (const [isHanging, delaysMs] of [[false, withoutHanging] as const, [true, whileHanging] as const]) {
      await setHanging(isHanging);
      await Promise.all(Array.from({ length: burstSize }, () => owner.reportDelay()));
      delaysMs.push(...(await measureDelays()));
      // Hanging requests end before the next phase.
      await setHanging(false);
      await service.settle();
    }
  }
  return { withoutHanging: median(withoutHanging), whileHanging: median(whileHanging) };
}

beforeAll(async () => {
  // Before the measurements, the service classifies the endpoints as fast and starts functions.
  await measureDelays();
});

test('endpoints that hang from their first request do not delay other endpoints', async () => {
  const slowEndpoint = await createSlowEndpoint('slow.example');
  slowEndpoint.receiver.setBehavior(neverRespond);
  let endpoint: Endpoint | undefined;

  const { withoutHanging, whileHanging } = await measureMedianDelays(slowEndpoint, async (isHanging) => {
    if (endpoint) await slowEndpoint.owner.deleteEndpoint(endpoint);
    endpoint = isHanging ? await slowEndpoint.owner.createEndpoint(slowEndpoint.receiver.url) : undefined;
  });

  expect(slowEndpoint.receiver.received.length).toBeGreaterThan(0);
  expect(whileHanging / withoutHanging).toBeLessThanOrEqual(2);
  await slowEndpoint.receiver.stop();
}, 300_000);

test('a quick endpoint that suddenly hangs does not delay other endpoints', async () => {
  const slowEndpoint = await createSlowEndpoint('sudden.example');
  await slowEndpoint.owner.createEndpoint(slowEndpoint.receiver.url);

  const { withoutHanging, whileHanging } = await measureMedianDelays(slowEndpoint, (isHanging) => {
    slowEndpoint.receiver.setBehavior(isHanging ? neverRespond : respondWith(200));
    return Promise.resolve();
  });

  expect(slowEndpoint.receiver.received.length).toBeGreaterThan(2 * burstSize);
  expect(whileHanging / withoutHanging).toBeLessThanOrEqual(2);
  await slowEndpoint.receiver.stop();
}, 300_000);

test('a new endpoint receives its event immediately while fifty deliveries to another endpoint hang', async () => {
  const owner = await WebhookSubscriber.create(service);
  const slowReceiver = await WebhookReceiver.start(service, 'backlog.example', { behavior: neverRespond });
  const backlogEndpoint = await owner.createEndpoint(slowReceiver.url);
  for (let event = 0; event < 50; event += 1) await owner.reportDelay();
  while ((await owner.listDeliveries(backlogEndpoint)).length < 50) await sleep(50);
  // A workspace may make one attempt per second to unknown endpoints in the fast queue.
  await sleep(1_000);
  const newReceiver = await WebhookReceiver.start(service, 'newcomer.example');
  const endpoint = await owner.createEndpoint(newReceiver.url);

  await owner.reportDelay();
  await newReceiver.waitForRequests(1);

  const [slowRequests, delaysMs] = [slowReceiver.received.length, newReceiver.received.length];
  expect(delaysMs).toBe(1);
  expect(slowRequests).toBeLessThan(50);
  expect(await owner.getOnlyDelivery(endpoint)).toMatchObject({ event: 'delivery_delay' });
  await owner.deleteEndpoint(backlogEndpoint);
  await service.advance(3 * minuteMs);
  await Promise.all([slowReceiver.stop(), newReceiver.stop()]);
}, 300_000);
