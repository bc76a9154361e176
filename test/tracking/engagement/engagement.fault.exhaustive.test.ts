import { setTimeout as sleep } from 'node:timers/promises';
import { advancePastHolds, TrackedWorkspace } from '../../support/tracked-workspace';
import { clickAt, openAt } from '../../support/engagement';
import { Service } from '../../support/service';
import {
  findCall,
  calls,
  expectRecordedAndPublishedOnce,
  losesMetricsCount,
  injectFaultAt,
  advanceToNextAttempt,
} from '../../support/faults/engagement';

let service: Service;
let workspace: TrackedWorkspace;

beforeAll(async () => {
  service = await Service.start();
  await service.control('PATCH', '/settings', { auto_delivery: false });
});

beforeEach(async () => {
  workspace = await TrackedWorkspace.create(service);
});

afterEach(async () => {
  await service.control('DELETE', '/faults');
  await workspace.stop();
});

afterAll(() => service.stop());

const acts = [openAt(0), clickAt(0)];

test.each(acts)('the worker makes exactly the listed AWS calls for a reported $type', async (act) => {
  const email = await workspace.send();
  const now = await service.now();

  await workspace.reportThroughSes(email, act);
  await advancePastHolds(service);

  const callsMade = (await service.calls(now)).map(
    (row) => `${row.function} ${row.service} ${row.operation}`,
  );
  const workerCalls = callsMade.filter((call) => calls.some(({ worker }) => call.includes(`-${worker} `)));
  const expectedCalls = calls.map(({ worker, awsCall }) => `carrier-nest-local-${worker} ${awsCall}`);
  expect(workerCalls.sort()).toEqual(expectedCalls.sort());
  await expectRecordedAndPublishedOnce(workspace, email, act);
});

const crashPoints = acts.flatMap((act) =>
  calls.flatMap((call) =>
    (['before', 'after'] as const).map((crash) => ({ act, call, crash, name: `${crash} ${call.what}` })),
  ),
);

test.each(crashPoints)(
  'a worker that is killed $name records and publishes the $act.type once after the retry',
  async ({ act, call, crash }) => {
    const email = await workspace.send();
    await injectFaultAt(service, call, { crash, times: 1 });

    await workspace.reportThroughSes(email, act);
    await advancePastHolds(service);
    await advanceToNextAttempt(service);
    await advancePastHolds(service);

    await expectRecordedAndPublishedOnce(workspace, email, act);
    const [metrics] = await workspace.metrics();
    const expectedCount = losesMetricsCount(call, crash, act) ? 0 : 1;
    expect(act.type === 'open' ? metrics?.opened : metrics?.clicked).toBe(expectedCount);
  },
);

test.each(acts.flatMap((act) => calls.map((call) => ({ act, call, name: call.what }))))(
  'a failure at $name delays the $act.type, which is published once',
  async ({ act, call }) => {
    const email = await workspace.send();
    // The SDK does not retry this error.
    await injectFaultAt(service, call, { error: 'ValidationException', times: 1 });

    await workspace.reportThroughSes(email, act);
    await advancePastHolds(service);
    await advanceToNextAttempt(service);
    await advancePastHolds(service);

    await expectRecordedAndPublishedOnce(workspace, email, act);
    const [metrics] = await workspace.metrics();
    const expectedCount = call.what === 'the metrics' ? 0 : 1;
    expect(act.type === 'open' ? metrics?.opened : metrics?.clicked).toBe(expectedCount);
  },
);

test('a delayed classification does not overwrite a newer classification', async () => {
  const email = await workspace.send();
  const [click, otherClick] = [clickAt(0), clickAt(1_000, 'https://acme.example/two')];
  await injectFaultAt(service, findCall('opened_at or clicked_at'), { delay_ms: 9_000, times: 1 });
  await workspace.reportThroughSes(email, click);

  const classification = advancePastHolds(service);
  const now = await service.now();
  while (!(await hasClassified(now))) await sleep(20);
  await workspace.reportDirectly(email, otherClick);
  await classification;
  await advancePastHolds(service);

  expect(await workspace.readEngagement(email)).toEqual({ opened_at: null, clicked_at: null, events: [] });
});

/** Returns whether the function has written its classification. */
const hasClassified = async (since: string): Promise<boolean> =>
  (await service.calls(since)).some(
    (row) => row.function.endsWith('-classifyEngagement') && row.operation === 'UpdateItem',
  );
