import { minute } from '../../support/automations/sequences';
import { leaseMs } from '../../support/leases';
import { Service } from '../../support/service';
import { ServiceTable } from '../../support/table';
import { deathsAt, dying, madeBy, outcomesOf, type Death, type Made } from '../../support/faults/deaths';
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

/** The step is due by then, though its alarm be lost, and whatever died was begun anew. */
const untilAllIsDone = 30 * minute;

const left = (cancel_reason: string, count: number) => ({
  stands: Array.from({ length: count }, () => ({ status: 'canceled', cancel_reason })),
  counts: Array.from({ length: count }, () => ({ ...none, canceled: 1 })),
  mailed: [],
});

interface Story {
  worker: string;
  made: Made;
  begins: () => Promise<LeaveScene>;
  happens: (scene: LeaveScene) => Promise<void>;
  /** By a client who got no answer; what a worker began comes again by itself. */
  isRepeated: boolean;
  seen: (scene: LeaveScene) => Promise<unknown>;
  then: unknown;
}

const request = {
  'dynamodb GetItem': 2,
  'dynamodb UpdateItem': 3,
  'dynamodb PutItem': 1,
  'dynamodb Query': 1,
};

const stories: [what: string, story: Story][] = [
  [
    'an unsubscribe of somebody who is in three automations: all end',
    {
      worker: 'createSuppression',
      made: {
        'dynamodb GetItem': 1,
        'dynamodb UpdateItem': 3,
        'dynamodb PutItem': 1,
        'dynamodb Query': 2,
        'dynamodb TransactWriteItems': 3,
      },
      begins: () => LeaveScene.create(service, 3),
      happens: (scene) => scene.unsubscribes(),
      isRepeated: true,
      seen: (scene) => scene.state(),
      then: left('unsubscribed', 3),
    },
  ],
  [
    'a reply of somebody who is in two automations: both end',
    {
      worker: 'receiveMail',
      made: {
        'dynamodb Query': 3,
        'dynamodb BatchGetItem': 2,
        's3 GetObject': 1,
        'dynamodb GetItem': 2,
        'dynamodb PutItem': 1,
        'dynamodb TransactWriteItems': 3,
      },
      begins: () => LeaveScene.create(service, 2),
      happens: (scene) => scene.replies(),
      isRepeated: false,
      seen: (scene) => scene.state(),
      then: left('replied', 2),
    },
  ],
  [
    'a pause: nothing leaves',
    {
      worker: 'setAutomationStatus',
      made: request,
      begins: () => LeaveScene.create(service),
      happens: (scene) => scene.setsStatus('paused'),
      isRepeated: true,
      seen: (scene) => scene.state(),
      then: {
        stands: [{ status: 'active', cancel_reason: null }],
        counts: [{ ...none, active: 1 }],
        mailed: [],
      },
    },
  ],
  [
    'a deletion: nothing leaves, and nothing remains',
    {
      worker: 'deleteAutomation',
      made: {
        'dynamodb GetItem': 2,
        'dynamodb UpdateItem': 1,
        'dynamodb TransactWriteItems': 1,
        'sqs SendMessageBatch': 2,
        'dynamodb Query': 1,
      },
      begins: () => LeaveScene.create(service),
      happens: (scene) => scene.deletes(),
      isRepeated: true,
      seen: async (scene) => ({
        mailed: await scene.sequences.mailed(),
        remains: await scene.remains(table),
        answered: [200, 404].includes(scene.answered),
      }),
      then: { mailed: [], remains: [], answered: true },
    },
  ],
  [
    'the clearing that begins with a deletion: nothing leaves, and nothing remains',
    {
      worker: 'followUp',
      made: {
        'dynamodb GetItem': 1,
        'dynamodb Query': 9,
        'dynamodb BatchGetItem': 1,
        'dynamodb BatchWriteItem': 3,
        'dynamodb UpdateItem': 1,
        'sqs SendMessageBatch': 1,
      },
      begins: async () => {
        const scene = await LeaveScene.create(service);
        await service.settle();
        return scene;
      },
      happens: async (scene) => {
        await scene.deletes();
        await service.settle();
      },
      isRepeated: false,
      seen: async (scene) => ({
        mailed: await scene.sequences.mailed(),
        remains: await scene.remains(table),
      }),
      then: { mailed: [], remains: [] },
    },
  ],
];

describe.each(stories)('%s', (_what, { worker, made, begins, happens, isRepeated, seen, then }) => {
  const deaths = deathsAt(made);
  let outcomes: ReadonlyMap<string, unknown>;

  beforeAll(async () => {
    outcomes = await outcomesOf(deaths, {
      dies: async (death: Death) => {
        const scene = await begins();
        await dying(service, worker, death, () => happens(scene));
        return scene;
      },
      passes: async (scenes) => {
        if (isRepeated) {
          await service.advance(leaseMs);
          for (const scene of scenes) await happens(scene);
        }
        await service.advance(untilAllIsDone);
      },
      seen,
    });
  });

  test('makes the AWS calls that are counted above, and no others', async () => {
    const scene = await begins();

    expect(await madeBy(service, worker, () => happens(scene))).toEqual(made);
  });

  test.each(deaths)('though the function is killed $name', ({ name }) => {
    expect(outcomes.get(name)).toEqual(then);
  });
});

test('a reply that is handled twice does not end what began since', async () => {
  const scene = await LeaveScene.create(service);
  const { sequences, id } = scene;
  const atItsEnd: Death = { name: 'at its end', at: 'dynamodb Query', skip: 2, crash: 'after' };
  await dying(service, 'receiveMail', atItsEnd, () => scene.replies());
  const { status } = await sequences.enrolment(id, kim);
  await sequences.enrol(id, kim);

  // The notice comes again when its visibility timeout is over.
  await sequences.pass(7 * minute);

  expect(status).toBe('canceled');
  expect(await sequences.enrolment(id, kim)).toMatchObject({ status: 'active' });
  expect(await sequences.counts(id)).toEqual({ ...none, active: 1, canceled: 1 });
});
