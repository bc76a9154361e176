import { chunksOf } from '../../core/chunks';
import { forEachRateLimited } from '../../async/for-each-rate-limited';

/** The number of addresses written together. Small batches limit how many addresses a conflicting write delays. */
const batchSizeDefault = 25;

/**
 * All suppressions of a workspace are in one partition of the index `byTime`, which accepts 1,000 writes per second. At
 * 800, the largest request takes 12.5 seconds and leaves capacity for bounces.
 */
const [concurrencyMax, addressesPerSecondMax] = [8, 800];

/** Processes the addresses in batches, at a rate that the suppression index accepts. */
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
