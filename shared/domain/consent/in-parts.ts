import { chunksOf } from '../../core/chunks';
import { runPaced } from '../../async/run-paced';

/** People who are written together: few enough that one whom somebody else writes holds up few. */
const partSize = 25;

/**
 * The list by time keeps a workspace's suppressions in one partition of its index, which takes 1,000 writes a second:
 * 800 are 12.5 s for the largest batch, and bounces that come meanwhile find room.
 */
const [atOnceMax, peoplePerSecond] = [8, 800];

/** Does the work for so many at a time, at the pace that the list of suppressions takes. */
export const inParts = (
  addresses: readonly string[],
  work: (part: readonly string[]) => Promise<void>,
  size = partSize,
): Promise<void> =>
  runPaced(chunksOf(addresses, size), { atOnceMax, perSecondMax: peoplePerSecond / size }, work);
