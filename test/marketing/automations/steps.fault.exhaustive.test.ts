import { minuteMs, step } from '../../support/automations/automations';
import { Service } from '../../support/service';
import {
  crashPointsAt,
  withCrash,
  countCallsBy,
  collectOutcomes,
  type CrashPoint,
  type CallCounts,
} from '../../support/faults/crash-points';
import { kim, StepScenario, completionWaitMs } from '../../support/faults/step-scenario';
import {
  everyCallOf,
  withFault,
  isAppliedError,
  faultsAt,
  type InjectedFault,
} from '../../support/faults/injected-faults';

/** These tests kill workers, which affects all workspaces, so this file has its own runtime. */
let service: Service;

beforeAll(async () => {
  service = await Service.start();
});

afterEach(() => service.control('DELETE', '/faults'));

afterAll(() => service.stop());

/** Long enough for the sweep that retries an unknown outcome after ten minutes. */
const retryWaitMs = 25 * minuteMs;

/**
 * A delay that ends after all crashes. A function instance schedules only one wakeup per minute, so each scenario uses
 * a different minute.
 */
let secondStepDelayMinutes = 600;
const secondStepWaitMs = 16 * 60 * minuteMs;
const twoSteps = () => [step('One'), step('Two', { delay_minutes: (secondStepDelayMinutes += 1) })];

const zeroCounts = { active: 0, completed: 0, canceled: 0, failed: 0 };

const firstStepSent = {
  mailed: [`One to ${kim}`],
  sentStatuses: ['delivered'],
  enrollment: { status: 'active', current_step: 1, attempts: 0, last_error: null },
  counts: { ...zeroCounts, active: 1 },
};

const bothStepsSent = {
  mailed: [`One to ${kim}`, `Two to ${kim}`],
  sentStatuses: ['delivered', 'delivered'],
  enrollment: { status: 'completed', current_step: 2, last_error: null },
  counts: { ...zeroCounts, completed: 1 },
};

const onlyStepSent = {
  mailed: [`One to ${kim}`],
  sentStatuses: ['delivered'],
  enrollment: { status: 'completed', current_step: 1, last_error: null },
  counts: { ...zeroCounts, completed: 1 },
};

type States = Awaited<ReturnType<StepScenario['state']>>[];

async function advanceAndRecord(ms: number, scenarios: readonly StepScenario[]): Promise<void> {
  await service.advance(ms);
  for (const scenario of scenarios) await scenario.recordState();
}

const recordedStates = ({ recordedStates: states }: StepScenario) => Promise.resolve(states);

const expectNoPendingEmail = (states: States | undefined): void =>
  expect(
    states?.flatMap(({ unsentStatuses }) => unsentStatuses).filter((status) => status !== 'failed'),
  ).toEqual([]);

/** The worker's AWS calls for each kind of step, and the recorded states. */
const stepCases: [description: string, steps: () => unknown, callCounts: CallCounts, expected: unknown[]][] =
  [
    [
      'a step before the last',
      twoSteps,
      {
        'dynamodb GetItem': 3,
        'dynamodb BatchGetItem': 1,
        'dynamodb UpdateItem': 5,
        'dynamodb BatchWriteItem': 1,
        'sesv2 SendEmail': 1,
        'scheduler CreateSchedule': 1,
      },
      [firstStepSent, bothStepsSent],
    ],
    [
      'the last step',
      () => [step('One')],
      {
        'dynamodb GetItem': 3,
        'dynamodb BatchGetItem': 1,
        'dynamodb UpdateItem': 4,
        'dynamodb BatchWriteItem': 1,
        'dynamodb TransactWriteItems': 1,
        'sesv2 SendEmail': 1,
      },
      [onlyStepSent, onlyStepSent],
    ],
  ];

describe.each(stepCases)('the worker that sends %s', (_description, steps, callCounts, expected) => {
  const crashPoints = crashPointsAt(callCounts);
  const appliedErrors = faultsAt(everyCallOf(callCounts)).filter(isAppliedError);
  let outcomes: ReadonlyMap<string, States>;

  beforeAll(async () => {
    const create = () => StepScenario.create(service, { steps: steps() });
    const crash = async (crashPoint: CrashPoint) => {
      const scenario = await create();
      await withCrash(service, 'sendSteps', crashPoint, () => scenario.enroll(completionWaitMs));
      return scenario;
    };
    const failWith = async (fault: InjectedFault) => {
      const scenario = await create();
      await withFault(service, 'sendSteps', fault, () => scenario.enroll(completionWaitMs));
      return scenario;
    };
    const advance = async (scenarios: readonly StepScenario[]) => {
      await advanceAndRecord(retryWaitMs, scenarios);
      await advanceAndRecord(secondStepWaitMs, scenarios);
    };
    outcomes = new Map([
      ...(await collectOutcomes(crashPoints, { crash, advance, observe: recordedStates })),
      ...(await collectOutcomes(appliedErrors, { crash: failWith, advance, observe: recordedStates })),
    ]);
  });

  test('makes exactly the listed AWS calls', async () => {
    const scenario = await StepScenario.create(service, { steps: steps() });

    expect(await countCallsBy(service, 'sendSteps', () => scenario.enroll(completionWaitMs))).toEqual(
      callCounts,
    );
  });

  test.each(crashPoints)('sends each step once if it is killed $name', ({ name }) => {
    const states = outcomes.get(name);

    expect(states).toMatchObject(expected);
    expectNoPendingEmail(states);
  });

  // AT-39
  test.each(appliedErrors)('sends each step once if it is $name', ({ name }) => {
    const states = outcomes.get(name);

    expect(states).toMatchObject(expected);
    expectNoPendingEmail(states);
  });
});

/**
 * A drain's AWS calls when one step is due. The drain queries the shards of every lane, and then queries again the
 * shards of the lane that had work.
 */
const drainCallCounts: CallCounts = {
  'dynamodb Query': 18,
  'dynamodb UpdateItem': 4,
  'sesv2 GetAccount': 1,
  'sqs SendMessageBatch': 1,
};

/**
 * The crash points of all calls except most queries: only the first query of the steps' lane and the first and last
 * query of the second round are included.
 */
const drainCrashPoints = crashPointsAt(drainCallCounts).filter(
  ({ at: awsCall, skip }) => awsCall !== 'dynamodb Query' || [8, 14, 17].includes(skip),
);

describe('the drain that enqueues a step', () => {
  let outcomes: ReadonlyMap<string, States>;
  const scenarios: StepScenario[] = [];

  /** Waits for the background job of an activation, which runs a minute later, so that only steps are due. */
  beforeAll(async () => {
    for (let callCounts = 0; callCounts <= drainCrashPoints.length; callCounts++)
      scenarios.push(await StepScenario.create(service, { steps: twoSteps() }));
    await service.advance(3 * minuteMs);
  });

  const takeScenario = async (): Promise<StepScenario> => {
    const scenario = scenarios.pop();
    if (!scenario) throw new Error('No scenario is left');
    await service.control('POST', '/restart');
    return scenario;
  };

  test('makes only the listed AWS calls', async () => {
    const scenario = await takeScenario();

    const callCounts = await countCallsBy(service, 'drainDueWork', () => scenario.enroll(completionWaitMs));

    expect(Object.keys(callCounts).sort()).toEqual(Object.keys(drainCallCounts).sort());
  });

  describe('if it is killed', () => {
    beforeAll(async () => {
      const crash = async (crashPoint: CrashPoint) => {
        const scenario = await takeScenario();
        await withCrash(service, 'drainDueWork', crashPoint, () => scenario.enroll(completionWaitMs));
        // SQS redelivers the killed drain's message before the next scenario starts.
        await advanceAndRecord(10 * minuteMs, [scenario]);
        return scenario;
      };
      const advance = (crashedScenarios: readonly StepScenario[]) =>
        advanceAndRecord(secondStepWaitMs, crashedScenarios);
      outcomes = await collectOutcomes(drainCrashPoints, { crash, advance, observe: recordedStates });
    });

    test.each(drainCrashPoints)('$name, enqueues a step that is sent once', ({ name }) => {
      const states = outcomes.get(name);

      expect(states).toMatchObject([firstStepSent, bothStepsSent]);
      expectNoPendingEmail(states);
    });
  });
});
