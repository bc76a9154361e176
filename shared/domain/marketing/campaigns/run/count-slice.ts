import { isLeasedBy } from '../../../../db/lease';
import { updateWrite, deleteWrite, writeTransaction } from '../../../../db/transaction';
import { logger } from '../../../../core/logger';
import { statsFrom, statsWrites } from '../stats';
import type { Slice } from '../../../../db/records/campaigns';
import { sliceKey } from './slices';
import type { SliceSummary } from './recipient-states';

/**
 * Counts the outcome of each recipient of the slice once. A finished slice is deleted in the same transaction; an
 * unfinished slice records what is counted so far.
 */
export async function countSlice(slice: Slice, { outcomes, remaining }: SliceSummary): Promise<void> {
  const stats = statsFrom(outcomes);
  const [key, holdsLease] = [sliceKey(slice), isLeasedBy(slice.leaseOwner ?? '')];
  const isCounted = await writeTransaction([
    remaining === 0
      ? deleteWrite(key, holdsLease)
      : updateWrite(key, { set: { countedStats: stats } }, holdsLease),
    ...statsWrites(slice, stats),
  ]);
  if (!isCounted)
    logger.warn('slice already counted by another worker', { campaignId: slice.campaignId, slice: slice.id });
}
