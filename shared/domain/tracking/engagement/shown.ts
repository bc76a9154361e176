import type { Engagement } from '../../../db/records/engagement';

/** So much fits into an answer. */
const shownMax = 1_000;

/** Of all that was judged, oldest first, what is shown: the first open, and every click, of readers. */
export function shownEngagement(engagement: readonly Engagement[]): Engagement[] {
  const readers = engagement.filter(({ doneBy }) => doneBy === 'reader');
  const firstOpen = readers.find(({ type }) => type === 'open');
  return readers.filter((one) => one.type === 'click' || one === firstOpen).slice(0, shownMax);
}
