import { minute } from '../../support/automations/sequences';
import { leaseMs } from '../../support/leases';
import { Service } from '../../support/service';
import { ServiceTable } from '../../support/table';
import { deathsAt, dying, madeBy, outcomesOf, type Made } from '../../support/faults/deaths';
import { LeaveScene, none } from '../../support/faults/leave-scene';
import { kim } from '../../support/faults/step-scene';

/** Workers are killed here, which all workspaces share: the runtime is this file’s own. */
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

/** Whatever died was begun anew, and everything is done. */
const untilAllIsDone = 30 * minute;

/** An activation is looked after a minute later: from then on nothing is due but the step. */
const untilLookedAfter = 3 * minute;

/** A worker that died is begun anew: the next one is to find nothing but its own. */
const untilBegunAnew = 10 * minute;

const gotTheStep = {
  stands: [{ status: 'completed', cancel_reason: null }],
  counts: [{ ...none, completed: 1 }],
  mailed: [`One to ${kim}`],
};

/** An automation that was paused before the step was due. */
async function paused(): Promise<LeaveScene> {
  const scene = await LeaveScene.create(service, 1, 5);
  await scene.setsStatus('paused');
  return scene;
}

describe('the worker that holds the step of an automation that is paused', () => {
  const made: Made = { 'dynamodb GetItem': 3, 'dynamodb UpdateItem': 1 };
  const deaths = deathsAt(made);
  let outcomes: ReadonlyMap<string, unknown>;

  const isDue = () => service.advance(6 * minute);

  beforeAll(async () => {
    outcomes = await outcomesOf(deaths, {
      dies: async (death) => {
        const scene = await paused();
        await dying(service, 'sendSteps', death, isDue);
        await service.advance(untilBegunAnew);
        return scene;
      },
      passes: async (scenes) => {
        for (const scene of scenes) await scene.setsStatus('active');
        await service.advance(untilAllIsDone);
      },
      seen: (scene) => scene.state(),
    });
  });

  test('makes the AWS calls that are counted above, and no others', async () => {
    await paused();

    expect(await madeBy(service, 'sendSteps', isDue)).toEqual(made);
  });

  test.each(deaths)('killed $name: the step leaves once when it is active again', ({ name }) => {
    expect(outcomes.get(name)).toEqual(gotTheStep);
  });
});

/** How often each makes each AWS call, when an automation with one step that is held becomes active. */
const resuming: [worker: string, made: Made][] = [
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
    'followUp',
    {
      'dynamodb GetItem': 1,
      'dynamodb Query': 1,
      'dynamodb UpdateItem': 1,
      'sqs SendMessageBatch': 1,
    },
  ],
];

describe.each(resuming)('when an automation is active again, the function %s', (worker, made) => {
  const deaths = deathsAt(made);
  const held: LeaveScene[] = [];
  let outcomes: ReadonlyMap<string, unknown>;

  const nextHeld = (): LeaveScene => {
    const scene = held.pop();
    if (!scene) throw new Error('There is no scene left');
    return scene;
  };

  async function resume(scene: LeaveScene): Promise<void> {
    await scene.setsStatus('active');
    await service.settle();
  }

  beforeAll(async () => {
    for (let count = 0; count <= deaths.length; count++) held.push(await paused());
    await service.advance(untilBegunAnew);
    outcomes = await outcomesOf(deaths, {
      dies: async (death) => {
        const scene = nextHeld();
        await dying(service, worker, death, () => resume(scene));
        return scene;
      },
      passes: async (scenes) => {
        await service.advance(leaseMs);
        for (const scene of scenes) await scene.setsStatus('active');
        await service.advance(untilAllIsDone);
      },
      seen: (scene) => scene.state(),
    });
  });

  test('makes the AWS calls that are counted above, and no others', async () => {
    const scene = nextHeld();

    expect(await madeBy(service, worker, () => resume(scene))).toEqual(made);
  });

  test.each(deaths)('killed $name: the step that is overdue leaves once', ({ name }) => {
    expect(outcomes.get(name)).toEqual(gotTheStep);
  });
});

describe('the last look at an automation that was deleted', () => {
  /** It may come a moment before its time, and look once more: only the last one takes something away. */
  const made: Made = { 'dynamodb BatchWriteItem': 2, 'dynamodb DeleteItem': 1 };
  const deaths = deathsAt(made);
  let outcomes: ReadonlyMap<string, unknown>;

  async function deleted(): Promise<LeaveScene> {
    const scene = await LeaveScene.create(service);
    await service.advance(untilLookedAfter);
    await scene.deletes();
    await service.settle();
    return scene;
  }

  const isLookedAt = () => service.advance(untilLookedAfter);

  beforeAll(async () => {
    outcomes = await outcomesOf(deaths, {
      dies: async (death) => {
        const scene = await deleted();
        await dying(service, 'followUp', death, isLookedAt);
        await service.advance(untilBegunAnew);
        return scene;
      },
      passes: () => service.settle(),
      seen: (scene) => scene.remains(table),
    });
  });

  test('takes away what remains with the AWS calls that are counted above', async () => {
    const scene = await deleted();

    expect(await madeBy(service, 'followUp', isLookedAt)).toMatchObject(made);
    expect(await scene.remains(table)).toEqual([]);
  });

  test.each(deaths)('killed $name: nothing remains', ({ name }) => {
    expect(outcomes.get(name)).toEqual([]);
  });
});
