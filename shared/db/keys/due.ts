import type { LeaseFields } from '../records/lease';
import type { RateReservations } from '../records/rate-reservations';
import { shardOf, shards, type Key } from './key';

/**
 * The lanes of due work, each with its number of partitions in the index. Work does not queue behind the work of
 * another lane. A lane has only as many partitions as the work of an account needs, because each drain queries all
 * partitions of the lane. A partition accepts 1,000 writes a second, and each record takes six writes between its due
 * time and the end of its work. A campaign slice is one record for 100 recipients.
 */
const lanes = { WEBHOOK: 2, WORK: 2, MAIL: 4, STEP: 4, CAMPAIGN: 1, CONTENT: 1 } as const;

export type DueLane = keyof typeof lanes;

/** Sparse index `byDue`: which records of this lane and shard are due? */
export const dueKey = (lane: DueLane, id: string): string => lanePartition(lane, shardOf(id) % lanes[lane]);

export const dueKeys = (lane: DueLane): string[] =>
  shards.slice(0, lanes[lane]).map((shard) => lanePartition(lane, shard));

const lanePartition = (lane: DueLane, shard: number): string => `DUE#${lane}#${shard}`;

export const rateKeys = {
  /** Until which time is the account's rate for bulk email reserved? All workspaces share this record. */
  sendRate: (): Key<RateReservations> => ({ pk: 'PACE', sk: 'PACE' }),
  /**
   * Which worker drains this lane? Only one worker at a time may drain a lane, because two workers would reserve the
   * rate twice for the same email.
   */
  laneLock: (lane: DueLane): Key<LeaseFields> => ({ pk: `DRAIN#${lane}`, sk: 'DRAIN' }),
};

/** Sparse index `byDue`: which unverified and which verified domains are due for a check? */
export const domainCheckKeys = {
  waiting: 'DUE#DOMAIN-CHECK#WAITING',
  verified: 'DUE#DOMAIN-CHECK#VERIFIED',
} as const;
