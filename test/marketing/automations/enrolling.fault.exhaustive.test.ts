import { minute, Sequences, step } from '../../support/automations/sequences';
import { leaseMs } from '../../support/leases';
import type { Answer } from '../../support/service';
import { theService } from '../../support/the-service';
import { deathsAt, dying, madeBy, outcomesOf, type Death, type Made } from '../../support/faults/deaths';

const service = theService({ travels: true });

afterEach(() => service.control('DELETE', '/faults'));

const kim = 'kim@example.com';

/** The first step is due when all have repeated their requests, the second after the test. */
const steps = [step('One', { delay_minutes: 5 }), step('Two', { delay_minutes: 600 })];

/** With a sweep, should its alarm be lost. */
const untilFirstStep = 16 * minute;

type Starts = 'enroll' | 'recordEvent';

/** An automation that Kim is to be enrolled in, by a call or by an event. */
class Scene {
  private answered: Answer | undefined;

  private constructor(
    private readonly sequences: Sequences,
    private readonly id: string,
  ) {}

  static async create(): Promise<Scene> {
    const sequences = await Sequences.start(service);
    const trigger = { kind: 'event', event_name: 'signed_up' };
    return new Scene(sequences, await sequences.active({ trigger, steps }));
  }

  /** The same request under the same Idempotency-Key each time. */
  async starts(by: Starts): Promise<void> {
    const [path, body] =
      by === 'enroll'
        ? [`/v1/automations/${this.id}/enroll`, { email: kim }]
        : ['/v1/events', { email: kim, name: 'signed_up' }];
    const headers = { 'Idempotency-Key': 'once' };
    this.answered = await this.sequences.actor.api('POST', path, body, undefined, headers);
  }

  async dies(by: Starts, death: Death): Promise<this> {
    await dying(service, by, death, () => this.starts(by));
    return this;
  }

  /** What was said last, and what came of it. */
  async state() {
    const { sequences, id, answered } = this;
    const enrolments = await sequences.enrolments(id);
    return {
      answered,
      enrolments: enrolments.map(({ email, status, current_step }) => ({ email, status, current_step })),
      counts: await sequences.counts(id),
      mailed: await sequences.mailed(),
    };
  }
}

const isIn = {
  enrolments: [{ email: kim, status: 'active', current_step: 1 }],
  counts: { active: 1, completed: 0, canceled: 0, failed: 0 },
  mailed: [`One to ${kim}`],
};

const isNotIn = {
  enrolments: [],
  counts: { active: 0, completed: 0, canceled: 0, failed: 0 },
  mailed: [],
};

/** How often a request with an Idempotency-Key makes each AWS call, and what is said when it is done. */
const functions: [name: Starts, made: Made, says: object][] = [
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

describe.each(functions)('the function %s', (name, made, says) => {
  const deaths = deathsAt(made);
  type State = Awaited<ReturnType<Scene['state']>>;
  let repeated: ReadonlyMap<string, State>;
  let abandoned: ReadonlyMap<string, State>;

  beforeAll(async () => {
    const dies = async (death: Death) => (await Scene.create()).dies(name, death);
    const seen = (scene: Scene) => scene.state();
    repeated = await outcomesOf(deaths, {
      dies,
      passes: async (scenes) => {
        await service.advance(leaseMs);
        for (const scene of scenes) await scene.starts(name);
        await service.advance(untilFirstStep);
      },
      seen,
    });
    abandoned = await outcomesOf(deaths, { dies, passes: () => service.advance(untilFirstStep), seen });
  });

  test('makes the AWS calls that are counted above, and no others', async () => {
    const scene = await Scene.create();

    expect(await madeBy(service, name, () => scene.starts(name))).toEqual(made);
  });

  test.each(deaths)('killed $name and repeated, enrols once, and the step leaves once', (death) => {
    expect(repeated.get(death.name)).toMatchObject({ answered: { status: 200, body: says }, ...isIn });
  });

  test.each(deaths)('killed $name and never repeated, enrols once or not at all', (death) => {
    const { answered, ...state } = abandoned.get(death.name) ?? {};

    expect(answered).toMatchObject({ status: 500 });
    expect([isIn, isNotIn]).toContainEqual(state);
  });
});

describe('somebody who is enrolled at the moment at which they unsubscribe', () => {
  const people = Array.from({ length: 20 }, (_, at) => `person-${at}@example.com`);

  test('is not enrolled, or leaves before their step: they get nothing', async () => {
    const sequences = await Sequences.start(service);
    const id = await sequences.active({ steps });

    await Promise.all(
      people.flatMap((email) => [sequences.actor.unsubscribe(email), sequences.tryToEnrol(id, email)]),
    );
    await sequences.pass(untilFirstStep);

    const enrolments = await sequences.enrolments(id);
    const ended = enrolments.map(({ status, cancel_reason }) => ({ status, cancel_reason }));
    expect(ended).toEqual(ended.map(() => ({ status: 'canceled', cancel_reason: 'unsubscribed' })));
    expect(await sequences.counts(id)).toEqual({
      active: 0,
      completed: 0,
      canceled: enrolments.length,
      failed: 0,
    });
    expect(await sequences.mailed()).toEqual([]);
  });
});
