export const metricCounters = [
  'sent',
  'delivered',
  'bounced',
  'bouncedPermanent',
  'complained',
  'opened',
  'clicked',
] as const;

/** How often readers clicked a link of a campaign, and how many of them did. */
export interface LinkClicks {
  url: string;
  clicks: number;
  uniqueClicks: number;
}

/** What happened on a day, or in a notice. What is missing is 0. */
export type Counts = Partial<Record<(typeof metricCounters)[number], number>>;
