import { minuteMs, Automations, step } from '../../support/automations/automations';
import { idempotencyLeaseMs } from '../../support/leases';
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

/** Long enough for a pending trigger, which is due after ten minutes and runs at a sweep within five more. */
const startWaitMs = 16 * minuteMs;

interface TriggerCase {
  worker: string;
  trigger: (audienceId: string) => object;
  request: (
    automations: Automations,
    audienceId: string,
    addresses: readonly string[],
  ) => Promise<[string, unknown]>;
  /** Returns the API path of the list of contacts that joined the audience or gained the tag. */
  listPath: (audienceId: string) => string;
  kim: readonly string[];
  lee: readonly string[];
  /** The request's AWS calls. */
  callCounts: CallCounts;
}

const joiningCase = {
  worker: 'addMembers',
  trigger: (audience_id: string) => ({ kind: 'contact_added', audience_id }),
  listPath: (audienceId: string) => `/v1/audiences/${audienceId}/contacts`,
};

const triggerCases: [description: string, triggerCase: TriggerCase][] = [
  [
    'adding a contact to an audience',
    {
      ...joiningCase,
      request: (_automations, audienceId, [email]) =>
        Promise.resolve([`/v1/audiences/${audienceId}/contacts`, { email }]),
      kim: ['kim@example.com'],
      lee: ['lee@example.com'],
      callCounts: {
        'dynamodb GetItem': 1,
        'dynamodb UpdateItem': 5,
        'dynamodb PutItem': 5,
        'dynamodb Query': 4,
        'dynamodb BatchGetItem': 3,
        'dynamodb TransactWriteItems': 1,
        'sqs SendMessageBatch': 1,
      },
    },
  ],
  [
    'an import that starts automations',
    {
      ...joiningCase,
      request: (_automations, audienceId, addresses) =>
        Promise.resolve([
          `/v1/audiences/${audienceId}/contacts?trigger_automations=true`,
          addresses.map((email) => ({ email })),
        ]),
      kim: ['kim@example.com', 'kay@example.com'],
      lee: ['lee@example.com', 'lou@example.com'],
      callCounts: {
        'dynamodb GetItem': 1,
        'dynamodb UpdateItem': 6,
        'dynamodb PutItem': 3,
        'dynamodb Query': 4,
        'dynamodb BatchGetItem': 7,
        'dynamodb BatchWriteItem': 1,
        'dynamodb TransactWriteItems': 3,
        'sqs SendMessageBatch': 2,
      },
    },
  ],
  [
    'tagging a contact',
    {
      worker: 'changeTags',
      trigger: () => ({ kind: 'tag_added', tag: 'vip' }),
      listPath: () => '/v1/contacts?tag=vip',
      request: async (automations, audienceId, [email = '']) => {
        const { id } = await automations.addToAudience(audienceId, email);
        return [`/v1/contacts/${id}/tags`, { add: ['vip'] }];
      },
      kim: ['kim@example.com'],
      lee: ['lee@example.com'],
      callCounts: {
        'dynamodb GetItem': 2,
        'dynamodb UpdateItem': 5,
        'dynamodb PutItem': 2,
        'dynamodb Query': 3,
        'dynamodb BatchGetItem': 3,
        'dynamodb TransactWriteItems': 1,
        'sqs SendMessageBatch': 1,
      },
    },
  ],
];

/** An audience, and an automation that is triggered by changes to the audience. */
class TriggerScenario {
  private readonly requests = new Map<readonly string[], [string, unknown]>();
  private lastStatus = 0;

  private constructor(
    private readonly triggerCase: TriggerCase,
    private readonly automations: Automations,
    private readonly audienceId: string,
    private readonly id: string,
  ) {}

  static async create(triggerCase: TriggerCase): Promise<TriggerScenario> {
    const automations = await Automations.create(service);
    const audienceId = await automations.createAudience();
    const id = await automations.createActive({ trigger: triggerCase.trigger(audienceId), steps: [step()] });
    const scenario = new TriggerScenario(triggerCase, automations, audienceId, id);
    for (const addresses of [triggerCase.kim, triggerCase.lee])
      scenario.requests.set(addresses, await triggerCase.request(automations, audienceId, addresses));
    return scenario;
  }

  /** Sends the same request under the same Idempotency-Key each time. */
  async sendRequestFor(addresses: readonly string[]): Promise<void> {
    const [path, body] = this.requests.get(addresses) ?? ['', undefined];
    const headers = { 'Idempotency-Key': addresses.join() };
    this.lastStatus = (await this.automations.workspace.api('POST', path, body, undefined, headers)).status;
  }

  async crash(crashPoint: CrashPoint): Promise<this> {
    const { worker, kim, lee } = this.triggerCase;
    for (const addresses of [kim, lee])
      await withCrash(service, worker, crashPoint, () => this.sendRequestFor(addresses));
    return this;
  }

  /** Returns which of these addresses were listed, enrolled and mailed. */
  async stateOf(addresses: readonly string[]) {
    const { automations, id, triggerCase } = this;
    const { data } = await automations.callOk('GET', triggerCase.listPath(this.audienceId));
    const onlyAmong = (emails: unknown[]) =>
      addresses.flatMap((address) => emails.filter((email) => email === address));
    const enrollments = await automations.listEnrollments(id);
    return {
      lastStatus: this.lastStatus,
      listed: onlyAmong((data as { email: string }[]).map(({ email }) => email)),
      enrolled: onlyAmong(enrollments.map(({ email }) => email)),
      mailed: onlyAmong((await automations.workspace.outbox()).flatMap(({ to }) => to)),
      counts: await automations.getCounts(id),
      enrollments: enrollments.length,
    };
  }
}

describe.each(triggerCases)('%s', (_what, triggerCase) => {
  const crashPoints = crashPointsAt(triggerCase.callCounts);
  type State = Awaited<ReturnType<TriggerScenario['stateOf']>>;
  let outcomes: ReadonlyMap<string, { abandoned: State; repeated: State }>;

  beforeAll(async () => {
    outcomes = await collectOutcomes(crashPoints, {
      crash: async (crashPoint) => (await TriggerScenario.create(triggerCase)).crash(crashPoint),
      advance: async (scenarios) => {
        await service.advance(idempotencyLeaseMs);
        for (const scenario of scenarios) await scenario.sendRequestFor(triggerCase.lee);
        await service.advance(startWaitMs);
      },
      observe: async (scenario) => ({
        abandoned: await scenario.stateOf(triggerCase.kim),
        repeated: await scenario.stateOf(triggerCase.lee),
      }),
    });
  });

  test('makes exactly the listed AWS calls', async () => {
    const scenario = await TriggerScenario.create(triggerCase);

    expect(
      await countCallsBy(service, triggerCase.worker, () => scenario.sendRequestFor(triggerCase.kim)),
    ).toEqual(triggerCase.callCounts);
  });

  test.each(crashPoints)(
    'starts the automation once for every contact if it is killed $name and retried',
    ({ name }) => {
      const { lastStatus, listed, enrolled, mailed } = outcomes.get(name)?.repeated ?? {};

      expect(lastStatus).toBeLessThan(300);
      expect({ listed, enrolled, mailed }).toEqual({
        listed: triggerCase.lee,
        enrolled: triggerCase.lee,
        mailed: triggerCase.lee,
      });
    },
  );

  test.each(crashPoints)(
    'starts the automation once for every stored contact if it is killed $name and never retried',
    ({ name }) => {
      const { listed, enrolled, mailed, counts, enrollments } = outcomes.get(name)?.abandoned ?? {};

      expect(enrolled).toEqual(expect.arrayContaining(listed ?? ['somebody']));
      expect(enrolled).toEqual([...new Set(enrolled)]);
      expect(mailed).toEqual(enrolled);
      expect(counts).toMatchObject({ active: 0, completed: enrollments });
    },
  );
});
