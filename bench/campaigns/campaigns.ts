import { Service } from '../../test/support/service';
import { ServiceTable } from '../../test/support/table';
import { dollars, prices } from '../cost';
import { count, verdict, type Table } from '../table';
import { fullRate, runCampaign, setRate, type Run } from './run';

const [smallSize, largeSize] = [1_000, 100_000];

/** Measures the cost of campaigns. The large campaign takes 45 minutes. */
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
        `${addresses.length} emails to ${new Set(addresses).size} addresses, for ${size} contacts`,
      );
}

function unitsTable(runs: readonly Run[]): Table {
  const [small, large] = runs.map(({ mailing, size }) => mailing.writes / size);
  const drift = Math.abs((large ?? 0) / (small ?? 1) - 1) * 100;
  return {
    id: 'campaign-units',
    title: 'The cost of a campaign',
    head: ['metric', ...runs.map(({ size }) => `${count(size)} contacts`), 'budget', ''],
    rows: [
      row(
        'write units per recipient to freeze the audience',
        runs,
        ({ freezing, size }) => freezing.writes / size,
        1.5,
      ),
      row(
        'write units per recipient to send, up to the Delivery event',
        runs,
        ({ mailing, size }) => mailing.writes / size,
        8,
      ),
      ['difference between the two sizes, %', '', drift.toFixed(1), 5, verdict(drift, 5)],
      row('duration of the call that starts the campaign, ms', runs, ({ startMs }) => startMs, 2_000),
      row('seconds from the call to the first email', runs, ({ preparingSeconds }) => preparingSeconds),
      row('seconds from the first email to the last', runs, ({ mailingSeconds }) => mailingSeconds),
      row('maximum live heap of an instance that freezes the audience, MB', runs, ({ freezingHeapBytes }) =>
        megabytes(freezingHeapBytes),
      ),
      row('maximum live heap of an instance that sends, MB', runs, ({ mailingHeapBytes }) =>
        megabytes(mailingHeapBytes),
      ),
      row('addresses that received exactly one email', runs, ({ addresses }) => new Set(addresses).size),
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

/** Assumed values. The local runtime cannot measure how long functions wait for AWS or how much Lambda itself logs. */
const assumed = { sliceMs: 10_000, sliceGb: 0.5, eventMs: 15, eventGb: 0.5, bytesPerInvocation: 600 };

/** SES publishes two events per email: Send and Delivery. */
const events = 2;

/** Events of one campaign arrive in batches of ten. */
const eventsOfBatch = 10;

function costTable(runs: readonly Run[]): Table {
  const run = runs.at(-1);
  if (!run) throw new Error('No campaign was measured');
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
    ['SNS publishes', events, prices.snsPublish, 'a Send and a Delivery event'],
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
    title: 'Cost of 1,000 recipients, without SES',
    head: ['item', 'per recipient', 'price per million', 'per 1,000 recipients', 'source'],
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
