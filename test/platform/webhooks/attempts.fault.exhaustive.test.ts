import { minuteMs } from '../../../shared/core/time';
import { injectInboundMail } from '../../support/inbound-mails';
import {
  respondWith,
  switchAfter,
  WebhookReceiver,
  type ResponseBehavior,
} from '../../support/webhook-receiver';
import { injectFault } from '../../support/scheduled-sends';
import { Service } from '../../support/service';
import { WebhookSubscriber, type Endpoint } from '../../support/webhook-subscriber';
import { numberedAddresses } from '../../support/test-workspace';

/** The times after which the queues redeliver the message of a killed function. */
const visibilityTimeoutMs = { webhooks: 121_000, events: 181_000, mail: 361_000, dueWork: 361_000 };

let service: Service;
let hostCount = 0;

beforeAll(async () => {
  service = await Service.start();
  await service.control('PATCH', '/settings', { auto_delivery: false });
});

afterEach(() => service.control('DELETE', '/faults'));

afterAll(() => service.stop());

interface Call {
  what: string;
  awsCall: string;
  skip?: number;
  /** Whether the function makes this call after the request to the endpoint and before it records the result. */
  isAfterRequest?: boolean;
}

interface InjectedFault {
  name: string;
  call: Call;
  fault: Record<string, unknown>;
  /** Whether the fault loses the result of a request. */
  isLost: boolean;
}

/** Returns faults that kill the function before or after each call, or make the call fail. */
const faultsOf = (calls: readonly Call[]): InjectedFault[] =>
  calls.flatMap((call) => {
    const isLost = call.isAfterRequest ?? false;
    return [
      { name: `killed before ${call.what}`, call, isLost, fault: { crash: 'before', times: 1 } },
      { name: `killed after ${call.what}`, call, isLost, fault: { crash: 'after', times: 1 } },
      { name: `given an error at ${call.what}`, call, isLost, fault: { error: 'InternalServerError' } },
    ];
  });

const injectFaultAt = (
  worker: string,
  { call: { awsCall, skip = 0 }, fault }: InjectedFault,
): Promise<void> => injectFault(service, awsCall, { skip, function: worker, ...fault });

interface WebhookScenario {
  subscriber: WebhookSubscriber;
  receiver: WebhookReceiver;
  endpoint: Endpoint;
}

/**
 * Creates an endpoint, whose unknown host is rate limited, and an email with enough recipients for a payload that is
 * stored in S3.
 */
async function createEndpointScenario(
  behavior: ResponseBehavior = respondWith(200),
  events?: string[],
): Promise<WebhookScenario> {
  const subscriber = await WebhookSubscriber.create(service, {
    to: numberedAddresses(50, 'a-rather-long-name-of-a-domain.example'),
  });
  const receiver = await WebhookReceiver.start(service, `told-${(hostCount += 1)}.example`, { behavior });
  const endpoint = await subscriber.createEndpoint(receiver.url, events);
  // After a restart, function instances have neither the data key nor a decrypted secret in their cache.
  await service.control('POST', '/restart');
  return { subscriber, receiver, endpoint };
}

/** Reports an event while the fault is active, then removes the fault. */
async function reportDelayWithFault(
  { subscriber }: WebhookScenario,
  worker: string,
  fault: InjectedFault,
): Promise<void> {
  await injectFaultAt(worker, fault);
  await subscriber.reportDelay();
  await service.settle();
  await service.control('DELETE', '/faults');
}

/** The AWS calls of a first attempt. */
const attemptCalls: Call[] = [
  { what: 'the delivery and its endpoint', awsCall: 'dynamodb BatchGetItem' },
  { what: "the workspace's slot for unknown hosts", awsCall: 'dynamodb UpdateItem' },
  { what: "the host's pace", awsCall: 'dynamodb UpdateItem', skip: 1 },
  { what: 'the host slot', awsCall: 'dynamodb UpdateItem', skip: 2 },
  { what: 'the claim', awsCall: 'dynamodb UpdateItem', skip: 3 },
  { what: 'the payload', awsCall: 's3 GetObject' },
  { what: 'the secret', awsCall: 'ssm GetParameter' },
  { what: 'the updated pace', awsCall: 'dynamodb UpdateItem', skip: 4, isAfterRequest: true },
  { what: 'the record', awsCall: 'dynamodb UpdateItem', skip: 5, isAfterRequest: true },
];

/** The AWS calls of an attempt that is retried soon. */
const retryCalls: Call[] = [...attemptCalls, { what: 'the next message', awsCall: 'sqs SendMessageBatch' }];

describe('the function that attempts a delivery', () => {
  test('makes only the listed AWS calls', async () => {
    const scenario = await createEndpointScenario(respondWith(500));
    const now = await service.now();

    await scenario.subscriber.reportDelay();
    await service.settle();

    const rows = (await service.calls(now)).filter((row) => row.function.endsWith('-deliverWebhook'));
    const callsMade = rows.map((row) => `${row.service} ${row.operation}`).sort();
    expect(callsMade).toEqual(retryCalls.map(({ awsCall }) => awsCall).sort());
    await scenario.subscriber.deleteEndpoint(scenario.endpoint);
    await scenario.receiver.stop();
  });

  test.each(faultsOf(attemptCalls))(
    'delivers the event if it is $name, and only once unless the response was lost',
    async (fault) => {
      const scenario = await createEndpointScenario();

      await reportDelayWithFault(scenario, 'deliverWebhook', fault);
      await service.advance(visibilityTimeoutMs.webhooks);
      await service.advance(visibilityTimeoutMs.webhooks);

      expect(await scenario.subscriber.getOnlyDelivery(scenario.endpoint)).toMatchObject({
        status: 'success',
        attempts: 1,
      });
      expect(scenario.receiver.received.length).toBeGreaterThanOrEqual(1);
      expect(scenario.receiver.received.length).toBeLessThanOrEqual(fault.isLost ? 2 : 1);
      await scenario.receiver.stop();
    },
  );

  test.each(faultsOf(retryCalls))('makes the retry even if it is $name', async (fault) => {
    const scenario = await createEndpointScenario(switchAfter(1, respondWith(500), respondWith(200)));

    await reportDelayWithFault(scenario, 'deliverWebhook', fault);
    await service.advance(visibilityTimeoutMs.webhooks + minuteMs);
    await service.advance(visibilityTimeoutMs.webhooks);

    expect(await scenario.subscriber.getOnlyDelivery(scenario.endpoint)).toMatchObject({ status: 'success' });
    expect(scenario.receiver.received).toHaveLength(2);
    await scenario.receiver.stop();
  });
});

/** The AWS calls of an attempt to a fast endpoint whose next attempt is more than fifteen minutes later. */
const distantRetryCalls: Call[] = [
  { what: 'the host slot', awsCall: 'dynamodb UpdateItem' },
  { what: 'the claim', awsCall: 'dynamodb UpdateItem', skip: 1 },
  { what: 'the record', awsCall: 'dynamodb UpdateItem', skip: 2 },
  { what: 'the wakeup', awsCall: 'scheduler CreateSchedule' },
];

test.each(faultsOf(distantRetryCalls))(
  'if the function of the third attempt is $name, the attempt half an hour after the event is made',
  async (fault) => {
    const scenario = await createEndpointScenario(respondWith(500));
    await scenario.subscriber.reportDelay();
    await service.advance(4.5 * minuteMs);
    expect(scenario.receiver.received).toHaveLength(2);

    await injectFaultAt('deliverWebhook', fault);
    await service.advance(minuteMs);
    await service.control('DELETE', '/faults');
    await service.advance(visibilityTimeoutMs.webhooks);
    expect(scenario.receiver.received.length).toBeGreaterThanOrEqual(3);
    scenario.receiver.setBehavior(respondWith(200));
    // The sweep runs every five minutes.
    await service.advance(28 * minuteMs);

    expect(await scenario.subscriber.getOnlyDelivery(scenario.endpoint)).toMatchObject({ status: 'success' });
    await scenario.receiver.stop();
  },
);

/** The AWS calls for a delivery that becomes due while its endpoint is disabled. */
const disabledCalls: Call[] = [
  { what: 'the delivery and its endpoint', awsCall: 'dynamodb BatchGetItem' },
  { what: 'the record', awsCall: 'dynamodb UpdateItem' },
  { what: 'the second read', awsCall: 'dynamodb GetItem' },
];

/** The AWS calls for resuming an endpoint. */
const resumeCalls: Call[] = [
  { what: 'the endpoint', awsCall: 'dynamodb GetItem' },
  { what: 'the deferred deliveries', awsCall: 'dynamodb Query' },
  { what: 'the messages', awsCall: 'sqs SendMessageBatch' },
];

describe('a disabled endpoint', () => {
  test.each(faultsOf(disabledCalls))(
    'whose delivery is deferred by a function $name receives the delivery after the endpoint is enabled',
    async (fault) => {
      const scenario = await createEndpointScenario(switchAfter(1, respondWith(500), respondWith(200)));
      await scenario.subscriber.reportDelay();
      await service.settle();
      await scenario.subscriber.updateEndpoint(scenario.endpoint, { enabled: false });
      await injectFaultAt('deliverWebhook', fault);
      await service.advance(1.5 * minuteMs);
      await service.control('DELETE', '/faults');
      const requestsWhileDisabled = scenario.receiver.received.length;

      await scenario.subscriber.updateEndpoint(scenario.endpoint, { enabled: true });
      await service.advance(visibilityTimeoutMs.webhooks);

      expect(requestsWhileDisabled).toBe(1);
      expect(await scenario.subscriber.getOnlyDelivery(scenario.endpoint)).toMatchObject({
        status: 'success',
        attempts: 2,
      });
      expect(scenario.receiver.received).toHaveLength(2);
      await scenario.receiver.stop();
    },
  );

  test.each(faultsOf(resumeCalls))(
    'that is resumed by a function $name receives the missed deliveries',
    async (fault) => {
      const scenario = await createEndpointScenario(switchAfter(1, respondWith(500), respondWith(200)));
      await scenario.subscriber.reportDelay();
      await service.settle();
      await scenario.subscriber.updateEndpoint(scenario.endpoint, { enabled: false });
      await service.advance(1.5 * minuteMs);
      await injectFaultAt('runDueWork', fault);
      await scenario.subscriber.updateEndpoint(scenario.endpoint, { enabled: true });
      await service.advance(10_000);
      await service.control('DELETE', '/faults');

      await service.advance(visibilityTimeoutMs.dueWork);

      expect(await scenario.subscriber.getOnlyDelivery(scenario.endpoint)).toMatchObject({
        status: 'success',
        attempts: 2,
      });
      expect(scenario.receiver.received).toHaveLength(2);
      await scenario.receiver.stop();
    },
  );
});

/** The AWS calls that publishing adds to the function that records the event. */
const publishCalls: Call[] = [
  { what: 'the endpoints of the event', awsCall: 'dynamodb Query' },
  { what: 'the payload', awsCall: 's3 PutObject' },
  { what: 'the delivery', awsCall: 'dynamodb PutItem', skip: 1 },
  { what: 'the message', awsCall: 'sqs SendMessageBatch' },
];

test.each(faultsOf(publishCalls))(
  'an event that is recorded by a function $name is delivered once',
  async (fault) => {
    const scenario = await createEndpointScenario();

    await reportDelayWithFault(scenario, 'recordEmailEvents', fault);
    await service.advance(visibilityTimeoutMs.events);

    expect(await scenario.subscriber.getOnlyDelivery(scenario.endpoint)).toMatchObject({
      status: 'success',
      attempts: 1,
    });
    expect(scenario.receiver.received).toHaveLength(1);
    await scenario.receiver.stop();
  },
);

test.each(faultsOf([{ what: 'the message', awsCall: 'sqs SendMessageBatch' }]))(
  'an email that is received by a function $name is published once',
  async (fault) => {
    const scenario = await createEndpointScenario(respondWith(200), ['inbound']);
    await injectFaultAt('receiveMail', fault);
    await injectInboundMail(scenario.subscriber.workspace);
    await service.settle();
    await service.control('DELETE', '/faults');

    await service.advance(visibilityTimeoutMs.mail);

    expect(await scenario.subscriber.getOnlyDelivery(scenario.endpoint)).toMatchObject({
      status: 'success',
      attempts: 1,
    });
    expect(scenario.receiver.received).toHaveLength(1);
    await scenario.receiver.stop();
  },
);
