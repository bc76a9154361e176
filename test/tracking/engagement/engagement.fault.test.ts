import { holdsOver, TrackedDesk } from '../../support/tracked';
import { clicks, opens, timeOf } from '../../support/engagement';
import { callOf, expectOneTrace, losesCount, order, untilNextTry } from '../../support/faults/engagement';
import { theService } from '../../support/the-service';

/** The core of what engagement.exhaustive.test.ts does at every call. */
const service = theService();
let desk: TrackedDesk;

beforeAll(async () => {
  await service.control('PATCH', '/settings', { auto_delivery: false });
});

beforeEach(async () => {
  desk = await TrackedDesk.create(service);
});

afterEach(async () => {
  await service.control('DELETE', '/faults');
  await desk.stop();
});

/** What was being done comes again, and what it holds is judged. */
async function everythingOver(): Promise<void> {
  await holdsOver(service);
  await untilNextTry(service);
  await holdsOver(service);
}

test.each([
  { act: opens(0), crash: 'after', what: 'the report' },
  { act: clicks(0), crash: 'after', what: 'the wait for the judge' },
  { act: clicks(0), crash: 'after', what: 'the verdict' },
  { act: opens(0), crash: 'after', what: 'opened_at or clicked_at' },
  { act: clicks(0), crash: 'after', what: 'the delivery' },
  { act: opens(0), crash: 'before', what: 'that it was told' },
  { act: clicks(0), crash: 'after', what: 'the metrics' },
] as const)(
  '$act.type: a worker killed $crash $what shows it and tells of it once when it comes again',
  async ({ act, crash, what }) => {
    const email = await desk.sent();
    await order(service, callOf(what), { crash, times: 1 });

    await desk.happens(email, act);
    await everythingOver();

    await expectOneTrace(desk, email, act);
    const [metrics] = await desk.metrics();
    const counted = losesCount(callOf(what), crash, act) ? 0 : 1;
    expect(act.type === 'open' ? metrics?.opened : metrics?.clicked).toBe(counted);
  },
);

test.each(['opened_at or clicked_at', 'the delivery'])(
  'an earlier open that comes while the one before it is not told yet is not told too: a death after %s',
  async (what) => {
    const email = await desk.sent();
    await order(service, callOf(what), { crash: 'after', times: 1 });

    await desk.happens(email, opens(0));
    await holdsOver(service);
    await desk.happens(email, opens(-60_000));
    await everythingOver();

    expect((await desk.seen(email)).opened_at).toBe(timeOf(email, opens(-60_000)));
    expect([...desk.told().values()].map(({ occurred_at }) => occurred_at)).toEqual([
      timeOf(email, opens(0)),
    ]);
    expect(await desk.owedAt()).toHaveLength(1);
  },
);

test("an open that proves to be a scanner's before it was told gives way to the next one", async () => {
  const email = await desk.sent();
  await order(service, callOf('opened_at or clicked_at'), { crash: 'after', times: 1 });
  await desk.happens(email, opens(0));
  await holdsOver(service);

  await desk.happens(email, clicks(0), clicks(1, 'https://acme.example/two'), opens(60_000));
  await everythingOver();

  await expectOneTrace(desk, email, opens(60_000));
});

test("a click that was never counted, and proves to be a scanner's, leaves no count below zero", async () => {
  const email = await desk.sent();
  await order(service, callOf('the verdict'), { crash: 'after', times: 1 });
  await desk.happens(email, clicks(0));
  await everythingOver();

  await desk.happens(email, clicks(1_000, 'https://acme.example/two'));
  await holdsOver(service);

  expect(await desk.seen(email)).toEqual({ opened_at: null, clicked_at: null, events: [] });
  expect(await desk.metrics()).toEqual([{ opened: 0, clicked: 0 }]);
});

test('a read that fails for one message holds up no other of its batch', async () => {
  const [unlucky, lucky] = [await desk.sent(), await desk.sent()];
  await order(service, callOf('all that was reported'), { error: 'ValidationException', times: 1 });

  await Promise.all([unlucky, lucky].map((email) => desk.happens(email, clicks(0))));
  await holdsOver(service);
  const shown = await Promise.all([unlucky, lucky].map(async (email) => (await desk.seen(email)).clicked_at));
  await untilNextTry(service);

  expect(shown.filter((clickedAt) => clickedAt !== null)).toHaveLength(1);
  for (const email of [unlucky, lucky])
    expect((await desk.seen(email)).clicked_at).toBe(timeOf(email, clicks(0)));
});
