import type { Engagement } from '../../../db/records/engagement';

/** So much fits into an answer. */
const visibleMax = 1_000;

/** Of all that was judged, oldest first, what is shown: the first open, and every click, of readers. */
export function visibleEngagement(engagement: readonly Engagement[]): Engagement[] {
  const readerEngagement = engagement.filter(({ actor }) => actor === 'reader');
  const firstOpen = readerEngagement.find(({ type }) => type === 'open');
  return readerEngagement
    .filter((entry) => entry.type === 'click' || entry === firstOpen)
    .slice(0, visibleMax);
}
