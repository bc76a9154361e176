import { writeTally, type Tally } from '../../../shared/domain/platform/metrics/tally';

/** Counts what a batch does for the metrics, with one write for many notices. What failed would not be counted again. */
export async function withTally<T>(work: (tally: Tally) => Promise<T>): Promise<T> {
  const tally: Tally = new Map();
  try {
    return await work(tally);
  } finally {
    await writeTally(tally);
  }
}
