import type { Engagement } from './record';

/** Of all that was judged, oldest first, what is shown: the first open, and every click, of readers. */
export function shownEngagement(engagement: readonly Engagement[]): Engagement[] {
  const readers = engagement.filter(({ verdict }) => verdict === 'reader');
  const firstOpen = readers.find(({ type }) => type === 'open');
  return readers.filter((one) => one.type === 'click' || one === firstOpen);
}
