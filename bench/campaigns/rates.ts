import { Service } from '../../test/support/service';
import { ServiceTable } from '../../test/support/table';
import { count, type Table } from '../table';
import { measureNeighbors } from './neighbors';
import { runCampaign, setRate, type Run } from './run';

/** Recipients a second of the account, as far as two cores go; and what of that bulk mail has. */
const rates = [25, 50, 75];

/** Functions are slower when they are new. */
const warmUpRates = [25, 50];

const bulkShare = 0.8;

/** As long as a campaign is to take at the rate of the account, s. */
const campaignSeconds = 30;

/** Whether campaigns use the rate that they have, and leave the rest to others. */
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
    title: 'How much of the rate that bulk mail has a campaign uses',
    head: [
      'mails a second of the account',
      'for bulk mail',
      'people',
      'mails a second',
      'share',
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
        share >= 0.95 ? 'kept' : '**missed**',
      ];
    }),
  };
}
