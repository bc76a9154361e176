import { advancePastHolds, TrackedWorkspace } from '../../support/tracked-workspace';
import { clickAt, openAt, timeOf } from '../../support/engagement';
import {
  findCall,
  expectRecordedAndPublishedOnce,
  losesMetricsCount,
  injectFaultAt,
  advanceToNextAttempt,
} from '../../support/faults/engagement';
import { useService } from '../../support/use-service';

/** The most important cases of engagement.fault.exhaustive.test.ts, which injects faults at every call. */
const service = useService();
let workspace: TrackedWorkspace;

beforeAll(async () => {
  await service.control('PATCH', '/settings', { auto_delivery: false });
});

beforeEach(async () => {
  workspace = await TrackedWorkspace.create(service);
});

afterEach(async () => {
  await service.control('DELETE', '/faults');
  await workspace.stop();
});

/** Waits until the interrupted work is retried and the interactions are classified. */
async function advanceUntilClassified(): Promise<void> {
  await advancePastHolds(service);
  await advanceToNextAttempt(service);
  await advancePastHolds(service);
}

test.each([
  { act: openAt(0), crash: 'after', what: 'the report' },
  { act: clickAt(0), crash: 'after', what: 'the delayed classification message' },
  { act: clickAt(0), crash: 'after', what: 'the classification' },
  { act: openAt(0), crash: 'after', what: 'opened_at or clicked_at' },
  { act: clickAt(0), crash: 'after', what: 'the delivery' },
  { act: openAt(0), crash: 'before', what: 'the published mark' },
  { act: clickAt(0), crash: 'after', what: 'the metrics' },
] as const)(
  'a worker that is killed $crash $what records and publishes the $act.type once after the retry',
  async ({ act, crash, what }) => {
    const email = await workspace.send();
    await injectFaultAt(service, findCall(what), { crash, times: 1 });

    await workspace.reportThroughSes(email, act);
    await advanceUntilClassified();

    await expectRecordedAndPublishedOnce(workspace, email, act);
    const [metrics] = await workspace.metrics();
    const expectedCount = losesMetricsCount(findCall(what), crash, act) ? 0 : 1;
    expect(act.type === 'open' ? metrics?.opened : metrics?.clicked).toBe(expectedCount);
  },
);

test.each(['opened_at or clicked_at', 'the delivery'] as const)(
  'only one open is published if an earlier open arrives after the worker crashed after %s',
  async (what) => {
    const email = await workspace.send();
    await injectFaultAt(service, findCall(what), { crash: 'after', times: 1 });

    await workspace.reportThroughSes(email, openAt(0));
    await advancePastHolds(service);
    await workspace.reportThroughSes(email, openAt(-60_000));
    await advanceUntilClassified();

    expect((await workspace.readEngagement(email)).opened_at).toBe(timeOf(email, openAt(-60_000)));
    expect([...workspace.publishedEvents().values()].map(({ occurred_at }) => occurred_at)).toEqual([
      timeOf(email, openAt(0)),
    ]);
    expect(await workspace.deliveryTimes()).toHaveLength(1);
  },
);

test("the next open is published instead of an unpublished open that proves to be a scanner's", async () => {
  const email = await workspace.send();
  await injectFaultAt(service, findCall('opened_at or clicked_at'), { crash: 'after', times: 1 });
  await workspace.reportThroughSes(email, openAt(0));
  await advancePastHolds(service);

  await workspace.reportThroughSes(email, clickAt(0), clickAt(1, 'https://acme.example/two'), openAt(60_000));
  await advanceUntilClassified();

  await expectRecordedAndPublishedOnce(workspace, email, openAt(60_000));
});

test("an uncounted click that proves to be a scanner's does not make a count negative", async () => {
  const email = await workspace.send();
  await injectFaultAt(service, findCall('the classification'), { crash: 'after', times: 1 });
  await workspace.reportThroughSes(email, clickAt(0));
  await advanceUntilClassified();

  await workspace.reportThroughSes(email, clickAt(1_000, 'https://acme.example/two'));
  await advancePastHolds(service);

  expect(await workspace.readEngagement(email)).toEqual({ opened_at: null, clicked_at: null, events: [] });
  expect(await workspace.metrics()).toEqual([{ opened: 0, clicked: 0 }]);
});

test('a failed read for one message does not delay other messages of the batch', async () => {
  const [delayedEmail, otherEmail] = [await workspace.send(), await workspace.send()];
  await injectFaultAt(service, findCall('the reported events'), { error: 'ValidationException', times: 1 });

  await Promise.all([delayedEmail, otherEmail].map((email) => workspace.reportThroughSes(email, clickAt(0))));
  await advancePastHolds(service);
  const clickTimes = await Promise.all(
    [delayedEmail, otherEmail].map(async (email) => (await workspace.readEngagement(email)).clicked_at),
  );
  await advanceToNextAttempt(service);

  expect(clickTimes.filter((clickedAt) => clickedAt !== null)).toHaveLength(1);
  for (const email of [delayedEmail, otherEmail])
    expect((await workspace.readEngagement(email)).clicked_at).toBe(timeOf(email, clickAt(0)));
});
