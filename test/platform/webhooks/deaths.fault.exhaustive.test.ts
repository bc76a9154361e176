import { hourMs, minuteMs } from '../../../shared/core/time';
import { answers, firstly, hangs, Receiver, signedAt, type Reaction } from '../../support/receiver';
import { deadLetters } from '../../support/journal';
import { advanceTo, orderFault } from '../../support/schedules';
import { Service } from '../../support/service';
import { plannedAttempts, Subscriber, type Endpoint } from '../../support/subscriber';

/** A queue gives the message of an attempt back when its function has said nothing for so long. */
const comesBackMs = 121_000;

let service: Service;
let hosts = 0;

beforeAll(async () => {
  service = await Service.start();
  await service.control('PATCH', '/settings', { auto_delivery: false });
});

afterEach(() => service.control('DELETE', '/faults'));

afterAll(() => service.stop());

interface Told {
  subscriber: Subscriber;
  receiver: Receiver;
  endpoint: Endpoint;
}

async function anEndpoint(reaction: Reaction = answers(200)): Promise<Told> {
  const subscriber = await Subscriber.create(service);
  const receiver = await Receiver.start(service, `told-${(hosts += 1)}.example`, { reaction });
  return { subscriber, receiver, endpoint: await subscriber.endpoint(receiver.url) };
}

const deliveryOf = ({ subscriber, endpoint }: Told) => subscriber.on(service).delivery(endpoint);

/** As a power cut. */
async function killAndStart(): Promise<void> {
  await service.killHard();
  service = await Service.start(service.dataDir);
}

/** How long after its event each request was signed, in seconds. */
async function secondsAfter(told: Told): Promise<number[]> {
  const start = Math.floor(Date.parse((await deliveryOf(told)).created_at) / 1_000);
  return told.receiver.received.map((request) => signedAt(request, told.endpoint.secret) - start);
}

test('kill -9 between any two attempts: each is made in its time, and no other', async () => {
  const told = await anEndpoint(answers(500));
  await told.subscriber.happens();
  await service.settle();
  const start = Date.parse((await deliveryOf(told)).created_at);
  const requests: number[] = [];

  for (const minutes of [0.5, 2, 4, 10, 20, 31]) {
    await killAndStart();
    await advanceTo(service, start + minutes * minuteMs);
    requests.push(told.receiver.received.length);
  }

  const seconds = await secondsAfter(told);
  const [, atTwo, , atTen] = requests;
  expect(atTwo).toBeGreaterThanOrEqual(2);
  expect(atTen).toBeGreaterThanOrEqual(3);
  expect(seconds).toHaveLength(4);
  expect(seconds[1]).toBeGreaterThanOrEqual(60);
  expect(seconds[2]).toBeGreaterThanOrEqual(300);
  expect(seconds[3]).toBeGreaterThanOrEqual(1_800);
  expect(await deliveryOf(told)).toMatchObject({ status: 'failed', attempts: 4 });
  await told.receiver.stop();
}, 180_000);

test('kill -9 while the endpoint is asked: it is asked again when the message comes back', async () => {
  const told = await anEndpoint(firstly(1, hangs, answers(200)));
  await told.subscriber.happens();
  await told.receiver.until(1);

  await killAndStart();
  const before = await deliveryOf(told);
  await service.advance(comesBackMs);

  expect(before).toMatchObject({ status: 'pending', attempts: 0 });
  expect(await deliveryOf(told)).toMatchObject({ status: 'success', attempts: 1 });
  expect(told.receiver.received).toHaveLength(2);
  await told.receiver.stop();
});

test('a restart of every function while the endpoint is asked: it is asked again when the message comes back', async () => {
  const told = await anEndpoint(firstly(1, hangs, answers(200)));
  await told.subscriber.happens();
  await told.receiver.until(1);

  await service.control('POST', '/restart');
  await service.advance(comesBackMs);

  const [first, second, ...others] = told.receiver.received;
  expect(others).toEqual([]);
  expect(second?.body).toEqual(first?.body);
  expect(second?.headers['x-cn-delivery']).toBe(first?.headers['x-cn-delivery']);
  expect(await deliveryOf(told)).toMatchObject({ status: 'success', attempts: 1 });
  await told.receiver.stop();
});

test.each([
  ['before', 'the endpoint is asked once more: nobody knows that it answered', 2],
  ['after', 'the endpoint is not asked again', 1],
] as const)('a function that is killed %s the answer is recorded: %s', async (crash, _what, requests) => {
  const told = await anEndpoint();
  await told.subscriber.happens();
  await service.settle();
  // Its pace is known by now: an attempt writes its turn at the host, its claim and its record.
  await orderFault(service, 'dynamodb UpdateItem', { skip: 2, crash, times: 1, function: 'deliverWebhook' });
  await told.subscriber.happens();
  await service.settle();

  await service.advance(comesBackMs);

  const deliveries = await told.subscriber.deliveries(told.endpoint);
  expect(deliveries.map(({ status, attempts }) => [status, attempts])).toEqual([
    ['success', 1],
    ['success', 1],
  ]);
  expect(told.receiver.received).toHaveLength(1 + requests);
  await told.receiver.stop();
});

test.each([
  ['cannot be sent', { error: 'InternalFailure' }],
  ['is lost with the function that sends it', { crash: 'before', times: 1 }],
])('a retry whose message %s is made when the first message comes back', async (_name, fault) => {
  const told = await anEndpoint(firstly(1, answers(500), answers(200)));
  await orderFault(service, 'sqs SendMessageBatch', { function: 'deliverWebhook', ...fault });
  await told.subscriber.happens();
  await service.settle();
  await service.control('DELETE', '/faults');

  await service.advance(comesBackMs);

  expect(await deliveryOf(told)).toMatchObject({ status: 'success', attempts: 2 });
  expect(told.receiver.received).toHaveLength(2);
  await told.receiver.stop();
});

test.each([
  ['scheduler CreateSchedule', { error: 'InternalServerException' }],
  ['scheduler CreateSchedule', { crash: 'before', times: 1 }],
])('a late retry is made in time although its alarm is lost: %s, %j', async (at, fault) => {
  const told = await anEndpoint(answers(500));
  await orderFault(service, at, { function: 'deliverWebhook', ...fault });
  await told.subscriber.happens();
  await service.advance(8 * minuteMs);
  expect(told.receiver.received).toHaveLength(3);
  await service.control('DELETE', '/faults');

  told.receiver.reactsWith(answers(200));
  await service.advance(25 * minuteMs);

  const seconds = await secondsAfter(told);
  expect(await deliveryOf(told)).toMatchObject({ status: 'success', attempts: 4 });
  expect(seconds).toHaveLength(4);
  expect(seconds[3]).toBeGreaterThanOrEqual(1_800);
  // The sweep rings every five minutes, and on a quiet way at its end at the latest.
  const planned = plannedAttempts(service, await deliveryOf(told));
  expect(Math.max(...planned)).toBeLessThan(
    Date.parse((await deliveryOf(told)).created_at) + 0.5 * hourMs + 6 * minuteMs,
  );
  await told.receiver.stop();
});

test.each([
  ['the table', 'dynamodb UpdateItem', 'InternalServerError'],
  ['what opens the secret', 'kms Decrypt', 'KMSInternalException'],
  ['what opens the secret, throttling', 'kms Decrypt', 'ThrottlingException'],
])('while %s fails nothing is counted, and it is told once that works again', async (_name, at, error) => {
  const told = await anEndpoint();
  await service.control('POST', '/restart');
  await orderFault(service, at, { error, function: 'deliverWebhook' });
  await told.subscriber.happens();
  await service.settle();
  const meanwhile = await deliveryOf(told);
  await service.control('DELETE', '/faults');

  await service.advance(comesBackMs);

  expect(meanwhile).toMatchObject({ status: 'pending', attempts: 0 });
  expect(await deliveryOf(told)).toMatchObject({ status: 'success', attempts: 1 });
  expect(told.receiver.received).toHaveLength(1);
  await told.receiver.stop();
});

test('nothing was given up', () => {
  expect(deadLetters(service)).toEqual([]);
});
