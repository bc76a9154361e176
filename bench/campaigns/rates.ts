import { Service } from '../../test/support/service';
import { ServiceTable } from '../../test/support/table';
import { count, type Table } from '../table';
import { measureNeighbors } from './neighbors';
import { runCampaign, setRate, type Run } from './run';

/** Send rates of the account in recipients per second, up to the limit of a machine with two cores. */
const rates = [25, 50, 75];

/** The rates of the warm-up runs. These runs start function instances, because new instances are slower. */
const warmUpRates = [25, 50];

const bulkShare = 0.8;

/** The duration of a campaign that uses the full rate of the account. */
const campaignSeconds = 30;

/** Measures whether campaigns use the full bulk rate, and whether single sends still get the rest of the rate. */
export async function measureCampaignRates(): Promise<Table[]> {
  const service = await Service.start();
  const table = await ServiceTable.open(service);
  try {
    for (const rate of warmUpRates) await runAt(service, table, rate);
    const runsByRate: [number, Run][] = [];
    for (const rate of rates) runsByRate.push([rate, await runAt(service, table, rate)]);
    return [rateTable(runsByRate), await measureNeighbors(service, table)];
  } finally {
    table.close();
    await service.stop();
  }
}

async function runAt(service: Service, table: ServiceTable, rate: number): Promise<Run> {
  await setRate(service, rate);
  return runCampaign(service, table, rate * campaignSeconds);
}

function rateTable(runsByRate: readonly [number, Run][]): Table {
  return {
    id: 'campaign-rate',
    title: 'Share of the bulk rate that a campaign uses',
    head: [
      'rate of the account, emails a second',
      'bulk rate, emails a second',
      'contacts',
      'measured, emails a second',
      'share of the bulk rate',
      'at least',
      '',
    ],
    rows: runsByRate.map(([rate, { size, mailingSeconds }]) => {
      const perSecond = (size - 1) / mailingSeconds;
      const share = perSecond / (rate * bulkShare);
      return [
        rate,
        rate * bulkShare,
        count(size),
        perSecond.toFixed(1),
        share.toFixed(2),
        0.95,
        share >= 0.95 ? 'met' : '**missed**',
      ];
    }),
  };
}
