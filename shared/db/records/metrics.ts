export const metricCounters = [
  'sent',
  'delivered',
  'bounced',
  'bouncedPermanent',
  'complained',
  'opened',
  'clicked',
] as const;

/** The number of clicks on a link of a campaign, and the number of readers who clicked the link. */
export interface LinkClicks {
  url: string;
  clicks: number;
  uniqueClicks: number;
}

/** Event counts of a day or of one notification. A missing counter means 0. */
export type Counts = Partial<Record<(typeof metricCounters)[number], number>>;
