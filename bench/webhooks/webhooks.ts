import { count, type Table } from '../table';
import { costTable } from './delivery-cost';
import { measureSpeed, type Speed } from './speed';
import { measureUnits, type CostStep } from './units';

/** The number of endpoints, and how many of them never respond. */
const runs = [
  [1, 0],
  [10, 0],
  [10, 1],
  [100, 0],
  [100, 10],
] as const;

/**
 * Measures the latency of deliveries, the effect of hanging endpoints on other endpoints, and the cost of deliveries.
 */
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
    title: 'Deliveries to webhook endpoints',
    head: ['endpoints', 'hanging', 'median', 'p95', 'deliveries/s', 'relative to one endpoint'],
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
  title: 'DynamoDB units and AWS calls of a delivery, by step',
  head: ['step', 'write units', 'read units', 'SQS calls'],
  rows: steps.map(([name, { writes, reads, sqsCalls }]) => [
    name,
    ...[writes, reads, sqsCalls].map((value) => Number(value.toFixed(2))),
  ]),
});
