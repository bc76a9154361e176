import { writeTally, type Tally } from '../../../shared/domain/platform/metrics/tally';

/**
 * Writes the metrics of a batch once, even if the batch fails, because a retry does not count recorded events again.
 */
export async function withTally<T>(work: (tally: Tally) => Promise<T>): Promise<T> {
  const tally: Tally = new Map();
  try {
    return await work(tally);
  } finally {
    await writeTally(tally);
  }
}
