import { isHeldBy } from '../../../../db/lease';
import { change, erase, writeTogether } from '../../../../db/transaction';
import { logger } from '../../../../core/logger';
import { figuresFrom, figuresWrite } from '../figures';
import type { Slice } from '../../../../db/records/campaigns';
import { sliceKey } from './slices';
import type { Summary } from './states';

/**
 * Counts what became of the slice's recipients, each once. One whose recipients all had their turn goes; of another it is
 * noted what is counted.
 */
export async function countSlice(slice: Slice, { outcomes, remaining }: Summary): Promise<void> {
  const figures = figuresFrom(outcomes);
  const [key, isOurs] = [sliceKey(slice), isHeldBy(slice.leaseOwner ?? '')];
  const isCounted = await writeTogether([
    remaining === 0 ? erase(key, isOurs) : change(key, { set: { inFigures: figures } }, isOurs),
    ...figuresWrite(slice, figures),
  ]);
  if (!isCounted)
    logger.warn('a slice was counted by another', { campaignId: slice.campaignId, slice: slice.id });
}
