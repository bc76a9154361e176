import type { Engagement, Doer, EngagementType } from '../../../db/records/engagement';

/** Two clicks on different links within this time are a scanner's, and so is an open so near to them. */
const [clicksWithinMs, openWithinMs] = [2_000, 10_000];

type Reported = Pick<Engagement, 'id' | 'type' | 'detail' | 'occurredAt'>;

interface Timed {
  id: string;
  link: string | null;
  at: number;
}

/**
 * Who did each of these, which are all of one email, by id. It depends on nothing but them, so however late, often
 * or mixed up they are reported, it comes out the same (core.md, "Automated clicks and opens").
 */
export function judge(engagement: readonly Reported[]): Map<string, Doer> {
  const clicks = timesOf('click', engagement);
  const bursts = clicks.filter((click) => clicks.some((other) => areBurst(click, other)));
  const scanned = timesOf('open', engagement).filter((open) =>
    bursts.some((click) => areWithin(openWithinMs, open, click)),
  );
  const scanners = new Set([...bursts, ...scanned].map(({ id }) => id));
  return new Map(engagement.map(({ id }) => [id, scanners.has(id) ? 'scanner' : 'reader']));
}

/** Each time is read once: a robot's thousands of clicks are compared with each other. */
const timesOf = (wanted: EngagementType, engagement: readonly Reported[]): Timed[] =>
  engagement
    .filter(({ type }) => type === wanted)
    .map(({ id, detail, occurredAt }) => ({ id, link: detail, at: Date.parse(occurredAt) }));

const areBurst = (one: Timed, other: Timed): boolean =>
  areWithin(clicksWithinMs, one, other) && one.link !== other.link;

const areWithin = (ms: number, one: Timed, other: Timed): boolean => Math.abs(one.at - other.at) <= ms;
