import { metricCounters, type Counts } from '../../../db/records/metrics';

/** Counter by counter; one that comes to nothing is left out. What is taken back is a count below 0. */
export function sumCounts(countsList: readonly Counts[]): Counts {
  const sums = metricCounters.map(
    (name) => [name, countsList.reduce((sum, counts) => sum + (counts[name] ?? 0), 0)] as const,
  );
  return Object.fromEntries(sums.filter(([, sum]) => sum !== 0));
}
