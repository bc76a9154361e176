import { minuteMs } from '../../support/automations/automations';
import { idempotencyLeaseMs } from '../../support/leases';
import { Service } from '../../support/service';
import { ServiceTable } from '../../support/table';
import {
  crashPointsAt,
  withCrash,
  countCallsBy,
  collectOutcomes,
  type CallCounts,
} from '../../support/faults/crash-points';
import { EnrollmentScenario, zeroCounts } from '../../support/faults/enrollment-scenario';
import { kim } from '../../support/faults/step-scenario';

/** These tests kill workers, which affects all workspaces, so this file has its own runtime. */
let service: Service;
let table: ServiceTable;

beforeAll(async () => {
  service = await Service.start();
  table = await ServiceTable.open(service);
});

afterEach(() => service.control('DELETE', '/faults'));

afterAll(async () => {
  table.close();
  await service.stop();
});

/** Long enough for SQS to retry killed workers and for all work to finish. */
const completionWaitMs = 30 * minuteMs;

/** Longer than the minute after which the background job of an activation runs, so that only the step is due. */
const backgroundJobWaitMs = 3 * minuteMs;

/** Long enough for SQS to redeliver the killed worker's message before the next scenario starts. */
const redeliveryWaitMs = 10 * minuteMs;

const completedState = {
  enrollments: [{ status: 'completed', cancel_reason: null }],
  counts: [{ ...zeroCounts, completed: 1 }],
  mailed: [`One to ${kim}`],
};

/** Creates an automation and pauses the automation before its step is due. */
async function createPaused(): Promise<EnrollmentScenario> {
  const scenario = await EnrollmentScenario.create(service, 1, 5);
  await scenario.setStatus('paused');
  return scenario;
}

describe('the worker that receives a due step of a paused automation', () => {
  const callCounts: CallCounts = { 'dynamodb GetItem': 3, 'dynamodb UpdateItem': 1 };
  const crashPoints = crashPointsAt(callCounts);
  let outcomes: ReadonlyMap<string, unknown>;

  const advanceUntilDue = () => service.advance(6 * minuteMs);

  beforeAll(async () => {
    outcomes = await collectOutcomes(crashPoints, {
      crash: async (crashPoint) => {
        const scenario = await createPaused();
        await withCrash(service, 'sendSteps', crashPoint, advanceUntilDue);
        await service.advance(redeliveryWaitMs);
        return scenario;
      },
      advance: async (scenarios) => {
        for (const scenario of scenarios) await scenario.setStatus('active');
        await service.advance(completionWaitMs);
      },
      observe: (scenario) => scenario.state(),
    });
  });

  test('makes exactly the listed AWS calls', async () => {
    await createPaused();

    expect(await countCallsBy(service, 'sendSteps', advanceUntilDue)).toEqual(callCounts);
  });

  test.each(crashPoints)(
    'does not prevent or repeat the step after reactivation if it is killed $name',
    ({ name }) => {
      expect(outcomes.get(name)).toEqual(completedState);
    },
  );
});

/** Each function's AWS calls when an automation with one overdue step becomes active. */
const resumingFunctions: [worker: string, callCounts: CallCounts][] = [
  [
    'setAutomationStatus',
    {
      'dynamodb GetItem': 3,
      'dynamodb UpdateItem': 4,
      'dynamodb PutItem': 1,
      'dynamodb Query': 1,
      'sqs SendMessageBatch': 2,
    },
  ],
  [
    'runBackgroundJob',
    {
      'dynamodb GetItem': 1,
      'dynamodb Query': 1,
      'dynamodb UpdateItem': 1,
      'sqs SendMessageBatch': 1,
    },
  ],
];

describe.each(resumingFunctions)(
  'when an automation is reactivated, the function %s',
  (worker, callCounts) => {
    const crashPoints = crashPointsAt(callCounts);
    const pausedScenarios: EnrollmentScenario[] = [];
    let outcomes: ReadonlyMap<string, unknown>;

    const takePaused = (): EnrollmentScenario => {
      const scenario = pausedScenarios.pop();
      if (!scenario) throw new Error('No paused scenario is left');
      return scenario;
    };

    async function resume(scenario: EnrollmentScenario): Promise<void> {
      await scenario.setStatus('active');
      await service.settle();
    }

    beforeAll(async () => {
      for (let count = 0; count <= crashPoints.length; count++) pausedScenarios.push(await createPaused());
      await service.advance(redeliveryWaitMs);
      outcomes = await collectOutcomes(crashPoints, {
        crash: async (crashPoint) => {
          const scenario = takePaused();
          await withCrash(service, worker, crashPoint, () => resume(scenario));
          return scenario;
        },
        advance: async (scenarios) => {
          await service.advance(idempotencyLeaseMs);
          for (const scenario of scenarios) await scenario.setStatus('active');
          await service.advance(completionWaitMs);
        },
        observe: (scenario) => scenario.state(),
      });
    });

    test('makes exactly the listed AWS calls', async () => {
      const scenario = takePaused();

      expect(await countCallsBy(service, worker, () => resume(scenario))).toEqual(callCounts);
    });

    test.each(crashPoints)('sends the overdue step once if it is killed $name', ({ name }) => {
      expect(outcomes.get(name)).toEqual(completedState);
    });
  },
);

describe('the final purge of a deleted automation', () => {
  /**
   * The calls of the final run. Earlier runs may only query the records, because the job may run shortly before its time.
   */
  const callCounts: CallCounts = { 'dynamodb BatchWriteItem': 2, 'dynamodb DeleteItem': 1 };
  const crashPoints = crashPointsAt(callCounts);
  let outcomes: ReadonlyMap<string, unknown>;

  async function createDeleted(): Promise<EnrollmentScenario> {
    const scenario = await EnrollmentScenario.create(service);
    await service.advance(backgroundJobWaitMs);
    await scenario.deleteAutomation();
    await service.settle();
    return scenario;
  }

  const advanceToBackgroundJob = () => service.advance(backgroundJobWaitMs);

  beforeAll(async () => {
    outcomes = await collectOutcomes(crashPoints, {
      crash: async (crashPoint) => {
        const scenario = await createDeleted();
        await withCrash(service, 'runBackgroundJob', crashPoint, advanceToBackgroundJob);
        await service.advance(redeliveryWaitMs);
        return scenario;
      },
      advance: () => service.settle(),
      observe: (scenario) => scenario.listRemainingRecords(table),
    });
  });

  test('deletes the remaining records with the listed AWS calls', async () => {
    const scenario = await createDeleted();

    expect(await countCallsBy(service, 'runBackgroundJob', advanceToBackgroundJob)).toMatchObject(callCounts);
    expect(await scenario.listRemainingRecords(table)).toEqual([]);
  });

  test.each(crashPoints)('leaves no records if it is killed $name', ({ name }) => {
    expect(outcomes.get(name)).toEqual([]);
  });
});
