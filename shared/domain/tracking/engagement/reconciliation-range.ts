import { reachMs } from './classify-engagement';

/** Times at which events occurred, in ISO 8601. */
export interface TimeRange {
  from: string;
  /** Exclusive. */
  to: string;
}

/** The events of an email that one reconciliation covers. */
export interface ReconciliationRange {
  /** Reports of events in this range are processed completely. */
  reported: TimeRange;
  /** These reports can change the classification of events in this range. */
  affected: TimeRange;
  /** The classification of the affected events depends only on events in this range. */
  read: TimeRange;
}

export const allTime: TimeRange = { from: '', to: '~' };

/** Returns the range around an event. Without a time, the range contains all events. */
export function rangeAround(occurredAt: string | undefined): ReconciliationRange {
  const timesWithin = (ms: number): TimeRange => {
    if (occurredAt === undefined) return allTime;
    const at = Date.parse(occurredAt);
    return { from: new Date(at - ms).toISOString(), to: new Date(at + ms).toISOString() };
  };
  return {
    reported: timesWithin(reachMs),
    affected: timesWithin(2 * reachMs),
    read: timesWithin(3 * reachMs),
  };
}

export const isInRange = ({ from, to }: TimeRange, time: string): boolean => from <= time && time < to;
