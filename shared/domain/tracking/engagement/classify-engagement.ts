import type { Engagement, EngagementActor, EngagementType } from '../../../db/records/engagement';

/**
 * Two clicks on different links within `clicksWithinMs` come from a scanner. An open within `openWithinMs` of such
 * clicks also comes from a scanner.
 */
const [clicksWithinMs, openWithinMs] = [2_000, 10_000];

/** An event changes the classification of no event that occurred further away than this. */
export const reachMs = clicksWithinMs + openWithinMs;

type ReportedEngagement = Pick<Engagement, 'id' | 'type' | 'detail' | 'occurredAt'>;

interface TimedEvent {
  id: string;
  link: string | null;
  at: number;
}

/**
 * Classifies all engagement of one email, by id. The result depends only on the set of events, so late, repeated or
 * reordered reports do not change it (EV-14 to EV-19).
 */
export function classifyEngagement(engagement: readonly ReportedEngagement[]): Map<string, EngagementActor> {
  const clicks = timesOf('click', engagement);
  const bursts = clicks.filter((click) => clicks.some((other) => isBurst(click, other)));
  const scannedOpens = timesOf('open', engagement).filter((open) =>
    bursts.some((click) => isWithin(openWithinMs, open, click)),
  );
  const scannerIds = new Set([...bursts, ...scannedOpens].map(({ id }) => id));
  return new Map(engagement.map(({ id }) => [id, scannerIds.has(id) ? 'scanner' : 'reader']));
}

/** Parses each timestamp only once, because clicks are compared pairwise, and a robot can make thousands of clicks. */
const timesOf = (wantedType: EngagementType, engagement: readonly ReportedEngagement[]): TimedEvent[] =>
  engagement
    .filter(({ type }) => type === wantedType)
    .map(({ id, detail, occurredAt }) => ({ id, link: detail, at: Date.parse(occurredAt) }));

const isBurst = (one: TimedEvent, other: TimedEvent): boolean =>
  isWithin(clicksWithinMs, one, other) && one.link !== other.link;

const isWithin = (ms: number, one: TimedEvent, other: TimedEvent): boolean =>
  Math.abs(one.at - other.at) <= ms;
