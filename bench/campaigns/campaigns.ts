import { Service } from '../../test/support/service';
import { ServiceTable } from '../../test/support/table';
import { dollars, prices } from '../cost';
import { count, verdict, type Table } from '../table';
import { fullRate, runCampaign, setRate, type Run } from './run';

const [smallSize, largeSize] = [1_000, 100_000];

/** What campaigns cost; the large one takes three quarters of an hour. */
export async function measureCampaigns(): Promise<Table[]> {
  const service = await Service.start();
  const table = await ServiceTable.open(service);
  try {
    await runCampaign(service, table, 100);
    await setRate(service, fullRate);
    const runs = [
      await runCampaign(service, table, smallSize, { looksAtHeaps: true }),
      await runCampaign(service, table, largeSize, { looksAtHeaps: true }),
    ];
    expectOneMailEach(runs);
    return [unitsTable(runs), costTable(runs)];
  } finally {
    table.close();
    await service.stop();
  }
}

function expectOneMailEach(runs: readonly Run[]): void {
  for (const { size, addresses } of runs)
    if (addresses.length !== size || new Set(addresses).size !== size)
      throw new Error(
        `${addresses.length} mails to ${new Set(addresses).size} addresses, for ${size} people`,
      );
}

function unitsTable(runs: readonly Run[]): Table {
  const [small, large] = runs.map(({ mailing, size }) => mailing.writes / size);
  const drift = Math.abs((large ?? 0) / (small ?? 1) - 1) * 100;
  return {
    id: 'campaign-units',
    title: 'What a campaign takes',
    head: ['what', ...runs.map(({ size }) => `${count(size)} people`), 'budget', ''],
    rows: [
      row(
        'write units to freeze the audience, each',
        runs,
        ({ freezing, size }) => freezing.writes / size,
        1.5,
      ),
      row(
        'write units from then to the Delivery event, each',
        runs,
        ({ mailing, size }) => mailing.writes / size,
        8,
      ),
      ['the difference between the two, %', '', drift.toFixed(1), 5, verdict(drift, 5)],
      row('the call that starts it, ms', runs, ({ startMs }) => startMs, 2_000),
      row('seconds from the call to the first mail', runs, ({ preparingSeconds }) => preparingSeconds),
      row('seconds from the first mail to the last', runs, ({ mailingSeconds }) => mailingSeconds),
      row('MB of live heap of an instance that freezes, at most', runs, ({ freezingHeapBytes }) =>
        megabytes(freezingHeapBytes),
      ),
      row('MB of live heap of an instance that mails, at most', runs, ({ mailingHeapBytes }) =>
        megabytes(mailingHeapBytes),
      ),
      row('addresses that got it once', runs, ({ addresses }) => new Set(addresses).size),
    ],
  };
}

const megabytes = (bytes: number): number => bytes / 1_048_576;

function row(
  label: string,
  runs: readonly Run[],
  valueOf: (run: Run) => number,
  budget?: number,
): (string | number)[] {
  const values = runs.map(valueOf);
  const worst = Math.max(...values);
  const texts = values.map((value) => (value < 100 ? value.toFixed(2) : count(Math.round(value))));
  return [label, ...texts, ...(budget === undefined ? ['', ''] : [budget, verdict(worst, budget)])];
}

/** What the local runtime cannot measure: how long functions wait on AWS, and what Lambda logs by itself. */
const assumed = { sliceMs: 10_000, sliceGb: 0.5, eventMs: 15, eventGb: 0.5, bytesPerInvocation: 600 };

/** SES publishes Send and Delivery. */
const events = 2;

/** Events of one campaign come ten in a batch. */
const eventsOfBatch = 10;

function costTable(runs: readonly Run[]): Table {
  const run = runs.at(-1);
  if (!run) throw new Error('Nothing ran');
  const perRecipient = (amount: number): number => amount / run.size;
  const slices = 1 / 100;
  const batches = events / eventsOfBatch;
  const gigabyteSeconds =
    (slices * assumed.sliceMs * assumed.sliceGb + events * assumed.eventMs * assumed.eventGb) / 1000;
  const items: [string, number, number, string][] = [
    [
      'DynamoDB write units',
      perRecipient(run.freezing.writes + run.mailing.writes),
      prices.writeUnit,
      'measured',
    ],
    [
      'DynamoDB read units',
      perRecipient(run.freezing.reads + run.mailing.reads),
      prices.readUnit,
      'measured',
    ],
    ['Lambda invocations', slices + batches, prices.invocation, 'by design'],
    ['Lambda GB-seconds', gigabyteSeconds, prices.gigabyteSecond, 'assumed'],
    ['SNS publishes', events, prices.snsPublish, 'Send and Delivery'],
    ['SQS requests', 3 * (slices + batches), prices.sqsRequest, 'ten events in a batch'],
    [
      'CloudWatch Logs, KB',
      ((slices + batches) * assumed.bytesPerInvocation) / 1e3,
      prices.logKilobyte,
      'assumed',
    ],
  ];
  const total = items.reduce((sum, [, amount, price]) => sum + amount * price * 1000, 0);
  return {
    id: 'campaign-cost',
    title: 'Own cost of 1,000 recipients, beyond SES',
    head: ['item', 'per recipient', 'price of a million', 'per 1,000', 'amount is'],
    rows: [
      ...items.map(([name, amount, price, source]) => [
        name,
        Number(amount.toPrecision(3)),
        `$${(price * 1e6).toFixed(3)}`,
        dollars(amount * price * 1000),
        source,
      ]),
      ['**all**', '', '', `**${dollars(total)}** of $0.012`, verdict(total, 0.012)],
    ],
  };
}
