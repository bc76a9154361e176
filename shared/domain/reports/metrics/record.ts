export const metricCounters = [
  'sent',
  'delivered',
  'bounced',
  'bouncedPermanent',
  'complained',
  'opened',
  'clicked',
] as const;

/** What happened on a day, or in a notice. What is missing is 0. */
export type Counts = Partial<Record<(typeof metricCounters)[number], number>>;
