import type { Engagement } from '../../../db/records/engagement';

/** The maximum number of events that fit into a response. */
const visibleMax = 1_000;

/** The engagement to show, oldest first: the first open and all clicks of readers. */
export function visibleEngagement(engagement: readonly Engagement[]): Engagement[] {
  const readerEngagement = engagement.filter(({ actor }) => actor === 'reader');
  const firstOpen = readerEngagement.find(({ type }) => type === 'open');
  return readerEngagement
    .filter((entry) => entry.type === 'click' || entry === firstOpen)
    .slice(0, visibleMax);
}
