import { chunksOf } from '../../core/chunks';
import { forEachRateLimited } from '../../async/for-each-rate-limited';

/** People who are written together: few enough that one whom somebody else writes holds up few. */
const batchSizeDefault = 25;

/**
 * The list by time keeps a workspace's suppressions in one partition of its index, which takes 1,000 writes a second:
 * 800 are 12.5 s for the largest batch, and bounces that come meanwhile find room.
 */
const [concurrencyMax, addressesPerSecondMax] = [8, 800];

/** Does the work for so many at a time, at the pace that the list of suppressions takes. */
export const forEachAddressBatch = (
  addresses: readonly string[],
  work: (batch: readonly string[]) => Promise<void>,
  batchSize = batchSizeDefault,
): Promise<void> =>
  forEachRateLimited(
    chunksOf(addresses, batchSize),
    { concurrencyMax, perSecondMax: addressesPerSecondMax / batchSize },
    work,
  );
