import { minuteMs } from '../../support/automations/automations';
import { idempotencyLeaseMs } from '../../support/leases';
import { Service } from '../../support/service';
import { ServiceTable } from '../../support/table';
import {
  crashPointsAt,
  withCrash,
  countCallsBy,
  collectOutcomes,
  type CrashPoint,
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

/** Long enough for the step to become due after a lost wakeup and for SQS to retry killed workers. */
const completionWaitMs = 30 * minuteMs;

const canceledState = (cancel_reason: string, count: number) => ({
  enrollments: Array.from({ length: count }, () => ({ status: 'canceled', cancel_reason })),
  counts: Array.from({ length: count }, () => ({ ...zeroCounts, canceled: 1 })),
  mailed: [],
});

interface Scenario {
  worker: string;
  callCounts: CallCounts;
  create: () => Promise<EnrollmentScenario>;
  act: (scenario: EnrollmentScenario) => Promise<void>;
  /** Whether the client must repeat the request. SQS redelivers queue messages instead. */
  isRepeated: boolean;
  observe: (scenario: EnrollmentScenario) => Promise<unknown>;
  expected: unknown;
}

const statusCallCounts = {
  'dynamodb GetItem': 2,
  'dynamodb UpdateItem': 3,
  'dynamodb PutItem': 1,
  'dynamodb Query': 1,
};

const scenarios: [description: string, scenario: Scenario][] = [
  [
    'an unsubscribe by a contact in three automations ends all three enrollments',
    {
      worker: 'createSuppression',
      callCounts: {
        'dynamodb GetItem': 1,
        'dynamodb UpdateItem': 3,
        'dynamodb PutItem': 1,
        'dynamodb Query': 2,
        'dynamodb TransactWriteItems': 3,
      },
      create: () => EnrollmentScenario.create(service, 3),
      act: (scenario) => scenario.unsubscribe(),
      isRepeated: true,
      observe: (scenario) => scenario.state(),
      expected: canceledState('unsubscribed', 3),
    },
  ],
  [
    'a reply by a contact in two automations ends both enrollments',
    {
      worker: 'receiveMail',
      callCounts: {
        'dynamodb Query': 3,
        'dynamodb BatchGetItem': 2,
        's3 GetObject': 1,
        'dynamodb GetItem': 2,
        'dynamodb PutItem': 1,
        'dynamodb TransactWriteItems': 3,
      },
      create: () => EnrollmentScenario.create(service, 2),
      act: (scenario) => scenario.reply(),
      isRepeated: false,
      observe: (scenario) => scenario.state(),
      expected: canceledState('replied', 2),
    },
  ],
  [
    'a pause stops all mail',
    {
      worker: 'setAutomationStatus',
      callCounts: statusCallCounts,
      create: () => EnrollmentScenario.create(service),
      act: (scenario) => scenario.setStatus('paused'),
      isRepeated: true,
      observe: (scenario) => scenario.state(),
      expected: {
        enrollments: [{ status: 'active', cancel_reason: null }],
        counts: [{ ...zeroCounts, active: 1 }],
        mailed: [],
      },
    },
  ],
  [
    'a deletion stops all mail and leaves no records',
    {
      worker: 'deleteAutomation',
      callCounts: {
        'dynamodb GetItem': 2,
        'dynamodb UpdateItem': 1,
        'dynamodb TransactWriteItems': 1,
        'sqs SendMessageBatch': 2,
        'dynamodb Query': 1,
      },
      create: () => EnrollmentScenario.create(service),
      act: (scenario) => scenario.deleteAutomation(),
      isRepeated: true,
      observe: async (scenario) => ({
        mailed: await scenario.automations.listMailed(),
        remains: await scenario.listRemainingRecords(table),
        answered: [200, 404].includes(scenario.lastStatus),
      }),
      expected: { mailed: [], remains: [], answered: true },
    },
  ],
  [
    'the purge after a deletion stops all mail and leaves no records',
    {
      worker: 'runBackgroundJob',
      callCounts: {
        'dynamodb GetItem': 1,
        'dynamodb Query': 9,
        'dynamodb BatchGetItem': 1,
        'dynamodb BatchWriteItem': 3,
        'dynamodb UpdateItem': 1,
        'sqs SendMessageBatch': 1,
      },
      create: async () => {
        const scenario = await EnrollmentScenario.create(service);
        await service.settle();
        return scenario;
      },
      act: async (scenario) => {
        await scenario.deleteAutomation();
        await service.settle();
      },
      isRepeated: false,
      observe: async (scenario) => ({
        mailed: await scenario.automations.listMailed(),
        remains: await scenario.listRemainingRecords(table),
      }),
      expected: { mailed: [], remains: [] },
    },
  ],
];

describe.each(scenarios)(
  '%s',
  (_what, { worker, callCounts, create, act, isRepeated, observe, expected }) => {
    const crashPoints = crashPointsAt(callCounts);
    let outcomes: ReadonlyMap<string, unknown>;

    beforeAll(async () => {
      outcomes = await collectOutcomes(crashPoints, {
        crash: async (crashPoint: CrashPoint) => {
          const scenario = await create();
          await withCrash(service, worker, crashPoint, () => act(scenario));
          return scenario;
        },
        advance: async (scenes) => {
          if (isRepeated) {
            await service.advance(idempotencyLeaseMs);
            for (const scenario of scenes) await act(scenario);
          }
          await service.advance(completionWaitMs);
        },
        observe,
      });
    });

    test('makes exactly the listed AWS calls', async () => {
      const scenario = await create();

      expect(await countCallsBy(service, worker, () => act(scenario))).toEqual(callCounts);
    });

    test.each(crashPoints)('even if the function is killed $name', ({ name }) => {
      expect(outcomes.get(name)).toEqual(expected);
    });
  },
);

test('a reply that is processed twice does not end a newer enrollment', async () => {
  const scenario = await EnrollmentScenario.create(service);
  const { automations, id } = scenario;
  const lastQuery: CrashPoint = { name: 'at its end', at: 'dynamodb Query', skip: 2, crash: 'after' };
  await withCrash(service, 'receiveMail', lastQuery, () => scenario.reply());
  const { status } = await automations.getEnrollment(id, kim);
  await automations.enroll(id, kim);

  // SQS redelivers the notification after its visibility timeout.
  await automations.advanceAndSettle(7 * minuteMs);

  expect(status).toBe('canceled');
  expect(await automations.getEnrollment(id, kim)).toMatchObject({ status: 'active' });
  expect(await automations.getCounts(id)).toEqual({ ...zeroCounts, active: 1, canceled: 1 });
});
