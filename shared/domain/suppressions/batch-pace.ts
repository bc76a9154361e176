/** Addresses that are written together: few enough that one which somebody else writes holds up few. */
export const batchPartSize = 25;

/**
 * Of parts. The list by time keeps a workspace's suppressions in one partition of its index, which takes
 * 1,000 writes a second: 800 are 12.5 s for the largest batch, and bounces that come meanwhile find room.
 */
export const batchPace = { atOnceMax: 8, perSecondMax: 800 / batchPartSize };
