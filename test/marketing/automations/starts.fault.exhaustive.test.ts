import { minute, Sequences, step } from '../../support/automations/sequences';
import { leaseMs } from '../../support/leases';
import { theService } from '../../support/the-service';
import { deathsAt, dying, madeBy, outcomesOf, type Death, type Made } from '../../support/faults/deaths';

const service = theService({ travels: true });

afterEach(() => service.control('DELETE', '/faults'));

/** What is marked is due after ten minutes, and the sweep comes every five. */
const untilStarted = 16 * minute;

interface Start {
  worker: string;
  trigger: (audienceId: string) => object;
  request: (
    sequences: Sequences,
    audienceId: string,
    people: readonly string[],
  ) => Promise<[string, unknown]>;
  /** The list of those who joined the audience, or gained the tag. */
  listed: (audienceId: string) => string;
  kim: readonly string[];
  lee: readonly string[];
  /** How often the request makes each AWS call. */
  made: Made;
}

const joining = {
  worker: 'addMembers',
  trigger: (audience_id: string) => ({ kind: 'contact_added', audience_id }),
  listed: (audienceId: string) => `/v1/audiences/${audienceId}/contacts`,
};

const starts: [what: string, start: Start][] = [
  [
    'adding somebody to an audience',
    {
      ...joining,
      request: (_sequences, audienceId, [email]) =>
        Promise.resolve([`/v1/audiences/${audienceId}/contacts`, { email }]),
      kim: ['kim@example.com'],
      lee: ['lee@example.com'],
      made: {
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
      ...joining,
      request: (_sequences, audienceId, people) =>
        Promise.resolve([
          `/v1/audiences/${audienceId}/contacts?trigger_automations=true`,
          people.map((email) => ({ email })),
        ]),
      kim: ['kim@example.com', 'kay@example.com'],
      lee: ['lee@example.com', 'lou@example.com'],
      made: {
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
    'tagging somebody',
    {
      worker: 'changeTags',
      trigger: () => ({ kind: 'tag_added', tag: 'vip' }),
      listed: () => '/v1/contacts?tag=vip',
      request: async (sequences, audienceId, [email = '']) => {
        const { id } = await sequences.join(audienceId, email);
        return [`/v1/contacts/${id}/tags`, { add: ['vip'] }];
      },
      kim: ['kim@example.com'],
      lee: ['lee@example.com'],
      made: {
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

/** An audience, and an automation that starts by itself. */
class Scene {
  private readonly requests = new Map<readonly string[], [string, unknown]>();
  private answered = 0;

  private constructor(
    private readonly start: Start,
    private readonly sequences: Sequences,
    private readonly audienceId: string,
    private readonly id: string,
  ) {}

  static async create(start: Start): Promise<Scene> {
    const sequences = await Sequences.start(service);
    const audienceId = await sequences.audience();
    const id = await sequences.active({ trigger: start.trigger(audienceId), steps: [step()] });
    const scene = new Scene(start, sequences, audienceId, id);
    for (const people of [start.kim, start.lee])
      scene.requests.set(people, await start.request(sequences, audienceId, people));
    return scene;
  }

  /** The same request under the same Idempotency-Key each time. */
  async asksFor(people: readonly string[]): Promise<void> {
    const [path, body] = this.requests.get(people) ?? ['', undefined];
    const headers = { 'Idempotency-Key': people.join() };
    this.answered = (await this.sequences.actor.api('POST', path, body, undefined, headers)).status;
  }

  async dies(death: Death): Promise<this> {
    const { worker, kim, lee } = this.start;
    for (const people of [kim, lee]) await dying(service, worker, death, () => this.asksFor(people));
    return this;
  }

  /** Who of these joined or gained, was enrolled, and got the step. */
  async stateOf(people: readonly string[]) {
    const { sequences, id, start } = this;
    const { data } = await sequences.ok('GET', start.listed(this.audienceId));
    const among = (emails: unknown[]) => people.flatMap((one) => emails.filter((email) => email === one));
    const enrolments = await sequences.enrolments(id);
    return {
      answered: this.answered,
      listed: among((data as { email: string }[]).map(({ email }) => email)),
      enrolled: among(enrolments.map(({ email }) => email)),
      mailed: among((await sequences.actor.outbox()).flatMap(({ to }) => to)),
      counts: await sequences.counts(id),
      enrolments: enrolments.length,
    };
  }
}

describe.each(starts)('%s', (_what, start) => {
  const deaths = deathsAt(start.made);
  type State = Awaited<ReturnType<Scene['stateOf']>>;
  let outcomes: ReadonlyMap<string, { abandoned: State; repeated: State }>;

  beforeAll(async () => {
    outcomes = await outcomesOf(deaths, {
      dies: async (death) => (await Scene.create(start)).dies(death),
      passes: async (scenes) => {
        await service.advance(leaseMs);
        for (const scene of scenes) await scene.asksFor(start.lee);
        await service.advance(untilStarted);
      },
      seen: async (scene) => ({
        abandoned: await scene.stateOf(start.kim),
        repeated: await scene.stateOf(start.lee),
      }),
    });
  });

  test('makes the AWS calls that are counted above, and no others', async () => {
    const scene = await Scene.create(start);

    expect(await madeBy(service, start.worker, () => scene.asksFor(start.kim))).toEqual(start.made);
  });

  test.each(deaths)('killed $name and repeated, starts for everybody once', ({ name }) => {
    const { answered, listed, enrolled, mailed } = outcomes.get(name)?.repeated ?? {};

    expect(answered).toBeLessThan(300);
    expect({ listed, enrolled, mailed }).toEqual({
      listed: start.lee,
      enrolled: start.lee,
      mailed: start.lee,
    });
  });

  test.each(deaths)('killed $name and never repeated, starts once for whom it concerned', ({ name }) => {
    const { listed, enrolled, mailed, counts, enrolments } = outcomes.get(name)?.abandoned ?? {};

    expect(enrolled).toEqual(expect.arrayContaining(listed ?? ['somebody']));
    expect(enrolled).toEqual([...new Set(enrolled)]);
    expect(mailed).toEqual(enrolled);
    expect(counts).toMatchObject({ active: 0, completed: enrolments });
  });
});
