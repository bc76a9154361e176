import { isLeasedBy } from '../../../../db/lease';
import { updateWrite, deleteWrite, writeTransaction } from '../../../../db/transaction';
import { logger } from '../../../../core/logger';
import { statsFrom, statsWrites } from '../stats';
import type { Slice } from '../../../../db/records/campaigns';
import { sliceKey } from './slices';
import type { SliceSummary } from './recipient-states';

/**
 * Counts the outcome of each recipient of the slice once. The same transaction deletes a finished slice, or records the
 * counted outcomes on an unfinished slice.
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
