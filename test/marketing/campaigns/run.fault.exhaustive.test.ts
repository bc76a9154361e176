import { minute } from '../../support/campaigns/campaigns';
import { Service } from '../../support/service';
import { ServiceTable } from '../../support/table';
import { CampaignScene, everybodyOnce, mailedCount } from '../../support/faults/campaign-scene';
import { madeBy, type Made } from '../../support/faults/deaths';
import { inTrouble, troublesAt, type Places } from '../../support/faults/troubles';

/** Workers are killed here, which all workspaces share: the runtime is this file’s own. */
let service: Service;
let table: ServiceTable;

beforeAll(async () => {
  service = await Service.start();
  table = await ServiceTable.open(service);
  await service.control('PATCH', '/settings', { max_send_rate: 500, auto_delivery: false });
});

afterEach(() => service.control('DELETE', '/faults'));

afterAll(async () => {
  table.close();
  await service.stop();
});

/** What is due now is done by then. */
const untilDone = 20_000;

/** Whoever died is followed by another, and an outcome is open for ten minutes; then comes the next sweep. */
const untilTriedAgain = 25 * minute;

const every = (count: number): number[] => Array.from({ length: count }, (_, at) => at);

/** How often a worker makes each AWS call for a campaign in two slices, and at which of them it is tried. */
interface Worker {
  worker: string;
  made: Made;
  /** What is made once more where both slices end at the same moment, and each sees that nobody is left. */
  madeAtBothEnds?: readonly string[];
  places: Places;
}

const workers: Worker[] = [
  {
    worker: 'runCampaigns',
    made: {
      'dynamodb BatchGetItem': 3,
      'dynamodb BatchWriteItem': 3,
      'dynamodb GetItem': 5,
      'dynamodb UpdateItem': 12,
      'sqs SendMessageBatch': 3,
    },
    places: {
      'dynamodb BatchGetItem': every(3),
      'dynamodb BatchWriteItem': every(3),
      'dynamodb GetItem': every(5),
      'dynamodb Query': [0, 9, 30, 43, 44],
      'dynamodb UpdateItem': every(12),
      'sesv2 GetAccount': [0],
      'sqs SendMessageBatch': every(3),
    },
  },
  {
    worker: 'sendSlices',
    made: {
      'dynamodb BatchGetItem': 4,
      'dynamodb BatchWriteItem': 2,
      'dynamodb GetItem': 6,
      'dynamodb PutItem': mailedCount,
      'dynamodb TransactWriteItems': 4,
      'dynamodb UpdateItem': mailedCount + 5,
      'sesv2 SendEmail': mailedCount,
      'sqs SendMessageBatch': 1,
    },
    madeAtBothEnds: ['dynamodb UpdateItem', 'sqs SendMessageBatch'],
    places: {
      'dynamodb BatchGetItem': every(4),
      'dynamodb BatchWriteItem': every(2),
      'dynamodb GetItem': every(6),
      'dynamodb PutItem': [0, 13, 27],
      'dynamodb Query': [0, 12, 24],
      'dynamodb TransactWriteItems': every(4),
      'dynamodb UpdateItem': [0, 1, 2, 15, 29, 30, 31, 32],
      'sesv2 GetAccount': [0],
      'sesv2 SendEmail': [0, 13, 27],
      'sqs SendMessageBatch': [0],
    },
  },
];

/** An instance keeps what the provider said of the account; how many parts of the people a slice lies in is a draw. */
const without = (made: Made): Made =>
  Object.fromEntries(Object.entries(made).filter(([at]) => !/GetAccount|Query/.test(at)));

const andAlso = (made: Made, once: readonly string[]): Made => ({
  ...made,
  ...Object.fromEntries(once.map((call) => [call, (made[call] ?? 0) + 1])),
});

describe.each(workers)('$worker', ({ worker, made, madeAtBothEnds = [], places }) => {
  test('makes the AWS calls that are counted above', async () => {
    const scene = await CampaignScene.inTwoSlices(service, table);

    const calls = without(await madeBy(service, worker, () => scene.send(untilDone)));
    expect([made, andAlso(made, madeAtBothEnds)]).toContainEqual(calls);
    expect(await scene.state()).toEqual(everybodyOnce);
  });

  test.each(troublesAt(places))('$name: everybody gets it once, and is counted once', async (trouble) => {
    const scene = await CampaignScene.inTwoSlices(service, table);
    await inTrouble(service, worker, trouble, () => scene.send(untilDone));

    await scene.campaigns.pass(untilTriedAgain);

    expect(await scene.state()).toEqual(everybodyOnce);
  });
});
