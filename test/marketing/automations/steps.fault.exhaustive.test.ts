import { minute, step } from '../../support/automations/sequences';
import { Service } from '../../support/service';
import { deathsAt, dying, madeBy, outcomesOf, type Death, type Made } from '../../support/faults/deaths';
import { kim, StepScene, untilDone } from '../../support/faults/step-scene';
import { everyOf, inTrouble, isApplied, troublesAt, type Trouble } from '../../support/faults/troubles';

/** Workers are killed here, which all workspaces share: the runtime is this file’s own. */
let service: Service;

beforeAll(async () => {
  service = await Service.start();
});

afterEach(() => service.control('DELETE', '/faults'));

afterAll(() => service.stop());

/** An outcome is open for ten minutes; then comes the next sweep. */
const untilTriedAgain = 25 * minute;

/** After all deaths. A function instance sets the alarm of a minute once: each scene has a minute of its own. */
let secondStepIn = 600;
const untilSecondStep = 16 * 60 * minute;
const twoSteps = () => [step('One'), step('Two', { delay_minutes: (secondStepIn += 1) })];

const none = { active: 0, completed: 0, canceled: 0, failed: 0 };

const gotOne = {
  mailed: [`One to ${kim}`],
  loggedAs: ['delivered'],
  enrolment: { status: 'active', current_step: 1, attempts: 0, last_error: null },
  counts: { ...none, active: 1 },
};

const gotBoth = {
  mailed: [`One to ${kim}`, `Two to ${kim}`],
  loggedAs: ['delivered', 'delivered'],
  enrolment: { status: 'completed', current_step: 2, last_error: null },
  counts: { ...none, completed: 1 },
};

const gotAll = {
  mailed: [`One to ${kim}`],
  loggedAs: ['delivered'],
  enrolment: { status: 'completed', current_step: 1, last_error: null },
  counts: { ...none, completed: 1 },
};

type States = Awaited<ReturnType<StepScene['state']>>[];

async function passAndLook(ms: number, scenes: readonly StepScene[]): Promise<void> {
  await service.advance(ms);
  for (const scene of scenes) await scene.look();
}

const looksOf = ({ looks }: StepScene) => Promise.resolve(looks);

const expectNoneIsOpen = (states: States | undefined): void =>
  expect(states?.flatMap(({ didNotLeave }) => didNotLeave).filter((status) => status !== 'failed')).toEqual(
    [],
  );

/** How often the worker makes each AWS call for a step, and what is to be seen afterwards. */
const stepsOfBothKinds: [what: string, steps: () => unknown, made: Made, seen: unknown[]][] = [
  [
    'a step that another follows',
    twoSteps,
    {
      'dynamodb GetItem': 3,
      'dynamodb BatchGetItem': 1,
      'dynamodb UpdateItem': 5,
      'dynamodb BatchWriteItem': 1,
      'sesv2 SendEmail': 1,
      'scheduler CreateSchedule': 1,
    },
    [gotOne, gotBoth],
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
    [gotAll, gotAll],
  ],
];

describe.each(stepsOfBothKinds)('the worker that sends %s', (_what, steps, made, seen) => {
  const deaths = deathsAt(made);
  const lostAnswers = troublesAt(everyOf(made)).filter(isApplied);
  let outcomes: ReadonlyMap<string, States>;

  beforeAll(async () => {
    const create = () => StepScene.create(service, { steps: steps() });
    const dies = async (death: Death) => {
      const scene = await create();
      await dying(service, 'sendSteps', death, () => scene.enrol(untilDone));
      return scene;
    };
    const hearsNot = async (trouble: Trouble) => {
      const scene = await create();
      await inTrouble(service, 'sendSteps', trouble, () => scene.enrol(untilDone));
      return scene;
    };
    const passes = async (scenes: readonly StepScene[]) => {
      await passAndLook(untilTriedAgain, scenes);
      await passAndLook(untilSecondStep, scenes);
    };
    outcomes = new Map([
      ...(await outcomesOf(deaths, { dies, passes, seen: looksOf })),
      ...(await outcomesOf(lostAnswers, { dies: hearsNot, passes, seen: looksOf })),
    ]);
  });

  test('makes the AWS calls that are counted above, and no others', async () => {
    const scene = await StepScene.create(service, { steps: steps() });

    expect(await madeBy(service, 'sendSteps', () => scene.enrol(untilDone))).toEqual(made);
  });

  test.each(deaths)('killed $name: each step reaches its person once', ({ name }) => {
    const states = outcomes.get(name);

    expect(states).toMatchObject(seen);
    expectNoneIsOpen(states);
  });

  test.each(lostAnswers)('$name: each step reaches its person once', ({ name }) => {
    const states = outcomes.get(name);

    expect(states).toMatchObject(seen);
    expectNoneIsOpen(states);
  });
});

/**
 * How often a drain that finds one step makes each AWS call: it asks the shards of each lane, and once more those of the
 * lane that has work.
 */
const draining: Made = {
  'dynamodb Query': 17,
  'dynamodb UpdateItem': 4,
  'sesv2 GetAccount': 1,
  'sqs SendMessageBatch': 1,
};

/** Of the shards, the first of the steps’ lane, and once more its first and its last. */
const drainDeaths = deathsAt(draining).filter(
  ({ at, skip }) => at !== 'dynamodb Query' || [8, 13, 16].includes(skip),
);

describe('the drain that hands out a step', () => {
  let outcomes: ReadonlyMap<string, States>;
  const scenes: StepScene[] = [];

  /** An activation is looked after a minute later: from then on only steps are due. */
  beforeAll(async () => {
    for (let made = 0; made <= drainDeaths.length; made++)
      scenes.push(await StepScene.create(service, { steps: twoSteps() }));
    await service.advance(3 * minute);
  });

  const nextScene = async (): Promise<StepScene> => {
    const scene = scenes.pop();
    if (!scene) throw new Error('There is no scene left');
    await service.control('POST', '/restart');
    return scene;
  };

  test('makes no AWS call that is not named above', async () => {
    const scene = await nextScene();

    const made = await madeBy(service, 'drainDueWork', () => scene.enrol(untilDone));

    expect(Object.keys(made).sort()).toEqual(Object.keys(draining).sort());
  });

  describe('and is killed', () => {
    beforeAll(async () => {
      const dies = async (death: Death) => {
        const scene = await nextScene();
        await dying(service, 'drainDueWork', death, () => scene.enrol(untilDone));
        // The next one is to find nothing but its own.
        await passAndLook(10 * minute, [scene]);
        return scene;
      };
      const passes = (died: readonly StepScene[]) => passAndLook(untilSecondStep, died);
      outcomes = await outcomesOf(drainDeaths, { dies, passes, seen: looksOf });
    });

    test.each(drainDeaths)('$name: each step reaches its person once', ({ name }) => {
      const states = outcomes.get(name);

      expect(states).toMatchObject([gotOne, gotBoth]);
      expectNoneIsOpen(states);
    });
  });
});
