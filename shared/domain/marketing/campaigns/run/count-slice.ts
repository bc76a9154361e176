import { isLeasedBy } from '../../../../db/lease';
import { updateWrite, deleteWrite, writeTransaction } from '../../../../db/transaction';
import { logger } from '../../../../core/logger';
import { statsFrom, statsWrites } from '../stats';
import type { Slice } from '../../../../db/records/campaigns';
import { sliceKey } from './slices';
import type { SliceSummary } from './recipient-states';

/**
 * Counts what became of the slice's recipients, each once. One whose recipients all had their turn goes; of another it is
 * noted what is counted.
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
    logger.warn('a slice was counted by another', { campaignId: slice.campaignId, slice: slice.id });
}
