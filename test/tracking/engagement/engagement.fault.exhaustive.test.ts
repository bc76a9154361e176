import { setTimeout as sleep } from 'node:timers/promises';
import { holdsOver, TrackedDesk } from '../../support/tracked';
import { clicks, opens } from '../../support/engagement';
import { Service } from '../../support/service';
import {
  callOf,
  calls,
  expectOneTrace,
  losesCount,
  order,
  untilNextTry,
} from '../../support/faults/engagement';

let service: Service;
let desk: TrackedDesk;

beforeAll(async () => {
  service = await Service.start();
  await service.control('PATCH', '/settings', { auto_delivery: false });
});

beforeEach(async () => {
  desk = await TrackedDesk.create(service);
});

afterEach(async () => {
  await service.control('DELETE', '/faults');
  await desk.stop();
});

afterAll(() => service.stop());

const acts = [opens(0), clicks(0)];

test.each(acts)('$type: the table names every AWS call that it makes', async (act) => {
  const email = await desk.sent();
  const now = await service.now();

  await desk.happens(email, act);
  await holdsOver(service);

  const made = (await service.calls(now)).map((row) => `${row.function} ${row.service} ${row.operation}`);
  const ofWorkers = made.filter((call) => calls.some(({ worker }) => call.includes(`-${worker} `)));
  const named = calls.map(({ worker, at }) => `carrier-nest-local-${worker} ${at}`);
  expect(ofWorkers.sort()).toEqual(named.sort());
  await expectOneTrace(desk, email, act);
});

const deaths = acts.flatMap((act) =>
  calls.flatMap((call) =>
    (['before', 'after'] as const).map((crash) => ({ act, call, crash, name: `${crash} ${call.what}` })),
  ),
);

test.each(deaths)(
  '$act.type: a worker killed $name shows it and tells of it once when it comes again',
  async ({ act, call, crash }) => {
    const email = await desk.sent();
    await order(service, call, { crash, times: 1 });

    await desk.happens(email, act);
    await holdsOver(service);
    await untilNextTry(service);
    await holdsOver(service);

    await expectOneTrace(desk, email, act);
    const [metrics] = await desk.metrics();
    const counted = losesCount(call, crash, act) ? 0 : 1;
    expect(act.type === 'open' ? metrics?.opened : metrics?.clicked).toBe(counted);
  },
);

test.each(acts.flatMap((act) => calls.map((call) => ({ act, call, name: call.what }))))(
  '$act.type: a failure at $name delays it, and it is told once',
  async ({ act, call }) => {
    const email = await desk.sent();
    // One that the SDK does not try again.
    await order(service, call, { error: 'ValidationException', times: 1 });

    await desk.happens(email, act);
    await holdsOver(service);
    await untilNextTry(service);
    await holdsOver(service);

    await expectOneTrace(desk, email, act);
    const [metrics] = await desk.metrics();
    const counted = call.what === 'the metrics' ? 0 : 1;
    expect(act.type === 'open' ? metrics?.opened : metrics?.clicked).toBe(counted);
  },
);

test('a judge that is held up writes nothing that another one has taken back', async () => {
  const email = await desk.sent();
  const [click, other] = [clicks(0), clicks(1_000, 'https://acme.example/two')];
  await order(service, callOf('opened_at or clicked_at'), { delay_ms: 9_000, times: 1 });
  await desk.happens(email, click);

  const over = holdsOver(service);
  const now = await service.now();
  while (!(await isPassed(now))) await sleep(20);
  await desk.reported(email, other);
  await over;
  await holdsOver(service);

  expect(await desk.seen(email)).toEqual({ opened_at: null, clicked_at: null, events: [] });
});

/** The judge has passed its verdict. */
const isPassed = async (since: string): Promise<boolean> =>
  (await service.calls(since)).some(
    (row) => row.function.endsWith('-judgeEngagement') && row.operation === 'UpdateItem',
  );
