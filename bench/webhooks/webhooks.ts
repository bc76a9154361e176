import { count, type Table } from '../table';
import { costTable } from './delivery-cost';
import { measureSpeed, type Speed } from './speed';
import { measureUnits, type CostStep } from './units';

/** How many endpoints, and how many of them never answer. */
const runs = [
  [1, 0],
  [10, 0],
  [10, 1],
  [100, 0],
  [100, 10],
] as const;

/** How soon endpoints are told, what those that hang do to the others, and what a delivery costs. */
export async function measureWebhooks(): Promise<Table[]> {
  const steps = await measureUnits();
  const speeds: Speed[] = [];
  for (const [endpoints, hanging] of runs) speeds.push(await measureSpeed(endpoints, hanging));
  return [speedTable(speeds), unitsTable(steps), costTable(steps)];
}

function speedTable(speeds: readonly Speed[]): Table {
  const base = speeds[0];
  return {
    id: 'webhooks',
    title: 'Telling webhook endpoints',
    head: ['endpoints', 'of them hang', 'median', 'p95', 'deliveries/s', 'to those of one endpoint'],
    rows: speeds.map(({ endpoints, hanging, median, p95, deliveriesPerSecond }) => [
      count(endpoints),
      count(hanging),
      `${median.toFixed(0)} ms`,
      `${p95.toFixed(0)} ms`,
      deliveriesPerSecond.toFixed(0),
      (deliveriesPerSecond / (base?.deliveriesPerSecond ?? 1)).toFixed(2),
    ]),
  };
}

const unitsTable = (steps: readonly CostStep[]): Table => ({
  id: 'webhooks-units',
  title: 'What a delivery costs, by step',
  head: ['step', 'write units', 'read units', 'calls to queues', 'calls to KMS'],
  rows: steps.map(([name, { writes, reads, sqsCalls, kmsCalls }]) => [
    name,
    ...[writes, reads, sqsCalls, kmsCalls].map((value) => Number(value.toFixed(2))),
  ]),
});
