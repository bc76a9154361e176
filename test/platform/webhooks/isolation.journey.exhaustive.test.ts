import { minuteMs } from '../../../shared/core/time';
import { answers, hangs, Receiver } from '../../support/receiver';
import { Service } from '../../support/service';
import { Subscriber, type Endpoint } from '../../support/subscriber';

const quickCount = 9;

/** So many events in a phase, and the pause between two of them. */
const [eventsPerPhase, pauseMs] = [8, 400];

/** Phases without and with the endpoint that hangs take turns, so that the machine's other work meets both. */
const turns = 2;

/** The tenth endpoint is told of so many at once, in either phase: more than attempts are made at a time. */
const burst = 70;

let service: Service;
let quick: Receiver[];
let subscriber: Subscriber;

beforeAll(async () => {
  service = await Service.start();
  await service.control('PATCH', '/settings', { auto_delivery: false });
  subscriber = await Subscriber.create(service);
  quick = [];
  for (let index = 0; index < quickCount; index += 1) {
    const receiver = await Receiver.start(service, `quick-${index}.example`);
    await subscriber.endpoint(receiver.url);
    quick.push(receiver);
  }
});

afterAll(async () => {
  await Promise.all(quick.map((receiver) => receiver.stop()));
  await service.stop();
});

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** How long each of the quick ones waited for each event, in ms. */
async function delays(): Promise<number[]> {
  const told: number[] = [];
  for (let event = 0; event < eventsPerPhase; event += 1) {
    const before = quick.map(({ received }) => received.length);
    const start = performance.now();
    await subscriber.happens();
    await Promise.all(quick.map((receiver, index) => receiver.until((before[index] ?? 0) + 1)));
    told.push(...quick.map(({ received }) => (received.at(-1)?.at ?? Number.NaN) - start));
    await sleep(pauseMs);
  }
  return told;
}

interface Tenth {
  owner: Subscriber;
  receiver: Receiver;
}

async function aTenth(host: string): Promise<Tenth> {
  return { owner: await Subscriber.create(service), receiver: await Receiver.start(service, host) };
}

/** The median delay of the nine after a burst to the tenth, which lets them be in one phase and hangs in the other. */
async function measure(
  { owner }: Tenth,
  setHanging: (isHanging: boolean) => Promise<unknown>,
): Promise<{ without: number; during: number }> {
  const [without, during]: [number[], number[]] = [[], []];
  for (let turn = 0; turn < turns; turn += 1) {
    for (const [isHanging, told] of [[false, without] as const, [true, during] as const]) {
      await setHanging(isHanging);
      await Promise.all(Array.from({ length: burst }, () => owner.happens()));
      told.push(...(await delays()));
      // What hangs takes its time; the next phase is not to meet it.
      await setHanging(false);
      await service.settle();
    }
  }
  return { without: median(without), during: median(during) };
}

beforeAll(async () => {
  // Whoever is new is not known to be quick, and functions that have yet to start are nobody's delay.
  await delays();
});

test('endpoints that hang from their first request do not hold up the others', async () => {
  const tenth = await aTenth('slow.example');
  tenth.receiver.reactsWith(hangs);
  let endpoint: Endpoint | undefined;

  const { without, during } = await measure(tenth, async (isHanging) => {
    if (endpoint) await tenth.owner.remove(endpoint);
    endpoint = isHanging ? await tenth.owner.endpoint(tenth.receiver.url) : undefined;
  });

  expect(tenth.receiver.received.length).toBeGreaterThan(0);
  expect(during / without).toBeLessThanOrEqual(2);
  await tenth.receiver.stop();
}, 300_000);

test('an endpoint that was quick and hangs suddenly does not hold up the others', async () => {
  const tenth = await aTenth('sudden.example');
  await tenth.owner.endpoint(tenth.receiver.url);

  const { without, during } = await measure(tenth, async (isHanging) =>
    tenth.receiver.reactsWith(isHanging ? hangs : answers(200)),
  );

  expect(tenth.receiver.received.length).toBeGreaterThan(2 * burst);
  expect(during / without).toBeLessThanOrEqual(2);
  await tenth.receiver.stop();
}, 300_000);

test('a new endpoint is told at once while fifty deliveries to another one hang', async () => {
  const owner = await Subscriber.create(service);
  const slow = await Receiver.start(service, 'backlog.example', { reaction: hangs });
  const backlog = await owner.endpoint(slow.url);
  for (let event = 0; event < 50; event += 1) await owner.happens();
  while ((await owner.deliveries(backlog)).length < 50) await sleep(50);
  // Of those that it does not know, a workspace has one a second asked in the way of others.
  await sleep(1_000);
  const newcomer = await Receiver.start(service, 'newcomer.example');
  const endpoint = await owner.endpoint(newcomer.url);

  await owner.happens();
  await newcomer.until(1);

  const [asked, told] = [slow.received.length, newcomer.received.length];
  expect(told).toBe(1);
  expect(asked).toBeLessThan(50);
  expect(await owner.delivery(endpoint)).toMatchObject({ event: 'delivery_delay' });
  await owner.remove(backlog);
  await service.advance(3 * minuteMs);
  await Promise.all([slow.stop(), newcomer.stop()]);
}, 300_000);
