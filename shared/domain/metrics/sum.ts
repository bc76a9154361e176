import { metricCounters, type Counts } from './record';

/** Counter by counter; one that nobody has is left out. */
export function sumOf(all: readonly Counts[]): Counts {
  const sums = metricCounters.map(
    (name) => [name, all.reduce((sum, one) => sum + (one[name] ?? 0), 0)] as const,
  );
  return Object.fromEntries(sums.filter(([, sum]) => sum > 0));
}
