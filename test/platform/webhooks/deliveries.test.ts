import { hourMs, minuteMs } from '../../../shared/core/time';
import { answers, firstly, Receiver, signedAt } from '../../support/receiver';
import { theService } from '../../support/the-service';
import { storeUrl } from '../../support/stored-url';
import { Subscriber, type Endpoint } from '../../support/subscriber';
import { until } from '../../support/until';

const gone = 'endpoint removed or disabled';

/** An index shows a record a moment after it was written: so long a resumption waits. */
const untilResumed = 5_000;

const service = theService({ travels: true });
let hosts = 0;

beforeAll(async () => {
  await service.control('PATCH', '/settings', { auto_delivery: false });
});

interface Failing {
  subscriber: Subscriber;
  receiver: Receiver;
  endpoint: Endpoint;
}

/** An endpoint that failed its first attempt a moment ago. */
async function afterOneAttempt(reaction = answers(500)): Promise<Failing> {
  const subscriber = await Subscriber.create(service);
  const receiver = await Receiver.start(service, `failing-${(hosts += 1)}.example`, { reaction });
  const endpoint = await subscriber.endpoint(receiver.url);
  await subscriber.happens();
  await service.settle();
  expect(await subscriber.delivery(endpoint)).toMatchObject({ status: 'failed', attempts: 1 });
  return { subscriber, receiver, endpoint };
}

test('a secret is rotated by a second endpoint on the same URL: nothing is missed, nothing is told twice after it', async () => {
  const subscriber = await Subscriber.create(service);
  const receiver = await Receiver.start(service, 'rotating.example');
  const old = await subscriber.endpoint(receiver.url);
  const next = await subscriber.endpoint(receiver.url);
  await subscriber.happens();
  await receiver.until(2);
  await service.settle();
  const both = [...receiver.received];

  await subscriber.remove(old);
  await subscriber.happens();
  await receiver.until(3);
  await service.settle();

  const isSignedWith =
    ({ secret }: Endpoint) =>
    (request: (typeof both)[number]) => {
      try {
        return signedAt(request, secret) > 0;
      } catch {
        return false;
      }
    };
  expect(
    [both.filter(isSignedWith(old)), both.filter(isSignedWith(next))].map(({ length }) => length),
  ).toEqual([1, 1]);
  expect(receiver.received.slice(2).map(isSignedWith(next))).toEqual([true]);
  await receiver.stop();
});

describe('a disabled endpoint', () => {
  test('is not asked again: what falls due is recorded as failed, and counts no attempt', async () => {
    const { subscriber, receiver, endpoint } = await afterOneAttempt();

    await subscriber.change(endpoint, { enabled: false });
    const before = await subscriber.delivery(endpoint);
    await service.advance(2 * minuteMs);

    expect(before).toMatchObject({ status: 'failed', attempts: 1, last_error: null });
    expect(await subscriber.delivery(endpoint)).toMatchObject({
      status: 'failed',
      attempts: 1,
      last_status_code: 500,
      last_error: gone,
      delivered_at: null,
    });
    expect(receiver.received).toHaveLength(1);
    await receiver.stop();
  });

  test('gets no new deliveries, also not after it was enabled again', async () => {
    const { subscriber, receiver, endpoint } = await afterOneAttempt();
    await subscriber.change(endpoint, { enabled: false });
    await subscriber.happens();
    await service.settle();

    await subscriber.change(endpoint, { enabled: true });
    await service.advance(10 * minuteMs);

    expect(await subscriber.deliveries(endpoint)).toHaveLength(1);
    await receiver.stop();
  });

  test('that is enabled again gets what fell due meanwhile, and its other attempts in their time', async () => {
    const { subscriber, receiver, endpoint } = await afterOneAttempt();
    await subscriber.change(endpoint, { enabled: false });
    await service.advance(2 * minuteMs);

    await subscriber.change(endpoint, { enabled: true });
    await service.advance(untilResumed);
    const resumed = await subscriber.delivery(endpoint);
    await service.advance(29 * minuteMs);

    const start = Date.parse(resumed.created_at) / 1_000;
    const after = receiver.received.map((request) => signedAt(request, endpoint.secret) - Math.floor(start));
    expect(resumed).toMatchObject({ attempts: 2, last_status_code: 500, last_error: gone });
    expect(after).toHaveLength(4);
    expect(after[2]).toBeGreaterThanOrEqual(5 * 60);
    expect(after[3]).toBeGreaterThanOrEqual(30 * 60);
    await receiver.stop();
  });

  test('that is enabled before anything falls due misses nothing', async () => {
    const { subscriber, receiver, endpoint } = await afterOneAttempt(firstly(1, answers(500), answers(200)));

    await subscriber.change(endpoint, { enabled: false });
    await subscriber.change(endpoint, { enabled: true });
    await service.advance(2 * minuteMs);

    expect(await subscriber.delivery(endpoint)).toMatchObject({
      status: 'success',
      attempts: 2,
      last_error: null,
    });
    expect(receiver.received).toHaveLength(2);
    await receiver.stop();
  });

  test('that is enabled after all times have passed gets the attempts that are left, a minute apart', async () => {
    const { subscriber, receiver, endpoint } = await afterOneAttempt();
    await subscriber.change(endpoint, { enabled: false });
    await service.advance(2 * minuteMs);
    await service.advance(13 * hourMs);

    await subscriber.change(endpoint, { enabled: true });
    await service.advance(8 * minuteMs);
    const all = await subscriber.delivery(endpoint);
    await subscriber.change(endpoint, { enabled: false });
    await subscriber.change(endpoint, { enabled: true });
    await service.advance(5 * minuteMs);

    const times = receiver.received.map((request) => signedAt(request, endpoint.secret));
    const gaps = times.slice(2).map((time, index) => time - (times[index + 1] ?? Number.NaN));
    expect(all).toMatchObject({ status: 'failed', attempts: 6 });
    expect(times).toHaveLength(6);
    expect(gaps.filter((seconds) => !(seconds >= 60))).toEqual([]);
    expect(await subscriber.delivery(endpoint)).toEqual(all);
    await receiver.stop();
  });

  test('that is enabled again is not told again of what succeeded', async () => {
    const { subscriber, receiver, endpoint } = await afterOneAttempt(firstly(1, answers(500), answers(200)));
    await service.advance(2 * minuteMs);

    await subscriber.change(endpoint, { enabled: false });
    await service.advance(5 * minuteMs);
    await subscriber.change(endpoint, { enabled: true });
    await service.advance(30 * minuteMs);

    expect(await subscriber.delivery(endpoint)).toMatchObject({
      status: 'success',
      attempts: 2,
      last_error: null,
    });
    expect(receiver.received).toHaveLength(2);
    await receiver.stop();
  });

  test('was disabled and enabled while events came and retries fell due: once it stays enabled, all arrive', async () => {
    const { subscriber, receiver, endpoint } = await afterOneAttempt();
    for (let round = 0; round < 5; round += 1) {
      await Promise.all([
        subscriber.happens(),
        subscriber.change(endpoint, { enabled: false }),
        service.control('POST', '/clock', { advance_ms: minuteMs }),
      ]);
      await Promise.all([
        subscriber.change(endpoint, { enabled: true }),
        service.control('POST', '/clock', { advance_ms: untilResumed }),
        subscriber.happens(),
      ]);
      await subscriber.change(endpoint, { enabled: true });
    }
    receiver.reactsWith(answers(200));
    await service.advance(35 * minuteMs);

    const deliveries = await subscriber.deliveries(endpoint);
    expect(deliveries.length).toBeGreaterThan(0);
    expect(deliveries.filter(({ status }) => status !== 'success')).toEqual([]);
    expect(deliveries.filter(({ attempts }) => attempts > 6)).toEqual([]);
    await receiver.stop();
  });

  test('whose first attempt had yet to be made gets it once it is enabled', async () => {
    const subscriber = await Subscriber.create(service);
    const receiver = await Receiver.start(service, 'untold.example');
    const endpoint = await subscriber.endpoint(receiver.url);
    await service.control('POST', '/faults', {
      service: 'dynamodb',
      operation: 'BatchGetItem',
      function: 'deliverWebhook',
      delay_ms: 3_000,
      times: 1,
    });

    await subscriber.happens();
    const isOwed = async () => (await subscriber.deliveries(endpoint)).length > 0;
    await until(isOwed, () => 'Nothing is owed');
    await subscriber.change(endpoint, { enabled: false });
    await service.settle();
    await subscriber.change(endpoint, { enabled: true });
    await service.advance(untilResumed);

    expect(await subscriber.delivery(endpoint)).toMatchObject({ status: 'success', attempts: 1 });
    expect(receiver.received).toHaveLength(1);
    await receiver.stop();
  });
});

test('a deleted endpoint is not asked again, and its deliveries are gone', async () => {
  const { subscriber, receiver, endpoint } = await afterOneAttempt();

  expect((await subscriber.remove(endpoint)).status).toBe(200);
  await service.advance(31 * minuteMs);

  const listed = await subscriber.desk.api('GET', `/v1/webhook-endpoints/${endpoint.id}/events`);
  expect(listed).toMatchObject({ status: 404, body: { error: { type: 'not_found' } } });
  expect(receiver.received).toHaveLength(1);
  await receiver.stop();
});

test('what is owed goes to the changed URL, with the secret that stays', async () => {
  const { subscriber, receiver, endpoint } = await afterOneAttempt();
  const other = await Receiver.start(service, 'moved.example');

  await subscriber.change(endpoint, { url: other.url });
  await service.advance(2 * minuteMs);

  const [request, ...others] = other.received;
  if (!request) throw new Error('Not told');
  expect(others).toEqual([]);
  expect(request.body.equals(receiver.received[0]?.body ?? Buffer.alloc(0))).toBe(true);
  expect(() => signedAt(request, endpoint.secret)).not.toThrow();
  expect(receiver.received).toHaveLength(1);
  expect(await subscriber.delivery(endpoint)).toMatchObject({ status: 'success', attempts: 2 });
  await Promise.all([receiver.stop(), other.stop()]);
});

test('a URL from before the rule about ports fails each attempt, without a connection', async () => {
  const { subscriber, receiver, endpoint } = await afterOneAttempt();
  const connections = receiver.connections;

  await storeUrl(service, subscriber.desk.workspaceId, endpoint, `http://${receiver.host}:25/hook`);
  await service.advance(6 * minuteMs);

  expect(await subscriber.delivery(endpoint)).toMatchObject({
    status: 'failed',
    attempts: 3,
    last_status_code: 500,
    last_error: 'destination port is not allowed: use 80, 443 or 1024-65535',
  });
  expect(receiver.connections).toBe(connections);
  await receiver.stop();
});

test('an endpoint that leads inside by the time of a retry is not asked, and is once it leads outside again', async () => {
  const { subscriber, receiver, endpoint } = await afterOneAttempt(firstly(1, answers(500), answers(200)));
  const connections = receiver.connections;

  await service.control('PUT', `/dns/${receiver.host}`, { A: ['10.0.0.5'] });
  await service.advance(2 * minuteMs);
  const blocked = await subscriber.delivery(endpoint);
  await service.control('DELETE', `/dns/${receiver.host}`);
  await service.advance(4 * minuteMs);

  const error = 'destination resolves to a non-public address';
  expect(blocked).toMatchObject({ status: 'failed', attempts: 2, last_status_code: 500, last_error: error });
  expect(await subscriber.delivery(endpoint)).toMatchObject({
    status: 'success',
    attempts: 3,
    last_status_code: 200,
    last_error: error,
  });
  expect(receiver.connections).toBe(connections + 1);
  await receiver.stop();
});
