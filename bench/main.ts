import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import * as prettier from 'prettier';
import { measureAutomations } from './automations/automations';
import { measureDeletion } from './automations/deletion';
import { measureBundles } from './bundles';
import { measureCampaigns } from './campaigns/campaigns';
import { measureCampaignRates } from './campaigns/rates';
import { measureCampaignSpeed } from './campaigns/speed';
import { measureCapacity } from './capacity';
import { measureCodes } from './conversation/codes';
import { measureConversation } from './conversation/conversation';
import { measureCost } from './cost';
import { measureClientSizes } from './client-sizes';
import { measureInbox } from './inbox/inbox';
import { measureLog } from './log';
import { measurePackages } from './packages';
import { measurePeople } from './people/people';
import { measureRoundTrips } from './round-trips';
import { measureStart } from './start';
import { markdownOf, withTable, type Measurement, type Table } from './table';
import { measureThroughput } from './throughput';
import { measureWebhooks } from './webhooks/webhooks';

/** All measurements by name. `npm run bench NAME` runs one measurement. */
const measurements: Record<string, Measurement> = {
  capacity: measureCapacity,
  'round-trips': measureRoundTrips,
  bundles: measureBundles,
  faces: measureClientSizes,
  start: measureStart,
  packages: measurePackages,
  throughput: measureThroughput,
  log: measureLog,
  cost: measureCost,
  conversation: measureConversation,
  codes: measureCodes,
  webhooks: measureWebhooks,
  inbox: measureInbox,
  people: measurePeople,
  automations: measureAutomations,
  'automations-deletion': measureDeletion,
  campaign: measureCampaigns,
  'campaign-speed': measureCampaignSpeed,
  'campaign-rates': measureCampaignRates,
};

async function main(): Promise<void> {
  for (const name of namesToRun(process.argv[2])) {
    const tables = (await measurements[name]?.()) ?? [];
    for (const table of tables) process.stdout.write(`\n${table.title}\n\n${markdownOf(table)}\n`);
    await updateResults(name, [...tables, runInfoTable(name)]);
  }
}

function namesToRun(wanted: string | undefined): string[] {
  const names = Object.keys(measurements);
  if (wanted === undefined) return names;
  if (names.includes(wanted)) return [wanted];
  process.stderr.write(`There is no measurement ${wanted}. The measurements are ${names.join(', ')}\n`);
  return process.exit(2);
}

/** Rewrites the tables of the measurement's page and keeps the text around the tables. */
async function updateResults(name: string, tables: readonly Table[]): Promise<void> {
  const file = `bench/results/${name}.md`;
  const text = tables.reduce(withTable, readFileSync(file, 'utf8'));
  const style = await prettier.resolveConfig(file);
  writeFileSync(file, await prettier.format(text, { ...style, filepath: file }));
}

/** A table with the date and the machine, because results of different machines are not comparable. */
const runInfoTable = (name: string): Table => ({
  id: `${name}-run`,
  title: '',
  head: ['measured', 'machine', 'load average'],
  rows: [
    [
      new Date().toISOString().slice(0, 10),
      `${cpus().length} cores, ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}, ${process.platform}-${process.arch}`,
      (loadavg()[0] ?? 0).toFixed(1),
    ],
  ],
});

void main();
