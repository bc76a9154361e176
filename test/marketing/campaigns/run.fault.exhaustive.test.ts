import { minuteMs } from '../../support/campaigns/campaigns';
import { Service } from '../../support/service';
import { ServiceTable } from '../../support/table';
import { CampaignScenario, everyRecipientOnce, mailedCount } from '../../support/faults/campaign-scenario';
import { countCallsBy, type CallCounts } from '../../support/faults/crash-points';
import { withFault, faultsAt, type CallPositions } from '../../support/faults/injected-faults';

/** These tests kill workers, which affects all workspaces, so this file has its own runtime. */
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

/** Long enough for work that is already due to finish. */
const completionWaitMs = 20_000;

/**
 * Long enough for SQS to retry killed workers, and for the sweep that retries an unknown outcome after ten minutes.
 */
const retryWaitMs = 25 * minuteMs;

const firstPositions = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** A worker's AWS calls for a campaign of two slices, and the positions at which faults are injected. */
interface WorkerCase {
  worker: string;
  callCounts: CallCounts;
  /** Calls that are made twice if both slices end simultaneously and each worker finds no recipient left. */
  extraCallsAtEnd?: readonly string[];
  callPositions: CallPositions;
}

const workerCases: WorkerCase[] = [
  {
    worker: 'runCampaigns',
    callCounts: {
      'dynamodb BatchGetItem': 3,
      'dynamodb BatchWriteItem': 3,
      'dynamodb GetItem': 5,
      'dynamodb UpdateItem': 12,
      'sqs SendMessageBatch': 3,
    },
    callPositions: {
      'dynamodb BatchGetItem': firstPositions(3),
      'dynamodb BatchWriteItem': firstPositions(3),
      'dynamodb GetItem': firstPositions(5),
      'dynamodb Query': [0, 9, 30, 43, 44],
      'dynamodb UpdateItem': firstPositions(12),
      'sesv2 GetAccount': [0],
      'sqs SendMessageBatch': firstPositions(3),
    },
  },
  {
    worker: 'sendSlices',
    callCounts: {
      'dynamodb BatchGetItem': 4,
      'dynamodb BatchWriteItem': 2,
      'dynamodb GetItem': 6,
      'dynamodb PutItem': mailedCount,
      'dynamodb TransactWriteItems': 4,
      'dynamodb UpdateItem': mailedCount + 5,
      'sesv2 SendEmail': mailedCount,
      'sqs SendMessageBatch': 1,
    },
    extraCallsAtEnd: ['dynamodb UpdateItem', 'sqs SendMessageBatch'],
    callPositions: {
      'dynamodb BatchGetItem': firstPositions(4),
      'dynamodb BatchWriteItem': firstPositions(2),
      'dynamodb GetItem': firstPositions(6),
      'dynamodb PutItem': [0, 13, 27],
      'dynamodb Query': [0, 12, 24],
      'dynamodb TransactWriteItems': firstPositions(4),
      'dynamodb UpdateItem': [0, 1, 2, 15, 29, 30, 31, 32],
      'sesv2 GetAccount': [0],
      'sesv2 SendEmail': [0, 13, 27],
      'sqs SendMessageBatch': [0],
    },
  },
];

/** GetAccount is cached per instance, and the number of partitions that a slice spans is random. */
const withoutVariableCalls = (callCounts: CallCounts): CallCounts =>
  Object.fromEntries(Object.entries(callCounts).filter(([index]) => !/GetAccount|Query/.test(index)));

const withExtraCalls = (callCounts: CallCounts, extraCalls: readonly string[]): CallCounts => ({
  ...callCounts,
  ...Object.fromEntries(extraCalls.map((call) => [call, (callCounts[call] ?? 0) + 1])),
});

describe.each(workerCases)('$worker', ({ worker, callCounts, extraCallsAtEnd = [], callPositions }) => {
  test('makes the listed AWS calls', async () => {
    const scenario = await CampaignScenario.createInTwoSlices(service, table);

    const calls = withoutVariableCalls(
      await countCallsBy(service, worker, () => scenario.send(completionWaitMs)),
    );
    expect([callCounts, withExtraCalls(callCounts, extraCallsAtEnd)]).toContainEqual(calls);
    expect(await scenario.state()).toEqual(everyRecipientOnce);
  });

  test.each(faultsAt(callPositions))(
    'mails and counts every recipient once if it is $name',
    async (fault) => {
      const scenario = await CampaignScenario.createInTwoSlices(service, table);
      await withFault(service, worker, fault, () => scenario.send(completionWaitMs));

      await scenario.campaigns.advanceAndSettle(retryWaitMs);

      expect(await scenario.state()).toEqual(everyRecipientOnce);
    },
  );
});
