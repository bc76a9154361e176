import { minuteMs } from '../../support/campaigns/campaigns';
import { idempotencyLeaseMs } from '../../support/leases';
import { injectFault } from '../../support/scheduled-sends';
import { Service, type ApiResponse } from '../../support/service';
import { ServiceTable } from '../../support/table';
import {
  CampaignScenario,
  everyRecipientOnce,
  mailedCount,
  recipientCount,
} from '../../support/faults/campaign-scenario';
import { countCallsBy, type CallCounts } from '../../support/faults/crash-points';
import {
  everyCallOf,
  withFault,
  isWrite,
  faultsAt,
  withoutIdempotencyKey,
  type CallPositions,
} from '../../support/faults/injected-faults';

/** These tests kill functions, which affects all workspaces, so this file has its own runtime. */
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

const completionWaitMs = 20_000;
const retryWaitMs = 25 * minuteMs;

/** Longer than the half hour after which SQS redelivers a failed message. */
const purgeWaitMs = 45 * minuteMs;

const refusal = { status: 409, body: { error: { type: 'invalid_state' } } };

/** Sends the request with a fault, and again after the lease of the first request has expired. */
async function sendTwice(
  scenario: CampaignScenario,
  action: 'send' | 'resume' | 'winner',
  { worker, key }: { worker: string; key: string | undefined },
  fault: Parameters<typeof withFault>[2],
): Promise<[ApiResponse, ApiResponse]> {
  const first = await withFault(service, worker, fault, () => scenario.callActionWithKey(action, key));
  await service.advance(idempotencyLeaseMs);
  return [first, await scenario.callActionWithKey(action, key)];
}

/**
 * With an Idempotency-Key, the second request returns the result of the first request. Without the header, the second
 * request sees the state that the first request left.
 */
function expectOneEffect([first, secondResponse]: [ApiResponse, ApiResponse], key: string | undefined): void {
  expect([202, 400, 500, 503]).toContain(first.status);
  if (key !== undefined) expect(secondResponse.status).toBe(202);
  else if (first.status === 202) expect(secondResponse).toMatchObject(refusal);
  else if (secondResponse.status !== 202) expect(secondResponse).toMatchObject(refusal);
}

const idempotencyKeyCases = [
  ['with an Idempotency-Key', 'once'],
  ['without an Idempotency-Key', undefined],
] as const;

interface RequestCase {
  action: 'send' | 'resume';
  worker: string;
  /** The request's AWS calls with an Idempotency-Key. */
  callCounts: CallCounts;
  /** Creates a campaign for which the request is valid. */
  createReady: () => Promise<CampaignScenario>;
  /** The number of recipients charged to the daily limit of the requesting key. */
  chargedOnKey: number;
}

/**
 * Shorter than the minute after which an interrupted run resumes automatically, so that both requests precede the
 * resumption.
 */
const pauseWaitMs = 5_000;

/** Creates a campaign that SES interrupted before any recipient was mailed. */
async function createInterrupted(): Promise<CampaignScenario> {
  const scenario = await CampaignScenario.create(service, table);
  await injectFault(service, 'sesv2 SendEmail', { error: 'SendingPausedException', function: '-sendSlices' });
  await scenario.send(pauseWaitMs);
  await service.control('DELETE', '/faults');
  return scenario;
}

const requestCases: RequestCase[] = [
  {
    action: 'send',
    worker: 'sendBroadcast',
    callCounts: {
      'dynamodb BatchGetItem': 2,
      'dynamodb GetItem': 6,
      'dynamodb PutItem': 1,
      'dynamodb Query': 8,
      'dynamodb TransactWriteItems': 1,
      'dynamodb UpdateItem': 3,
      'sqs SendMessageBatch': 1,
    },
    createReady: () => CampaignScenario.create(service, table),
    chargedOnKey: recipientCount,
  },
  {
    action: 'resume',
    worker: 'resumeBroadcast',
    callCounts: {
      'dynamodb BatchGetItem': 3,
      'dynamodb GetItem': 5,
      'dynamodb PutItem': 1,
      'dynamodb TransactWriteItems': 1,
      'dynamodb UpdateItem': 3,
      'sqs SendMessageBatch': 1,
    },
    createReady: createInterrupted,
    chargedOnKey: mailedCount,
  },
];

describe.each(requestCases)('$worker', ({ action, worker, callCounts, createReady, chargedOnKey }) => {
  test('makes exactly the listed AWS calls', async () => {
    const scenario = await createReady();

    expect(await countCallsBy(service, worker, () => scenario.callActionWithKey(action, 'once'))).toEqual(
      callCounts,
    );
    await scenario.campaigns.advanceAndSettle(completionWaitMs);
    expect(await scenario.state()).toEqual(everyRecipientOnce);
  });

  describe.each(idempotencyKeyCases)('in requests %s', (_label, key) => {
    const askedCallCounts = key === undefined ? withoutIdempotencyKey(callCounts) : callCounts;

    test.each(faultsAt(everyCallOf(askedCallCounts)).filter(isWrite))(
      'mails every recipient once and charges the key once if it is $name and retried',
      async (fault) => {
        const scenario = await createReady();

        expectOneEffect(await sendTwice(scenario, action, { worker, key }, fault), key);
        await scenario.campaigns.advanceAndSettle(retryWaitMs);

        expect(await scenario.state()).toEqual(everyRecipientOnce);
        expect(await scenario.getChargedOnKey()).toBe(chargedOnKey);
      },
    );
  });
});

describe('deleteBroadcast', () => {
  const callCounts: CallCounts = {
    'dynamodb GetItem': 2,
    'dynamodb TransactWriteItems': 1,
    'dynamodb UpdateItem': 1,
    'sqs SendMessageBatch': 2,
  };

  test('makes exactly the listed AWS calls', async () => {
    const scenario = await createInterrupted();

    expect(await countCallsBy(service, 'deleteBroadcast', () => scenario.delete())).toEqual(callCounts);
    await scenario.campaigns.advanceAndSettle(retryWaitMs);
    expect(await scenario.listRemainingRecords()).toEqual([]);
  });

  test.each(faultsAt(everyCallOf(callCounts)))(
    'deletes the campaign and mails no further recipient if it is $name and retried',
    async (fault) => {
      const scenario = await createInterrupted();
      const mailed = await scenario.campaigns.listMailedAddresses();

      const first = await withFault(service, 'deleteBroadcast', fault, () => scenario.delete());
      const secondResponse = await scenario.delete();
      await scenario.campaigns.advanceAndSettle(retryWaitMs);

      expect([200, 404]).toContain(secondResponse.status);
      if (first.status === 200) expect(secondResponse.status).toBe(404);
      expect(await scenario.listRemainingRecords()).toEqual([]);
      expect(await scenario.campaigns.listMailedAddresses()).toEqual(mailed);
    },
  );
});

describe('runBackgroundJob, which purges deleted campaigns', () => {
  const callPositions: CallPositions = {
    'dynamodb BatchWriteItem': [0, 1, 6],
    'dynamodb GetItem': [0],
    'dynamodb Query': [0, 9, 18],
    'dynamodb UpdateItem': [0],
    'sqs SendMessageBatch': [0],
  };

  test.each(faultsAt(callPositions))('leaves no records of the campaign if it is $name', async (fault) => {
    const scenario = await createInterrupted();

    await withFault(service, 'runBackgroundJob', fault, async () => {
      await scenario.delete();
      await service.settle();
    });
    await scenario.campaigns.advanceAndSettle(purgeWaitMs);

    expect(await scenario.listRemainingRecords()).toEqual([]);
  });
});

describe('decideBroadcast', () => {
  const callCounts: CallCounts = {
    'dynamodb BatchGetItem': 3,
    'dynamodb GetItem': 5,
    'dynamodb PutItem': 1,
    'dynamodb TransactWriteItems': 1,
    'dynamodb UpdateItem': 3,
    'sqs SendMessageBatch': 1,
  };

  /** Creates an A/B test that has sent its sample. Ten recipients remain. */
  const createTesting = () => CampaignScenario.createTesting(service, table);

  test('makes exactly the listed AWS calls', async () => {
    const scenario = await createTesting();

    expect(
      await countCallsBy(service, 'decideBroadcast', () => scenario.callActionWithKey('winner', 'once')),
    ).toEqual(callCounts);
  });

  test.each(faultsAt(everyCallOf(callCounts)).filter(isWrite))(
    'decides the test once and sends every recipient one variant once if it is $name and retried',
    async (fault) => {
      const scenario = await createTesting();

      const responses = await sendTwice(
        scenario,
        'winner',
        { worker: 'decideBroadcast', key: 'once' },
        fault,
      );
      await scenario.campaigns.advanceAndSettle(retryWaitMs);

      expectOneEffect(responses, 'once');
      expect(await scenario.campaigns.getCampaign(scenario.id)).toMatchObject({
        status: 'sent',
        ab_test: { winner: 'b', decided_by: 'manual' },
      });
      expect(await scenario.campaigns.countRecipientsBy(scenario.id, ({ variant }) => variant)).toEqual({
        a: 100,
        b: 110,
      });
      expect(await scenario.campaigns.listMailedAddresses()).toHaveLength(210);
      expect(await scenario.getChargedOnKey()).toBe(10);
    },
  );
});
