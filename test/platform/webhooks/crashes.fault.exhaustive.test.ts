import { hourMs, minuteMs } from '../../../shared/core/time';
import {
  respondWith,
  switchAfter,
  neverRespond,
  WebhookReceiver,
  verifySignature,
  type ResponseBehavior,
} from '../../support/webhook-receiver';
import { deadLetters } from '../../support/journal';
import { advanceClockTo, injectFault } from '../../support/scheduled-sends';
import { Service } from '../../support/service';
import { plannedAttempts, WebhookSubscriber, type Endpoint } from '../../support/webhook-subscriber';

/** The time after which the queue redelivers the message of a killed function. */
const visibilityTimeoutMs = 121_000;

let service: Service;
let hostCount = 0;

beforeAll(async () => {
  service = await Service.start();
  await service.control('PATCH', '/settings', { auto_delivery: false });
});

afterEach(() => service.control('DELETE', '/faults'));

afterAll(() => service.stop());

interface WebhookScenario {
  subscriber: WebhookSubscriber;
  receiver: WebhookReceiver;
  endpoint: Endpoint;
}

async function createEndpointScenario(
  behavior: ResponseBehavior = respondWith(200),
): Promise<WebhookScenario> {
  const subscriber = await WebhookSubscriber.create(service);
  const receiver = await WebhookReceiver.start(service, `told-${(hostCount += 1)}.example`, { behavior });
  return { subscriber, receiver, endpoint: await subscriber.createEndpoint(receiver.url) };
}

const getDelivery = ({ subscriber, endpoint }: WebhookScenario) =>
  subscriber.reconnect(service).getOnlyDelivery(endpoint);

/** Kills the runtime like a power failure and restarts it. */
async function killAndRestart(): Promise<void> {
  await service.killHard();
  service = await Service.start(service.dataDir);
}

/** Returns the seconds between the event and the signature of each request. */
async function signatureDelaysSeconds(scenario: WebhookScenario): Promise<number[]> {
  const start = Math.floor(Date.parse((await getDelivery(scenario)).created_at) / 1_000);
  return scenario.receiver.received.map(
    (request) => verifySignature(request, scenario.endpoint.secret) - start,
  );
}

test('kill -9 between attempts does not delay, lose or repeat an attempt', async () => {
  const scenario = await createEndpointScenario(respondWith(500));
  await scenario.subscriber.reportDelay();
  await service.settle();
  const start = Date.parse((await getDelivery(scenario)).created_at);
  const requests: number[] = [];

  for (const minutes of [0.5, 2, 4, 10, 20, 31]) {
    await killAndRestart();
    await advanceClockTo(service, start + minutes * minuteMs);
    requests.push(scenario.receiver.received.length);
  }

  const seconds = await signatureDelaysSeconds(scenario);
  const [, requestsAfterTwoMinutes, , requestsAfterTenMinutes] = requests;
  expect(requestsAfterTwoMinutes).toBeGreaterThanOrEqual(2);
  expect(requestsAfterTenMinutes).toBeGreaterThanOrEqual(3);
  expect(seconds).toHaveLength(4);
  expect(seconds[1]).toBeGreaterThanOrEqual(60);
  expect(seconds[2]).toBeGreaterThanOrEqual(300);
  expect(seconds[3]).toBeGreaterThanOrEqual(1_800);
  expect(await getDelivery(scenario)).toMatchObject({ status: 'failed', attempts: 4 });
  await scenario.receiver.stop();
}, 180_000);

test('a request during kill -9 is repeated when SQS redelivers the message', async () => {
  const scenario = await createEndpointScenario(switchAfter(1, neverRespond, respondWith(200)));
  await scenario.subscriber.reportDelay();
  await scenario.receiver.waitForRequests(1);

  await killAndRestart();
  const before = await getDelivery(scenario);
  await service.advance(visibilityTimeoutMs);

  expect(before).toMatchObject({ status: 'pending', attempts: 0 });
  expect(await getDelivery(scenario)).toMatchObject({ status: 'success', attempts: 1 });
  expect(scenario.receiver.received).toHaveLength(2);
  await scenario.receiver.stop();
});

test('a request during a restart of every function is repeated when SQS redelivers the message', async () => {
  const scenario = await createEndpointScenario(switchAfter(1, neverRespond, respondWith(200)));
  await scenario.subscriber.reportDelay();
  await scenario.receiver.waitForRequests(1);

  await service.control('POST', '/restart');
  await service.advance(visibilityTimeoutMs);

  const [first, second, ...others] = scenario.receiver.received;
  expect(others).toEqual([]);
  expect(second?.body).toEqual(first?.body);
  expect(second?.headers['x-cn-delivery']).toBe(first?.headers['x-cn-delivery']);
  expect(await getDelivery(scenario)).toMatchObject({ status: 'success', attempts: 1 });
  await scenario.receiver.stop();
});

test.each([
  ['before', 'repeats the request, because the response is unknown', 2],
  ['after', 'does not repeat the request', 1],
] as const)(
  'if a function is killed %s it records the response, the service %s',
  async (crash, _what, requests) => {
    const scenario = await createEndpointScenario();
    await scenario.subscriber.reportDelay();
    await service.settle();
    // The endpoint is known to be fast, so the attempt writes only the host slot, the claim and the result.
    await injectFault(service, 'dynamodb UpdateItem', {
      skip: 2,
      crash,
      times: 1,
      function: 'deliverWebhook',
    });
    await scenario.subscriber.reportDelay();
    await service.settle();

    await service.advance(visibilityTimeoutMs);

    const deliveries = await scenario.subscriber.listDeliveries(scenario.endpoint);
    expect(deliveries.map(({ status, attempts }) => [status, attempts])).toEqual([
      ['success', 1],
      ['success', 1],
    ]);
    expect(scenario.receiver.received).toHaveLength(1 + requests);
    await scenario.receiver.stop();
  },
);

test.each([
  ['cannot be sent', { error: 'InternalFailure' }],
  ['is lost with the function that sends it', { crash: 'before', times: 1 }],
])('a retry whose message %s is made when SQS redelivers the first message', async (_name, fault) => {
  const scenario = await createEndpointScenario(switchAfter(1, respondWith(500), respondWith(200)));
  await injectFault(service, 'sqs SendMessageBatch', { function: 'deliverWebhook', ...fault });
  await scenario.subscriber.reportDelay();
  await service.settle();
  await service.control('DELETE', '/faults');

  await service.advance(visibilityTimeoutMs);

  expect(await getDelivery(scenario)).toMatchObject({ status: 'success', attempts: 2 });
  expect(scenario.receiver.received).toHaveLength(2);
  await scenario.receiver.stop();
});

test.each([
  ['scheduler CreateSchedule', { error: 'InternalServerException' }],
  ['scheduler CreateSchedule', { crash: 'before', times: 1 }],
])(
  'a retry half an hour after the event is made on time although a fault at %s loses its wakeup: %j',
  async (awsCall, fault) => {
    const scenario = await createEndpointScenario(respondWith(500));
    await injectFault(service, awsCall, { function: 'deliverWebhook', ...fault });
    await scenario.subscriber.reportDelay();
    await service.advance(8 * minuteMs);
    expect(scenario.receiver.received).toHaveLength(3);
    await service.control('DELETE', '/faults');

    scenario.receiver.setBehavior(respondWith(200));
    await service.advance(25 * minuteMs);

    const seconds = await signatureDelaysSeconds(scenario);
    expect(await getDelivery(scenario)).toMatchObject({ status: 'success', attempts: 4 });
    expect(seconds).toHaveLength(4);
    expect(seconds[3]).toBeGreaterThanOrEqual(1_800);
    // The sweep runs every five minutes, or at the latest at the end of a clock move without other work.
    const plannedAttemptTimes = plannedAttempts(service, await getDelivery(scenario));
    expect(Math.max(...plannedAttemptTimes)).toBeLessThan(
      Date.parse((await getDelivery(scenario)).created_at) + 0.5 * hourMs + 6 * minuteMs,
    );
    await scenario.receiver.stop();
  },
);

test.each([
  ['the table update fails', 'dynamodb UpdateItem', 'InternalServerError'],
  ['decryption fails', 'ssm GetParameter', 'InternalServerError'],
  ['decryption is throttled', 'ssm GetParameter', 'ThrottlingException'],
])(
  'no attempt is counted while %s, and the delivery is made after recovery',
  async (_name, awsCall, error) => {
    const scenario = await createEndpointScenario();
    await service.control('POST', '/restart');
    await injectFault(service, awsCall, { error, function: 'deliverWebhook' });
    await scenario.subscriber.reportDelay();
    await service.settle();
    const deliveryMeanwhile = await getDelivery(scenario);
    await service.control('DELETE', '/faults');

    await service.advance(visibilityTimeoutMs);

    expect(deliveryMeanwhile).toMatchObject({ status: 'pending', attempts: 0 });
    expect(await getDelivery(scenario)).toMatchObject({ status: 'success', attempts: 1 });
    expect(scenario.receiver.received).toHaveLength(1);
    await scenario.receiver.stop();
  },
);

test('no message reached a dead-letter queue', () => {
  expect(deadLetters(service)).toEqual([]);
});
