import { minuteMs, Automations, step } from '../../support/automations/automations';
import { idempotencyLeaseMs } from '../../support/leases';
import type { ApiResponse } from '../../support/service';
import { useService } from '../../support/use-service';
import {
  crashPointsAt,
  withCrash,
  countCallsBy,
  collectOutcomes,
  type CrashPoint,
  type CallCounts,
} from '../../support/faults/crash-points';

const service = useService({ timeTravels: true });

afterEach(() => service.control('DELETE', '/faults'));

const kim = 'kim@example.com';

/** The first step becomes due after all requests were repeated, and the second step after the test has ended. */
const steps = [step('One', { delay_minutes: 5 }), step('Two', { delay_minutes: 600 })];

/** Includes a sweep, which sends the step if the wakeup was lost. */
const firstStepWaitMs = 16 * minuteMs;

type TriggerFunction = 'enroll' | 'recordEvent';

/** An automation, and requests that enroll Kim directly or through an event. */
class EnrollScenario {
  private lastResponse: ApiResponse | undefined;

  private constructor(
    private readonly automations: Automations,
    private readonly id: string,
  ) {}

  static async create(): Promise<EnrollScenario> {
    const automations = await Automations.create(service);
    const trigger = { kind: 'event', event_name: 'signed_up' };
    return new EnrollScenario(automations, await automations.createActive({ trigger, steps }));
  }

  /** Sends the same request under the same Idempotency-Key each time. */
  async sendRequest(functionName: TriggerFunction): Promise<void> {
    const [path, body] =
      functionName === 'enroll'
        ? [`/v1/automations/${this.id}/enroll`, { email: kim }]
        : ['/v1/events', { email: kim, name: 'signed_up' }];
    const headers = { 'Idempotency-Key': 'once' };
    this.lastResponse = await this.automations.workspace.api('POST', path, body, undefined, headers);
  }

  async crash(functionName: TriggerFunction, crashPoint: CrashPoint): Promise<this> {
    await withCrash(service, functionName, crashPoint, () => this.sendRequest(functionName));
    return this;
  }

  /** Returns the last response, the enrollments and the sent emails. */
  async state() {
    const { automations, id, lastResponse } = this;
    const enrollments = await automations.listEnrollments(id);
    return {
      answered: lastResponse,
      enrollments: enrollments.map(({ email, status, current_step }) => ({ email, status, current_step })),
      counts: await automations.getCounts(id),
      mailed: await automations.listMailed(),
    };
  }
}

const enrolledState = {
  enrollments: [{ email: kim, status: 'active', current_step: 1 }],
  counts: { active: 1, completed: 0, canceled: 0, failed: 0 },
  mailed: [`One to ${kim}`],
};

const notEnrolledState = {
  enrollments: [],
  counts: { active: 0, completed: 0, canceled: 0, failed: 0 },
  mailed: [],
};

/** Each function's AWS calls for a request with an Idempotency-Key, and the body of the response. */
const functions: [name: TriggerFunction, callCounts: CallCounts, expectedBody: object][] = [
  [
    'enroll',
    {
      'dynamodb GetItem': 2,
      'dynamodb UpdateItem': 2,
      'dynamodb PutItem': 2,
      'dynamodb BatchGetItem': 1,
      'dynamodb TransactWriteItems': 1,
      'sqs SendMessageBatch': 1,
    },
    { enrolled: true, reason: null, enrollment: { email: kim, status: 'active' } },
  ],
  [
    'recordEvent',
    {
      'dynamodb GetItem': 1,
      'dynamodb UpdateItem': 2,
      'dynamodb PutItem': 2,
      'dynamodb Query': 1,
      'dynamodb BatchGetItem': 2,
      'dynamodb TransactWriteItems': 1,
      'sqs SendMessageBatch': 1,
    },
    { automations_started: 1 },
  ],
];

describe.each(functions)('the function %s', (name, callCounts, expectedBody) => {
  const crashPoints = crashPointsAt(callCounts);
  type State = Awaited<ReturnType<EnrollScenario['state']>>;
  let outcomesWithRetry: ReadonlyMap<string, State>;
  let outcomesWithoutRetry: ReadonlyMap<string, State>;

  beforeAll(async () => {
    const crash = async (crashPoint: CrashPoint) => (await EnrollScenario.create()).crash(name, crashPoint);
    const observe = (scenario: EnrollScenario) => scenario.state();
    outcomesWithRetry = await collectOutcomes(crashPoints, {
      crash,
      advance: async (scenarios) => {
        await service.advance(idempotencyLeaseMs);
        for (const scenario of scenarios) await scenario.sendRequest(name);
        await service.advance(firstStepWaitMs);
      },
      observe,
    });
    outcomesWithoutRetry = await collectOutcomes(crashPoints, {
      crash,
      advance: () => service.advance(firstStepWaitMs),
      observe,
    });
  });

  test('makes exactly the listed AWS calls', async () => {
    const scenario = await EnrollScenario.create();

    expect(await countCallsBy(service, name, () => scenario.sendRequest(name))).toEqual(callCounts);
  });

  test.each(crashPoints)(
    'enrolls once and sends the step once if it is killed $name and retried',
    (crashPoint) => {
      expect(outcomesWithRetry.get(crashPoint.name)).toMatchObject({
        answered: { status: 200, body: expectedBody },
        ...enrolledState,
      });
    },
  );

  test.each(crashPoints)(
    'enrolls once or not at all if it is killed $name and never retried',
    (crashPoint) => {
      const { answered, ...state } = outcomesWithoutRetry.get(crashPoint.name) ?? {};

      expect(answered).toMatchObject({ status: 500 });
      expect([enrolledState, notEnrolledState]).toContainEqual(state);
    },
  );
});

describe('a contact who is enrolled while they unsubscribe', () => {
  const addresses = Array.from({ length: 20 }, (_, index) => `person-${index}@example.com`);

  test('is not enrolled or has their enrollment canceled before the first step, and receives no email', async () => {
    const automations = await Automations.create(service);
    const id = await automations.createActive({ steps });

    await Promise.all(
      addresses.flatMap((email) => [
        automations.workspace.unsubscribe(email),
        automations.tryToEnroll(id, email),
      ]),
    );
    await automations.advanceAndSettle(firstStepWaitMs);

    const enrollments = await automations.listEnrollments(id);
    const endings = enrollments.map(({ status, cancel_reason }) => ({ status, cancel_reason }));
    expect(endings).toEqual(endings.map(() => ({ status: 'canceled', cancel_reason: 'unsubscribed' })));
    expect(await automations.getCounts(id)).toEqual({
      active: 0,
      completed: 0,
      canceled: enrollments.length,
      failed: 0,
    });
    expect(await automations.listMailed()).toEqual([]);
  });
});
