import { metricCounters, type Counts } from '../../../db/records/metrics';

/** Adds up each counter and omits those whose sum is 0. Corrections are negative counts. */
export function sumCounts(countsList: readonly Counts[]): Counts {
  const sums = metricCounters.map(
    (name) => [name, countsList.reduce((sum, counts) => sum + (counts[name] ?? 0), 0)] as const,
  );
  return Object.fromEntries(sums.filter(([, sum]) => sum !== 0));
}
