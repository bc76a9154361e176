import type { LeaseFields } from '../records/lease';
import type { RateReservations } from '../records/rate-reservations';
import { shardOf, shards, type Key } from './key';

/**
 * Things that are found due together, and wait for nothing else, and over how many partitions of the index they are
 * spread: as few as carry what an account can send, for each drain asks all. One takes 1,000 writes a second, and a
 * record that is made due, handed out and done writes six there. A slice of a campaign is one for a hundred people.
 */
const lanes = { WEBHOOK: 2, WORK: 2, MAIL: 4, STEP: 4, CAMPAIGN: 1 } as const;

export type DueLane = keyof typeof lanes;

/** Sparse index `byDue`: what of this lane and shard is due by now? */
export const dueKey = (lane: DueLane, id: string): string => lanePartition(lane, shardOf(id) % lanes[lane]);

export const dueKeys = (lane: DueLane): string[] =>
  shards.slice(0, lanes[lane]).map((shard) => lanePartition(lane, shard));

const lanePartition = (lane: DueLane, shard: number): string => `DUE#${lane}#${shard}`;

export const rateKeys = {
  /** How fast may bulk mail leave this account? One reservation after the other, for all workspaces together. */
  sendRate: (): Key<RateReservations> => ({ pk: 'PACE', sk: 'PACE' }),
  /** Who hands out what is due of this lane? One at a time: two would take the rate twice for the same mail. */
  laneLock: (lane: DueLane): Key<LeaseFields> => ({ pk: `DRAIN#${lane}`, sk: 'DRAIN' }),
};

/** Sparse index `byDue`: which domains are to be checked by now, of those that wait to be verified and of those that are? */
export const domainCheckKeys = {
  waiting: 'DUE#DOMAIN-CHECK#WAITING',
  verified: 'DUE#DOMAIN-CHECK#VERIFIED',
} as const;
