import { setTimeout as sleep } from 'node:timers/promises';
import { keys } from '../../../shared/db/keys';
import { minuteMs } from '../../../shared/core/time';
import { answers, hangs, Receiver, signedAt, type Received } from '../../support/receiver';
import { Service } from '../../support/service';
import { plannedAttempts, Subscriber } from '../../support/subscriber';
import { ServiceTable } from '../../support/table';

/** As many as a workspace may have. */
const endpointsMax = 120;

/** Twice as many as the runtime gives a function instances: before all hang, the first are given up. */
const hangingCount = 40;

/** What a host gets in a second, unless the deployment says otherwise. */
const perSecond = 50;

/** The first attempt may be late for its turn, which all others then seem to be early for. */
const lateMsMax = 1_500;

let service: Service;

beforeAll(async () => {
  service = await Service.start();
  await service.control('PATCH', '/settings', { auto_delivery: false });
});

afterAll(() => service.stop());

/** A workspace with so many endpoints. */
async function aCrowd(count: number, urlOf: (index: number) => string): Promise<Subscriber> {
  const crowd = await Subscriber.create(service);
  for (let index = 0; index < count; index += 1) await crowd.endpoint(urlOf(index));
  return crowd;
}

/** Another workspace, whose one endpoint answered quickly when it was told last. */
async function aNeighbour(url: string, receiver: Receiver): Promise<Subscriber> {
  const neighbour = await Subscriber.create(service);
  await neighbour.endpoint(url);
  const before = receiver.received.length;
  await neighbour.happens();
  await receiver.until(before + 1);
  await service.settle();
  return neighbour;
}

/** What became of attempts in the way of others: made, so that their endpoint's secret was opened, or moved on. */
async function fastWay(since: string): Promise<{ made: number; movedOn: number }> {
  const calls = (await service.calls(since)).filter((call) => call.function.endsWith('-deliverWebhook'));
  // A call that went wrong on its way is made again: attempts are counted, not calls.
  const made = new Set(
    calls.filter(({ service: of }) => of === 'kms').map(({ request_id: attempt }) => attempt),
  ).size;
  const movedOn = calls.filter(
    ({ service: of, target }) => of === 'sqs' && /SlowWebhooks/.test(target),
  ).length;
  return { made, movedOn };
}

/** Between the first and the last request, ms. */
const spreadOf = (told: readonly Received[]): number =>
  (told.at(-1)?.at ?? Number.NaN) - (told[0]?.at ?? Number.NaN);

test('a workspace of which many endpoints hang has one attempt a second in the way of others', async () => {
  const hanging = await Receiver.start(service, 'hang-0.example', { reaction: hangs });
  for (let index = 1; index < hangingCount; index += 1)
    await hanging.connect(service, `hang-${index}.example`);
  const crowd = await aCrowd(hangingCount, (index) => `http://hang-${index}.example/`);
  const other = await Receiver.start(service, 'quick.example');
  const neighbour = await aNeighbour(other.url, other);
  const since = await service.now();

  await crowd.happens();
  await hanging.until(1);
  await neighbour.happens();
  await other.until(2);
  let fast = await fastWay(since);
  for (; fast.made + fast.movedOn < hangingCount; fast = await fastWay(since)) await sleep(200);

  const seconds = Math.ceil((Date.parse(await service.now()) - Date.parse(since)) / 1_000);
  // That of the neighbour is one more.
  expect(fast.made).toBeLessThanOrEqual(seconds + 1);
  await Promise.all([hanging.stop(), other.stop()]);
});

test('120 endpoints on one URL are told of two events at the pace of a host, and nobody else waits for it', async () => {
  const [host, other] = [
    await Receiver.start(service, 'crowded.example'),
    await Receiver.start(service, 'elsewhere.example'),
  ];
  const crowd = await aCrowd(endpointsMax, () => host.url);
  const elsewhere = await aNeighbour(other.url, other);
  const beside = await aNeighbour(`${host.url}?beside`, host);
  const start = host.received.length;

  for (let event = 0; event < 2; event += 1) await crowd.happens();
  await host.until(start + 5);
  await Promise.all([elsewhere.happens(), beside.happens()]);
  await other.until(2);
  const toldBefore = host.received.length - start;
  await host.until(start + 2 * endpointsMax + 1);
  await service.settle();

  const told = host.received.slice(start);
  const besideCameAs = told.findIndex(({ path }) => path.endsWith('?beside'));
  // Of 240: what came before waited for nothing but functions that start.
  expect(toldBefore).toBeLessThan(endpointsMax);
  expect(besideCameAs).toBeLessThan(endpointsMax);
  expect(told.length).toBe(2 * endpointsMax + 1);
  expect(new Set(told.map(({ headers }) => headers['x-cn-delivery'])).size).toBe(told.length);
  expect(spreadOf(told)).toBeGreaterThan((1_000 * (told.length - 1)) / perSecond - lateMsMax);
  await Promise.all([host.stop(), other.stop()]);
});

test('an attempt that waits for its turn at a host is no failure, and its retry keeps its time', async () => {
  const host = await Receiver.start(service, 'taken.example', { reaction: answers(500) });
  const subscriber = await Subscriber.create(service);
  const endpoint = await subscriber.endpoint('http://TAKEN.example.:8080/hook');
  const takenUntil = Date.parse(await service.now()) + 6_000;
  await ServiceTable.with(service, (table) => table.change(keys.hostPace('taken.example'), { takenUntil }));

  await subscriber.happens();
  await service.settle();

  const delivery = await subscriber.delivery(endpoint);
  const retry = Date.parse(delivery.created_at) + minuteMs;
  const [request] = host.received;
  expect(delivery).toMatchObject({ status: 'failed', attempts: 1, last_status_code: 500 });
  expect(request && signedAt(request, endpoint.secret)).toBeGreaterThanOrEqual(
    Math.floor(takenUntil / 1_000),
  );
  expect(plannedAttempts(service, delivery).filter((at) => Math.abs(at - retry) <= 1_000)).toHaveLength(1);
  await host.stop();
});
