import type { Engagement, EngagementActor, EngagementType } from '../../../db/records/engagement';

/** Two clicks on different links within this time are a scanner's, and so is an open so near to them. */
const [clicksWithinMs, openWithinMs] = [2_000, 10_000];

type ReportedEngagement = Pick<Engagement, 'id' | 'type' | 'detail' | 'occurredAt'>;

interface TimedEvent {
  id: string;
  link: string | null;
  at: number;
}

/**
 * Who did each of these, which are all of one email, by id. It depends on nothing but them, so however late, often
 * or mixed up they are reported, it comes out the same (EV-14 to EV-19).
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

/** Each time is read once: a robot's thousands of clicks are compared with each other. */
const timesOf = (wantedType: EngagementType, engagement: readonly ReportedEngagement[]): TimedEvent[] =>
  engagement
    .filter(({ type }) => type === wantedType)
    .map(({ id, detail, occurredAt }) => ({ id, link: detail, at: Date.parse(occurredAt) }));

const isBurst = (one: TimedEvent, other: TimedEvent): boolean =>
  isWithin(clicksWithinMs, one, other) && one.link !== other.link;

const isWithin = (ms: number, one: TimedEvent, other: TimedEvent): boolean =>
  Math.abs(one.at - other.at) <= ms;
