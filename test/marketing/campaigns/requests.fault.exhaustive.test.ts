import { minute } from '../../support/campaigns/campaigns';
import { leaseMs } from '../../support/leases';
import { orderFault } from '../../support/schedules';
import { Service, type Answer } from '../../support/service';
import { ServiceTable } from '../../support/table';
import { CampaignScene, everybodyOnce, mailedCount, peopleCount } from '../../support/faults/campaign-scene';
import { madeBy, type Made } from '../../support/faults/deaths';
import {
  everyOf,
  inTrouble,
  isWrite,
  troublesAt,
  withoutKey,
  type Places,
} from '../../support/faults/troubles';

/** Functions are killed here, which all workspaces share: the runtime is this file’s own. */
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

const untilDone = 20_000;
const untilTriedAgain = 25 * minute;

/** A message that failed comes back after half an hour. */
const untilCleared = 45 * minute;

const refusal = { status: 409, body: { error: { type: 'invalid_state' } } };

/** Who got no answer asks again when the first request is surely over. */
async function askedTwice(
  scene: CampaignScene,
  action: 'send' | 'resume' | 'winner',
  { worker, key }: { worker: string; key: string | undefined },
  trouble: Parameters<typeof inTrouble>[2],
): Promise<[Answer, Answer]> {
  const first = await inTrouble(service, worker, trouble, () => scene.ask(action, key));
  await service.advance(leaseMs);
  return [first, await scene.ask(action, key)];
}

/** With a key both are one request. Without one, the second is told what the first has done. */
function expectOneRequest([first, again]: [Answer, Answer], key: string | undefined): void {
  expect([202, 400, 500, 503]).toContain(first.status);
  if (key !== undefined) expect(again.status).toBe(202);
  else if (first.status === 202) expect(again).toMatchObject(refusal);
  else if (again.status !== 202) expect(again).toMatchObject(refusal);
}

const keysToAskWith = [
  ['with an Idempotency-Key', 'once'],
  ['without a key', undefined],
] as const;

interface Request {
  action: 'send' | 'resume';
  worker: string;
  /** How often it makes each AWS call, with an Idempotency-Key. */
  made: Made;
  /** A campaign that it may be asked for. */
  ready: () => Promise<CampaignScene>;
  /** So many are counted on the day of the key that asks. */
  onTheKey: number;
}

/** A pause of this kind is over by itself after a minute: both requests come before. */
const untilPaused = 5_000;

/** The provider takes no mail: nobody has got the campaign, and all wait. */
async function interrupted(): Promise<CampaignScene> {
  const scene = await CampaignScene.create(service, table);
  await orderFault(service, 'sesv2 SendEmail', { error: 'SendingPausedException', function: '-sendSlices' });
  await scene.send(untilPaused);
  await service.control('DELETE', '/faults');
  return scene;
}

const requests: Request[] = [
  {
    action: 'send',
    worker: 'sendBroadcast',
    made: {
      'dynamodb BatchGetItem': 2,
      'dynamodb GetItem': 6,
      'dynamodb PutItem': 1,
      'dynamodb Query': 8,
      'dynamodb TransactWriteItems': 1,
      'dynamodb UpdateItem': 3,
      'sqs SendMessageBatch': 1,
    },
    ready: () => CampaignScene.create(service, table),
    onTheKey: peopleCount,
  },
  {
    action: 'resume',
    worker: 'resumeBroadcast',
    made: {
      'dynamodb BatchGetItem': 3,
      'dynamodb GetItem': 5,
      'dynamodb PutItem': 1,
      'dynamodb TransactWriteItems': 1,
      'dynamodb UpdateItem': 3,
      'sqs SendMessageBatch': 1,
    },
    ready: interrupted,
    onTheKey: mailedCount,
  },
];

describe.each(requests)('$worker', ({ action, worker, made, ready, onTheKey }) => {
  test('makes the AWS calls that are counted above, and no others', async () => {
    const scene = await ready();

    expect(await madeBy(service, worker, () => scene.ask(action, 'once'))).toEqual(made);
    await scene.campaigns.pass(untilDone);
    expect(await scene.state()).toEqual(everybodyOnce);
  });

  describe.each(keysToAskWith)('asked %s', (_how, key) => {
    const asked = key === undefined ? withoutKey(made) : made;

    test.each(troublesAt(everyOf(asked)).filter(isWrite))(
      '$name, and asked again: everybody gets it once, and the key has paid once for them',
      async (trouble) => {
        const scene = await ready();

        expectOneRequest(await askedTwice(scene, action, { worker, key }, trouble), key);
        await scene.campaigns.pass(untilTriedAgain);

        expect(await scene.state()).toEqual(everybodyOnce);
        expect(await scene.countedOnKey()).toBe(onTheKey);
      },
    );
  });
});

describe('deleteBroadcast', () => {
  const made: Made = {
    'dynamodb GetItem': 2,
    'dynamodb TransactWriteItems': 1,
    'dynamodb UpdateItem': 1,
    'sqs SendMessageBatch': 2,
  };

  test('makes the AWS calls that are counted above, and no others', async () => {
    const scene = await interrupted();

    expect(await madeBy(service, 'deleteBroadcast', () => scene.delete())).toEqual(made);
    await scene.campaigns.pass(untilTriedAgain);
    expect(await scene.remains()).toEqual([]);
  });

  test.each(troublesAt(everyOf(made)))(
    '$name, and asked again: it is gone, and nobody more is mailed',
    async (trouble) => {
      const scene = await interrupted();
      const mailed = await scene.campaigns.mailed();

      const first = await inTrouble(service, 'deleteBroadcast', trouble, () => scene.delete());
      const again = await scene.delete();
      await scene.campaigns.pass(untilTriedAgain);

      expect([200, 404]).toContain(again.status);
      if (first.status === 200) expect(again.status).toBe(404);
      expect(await scene.remains()).toEqual([]);
      expect(await scene.campaigns.mailed()).toEqual(mailed);
    },
  );
});

describe('followUp, which clears what was deleted', () => {
  const places: Places = {
    'dynamodb BatchWriteItem': [0, 1, 6],
    'dynamodb GetItem': [0],
    'dynamodb Query': [0, 9, 18],
    'dynamodb UpdateItem': [0],
    'sqs SendMessageBatch': [0],
  };

  test.each(troublesAt(places))('$name: nothing of it remains', async (trouble) => {
    const scene = await interrupted();

    await inTrouble(service, 'followUp', trouble, async () => {
      await scene.delete();
      await service.settle();
    });
    await scene.campaigns.pass(untilCleared);

    expect(await scene.remains()).toEqual([]);
  });
});

describe('decideBroadcast', () => {
  const made: Made = {
    'dynamodb BatchGetItem': 3,
    'dynamodb GetItem': 5,
    'dynamodb PutItem': 1,
    'dynamodb TransactWriteItems': 1,
    'dynamodb UpdateItem': 3,
    'sqs SendMessageBatch': 1,
  };

  /** The sample has gone out, and ten people wait for the winner. */
  const testing = () => CampaignScene.testing(service, table);

  test('makes the AWS calls that are counted above, and no others', async () => {
    const scene = await testing();

    expect(await madeBy(service, 'decideBroadcast', () => scene.ask('winner', 'once'))).toEqual(made);
  });

  test.each(troublesAt(everyOf(made)).filter(isWrite))(
    '$name, and asked again: it is decided once, and everybody gets one of the variants once',
    async (trouble) => {
      const scene = await testing();

      const answers = await askedTwice(scene, 'winner', { worker: 'decideBroadcast', key: 'once' }, trouble);
      await scene.campaigns.pass(untilTriedAgain);

      expectOneRequest(answers, 'once');
      expect(await scene.campaigns.read(scene.id)).toMatchObject({
        status: 'sent',
        ab_test: { winner: 'b', decided_by: 'manual' },
      });
      expect(await scene.campaigns.tally(scene.id, ({ variant }) => variant)).toEqual({ a: 100, b: 110 });
      expect(await scene.campaigns.mailed()).toHaveLength(210);
      expect(await scene.countedOnKey()).toBe(10);
    },
  );
});
