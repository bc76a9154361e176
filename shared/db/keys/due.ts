import { shardOf, shards, type Key } from './key';

/** Things that are found due together, and wait for nothing else. */
export type DueLane = 'WORK' | 'WEBHOOK' | 'STEP' | 'CAMPAIGN';

/** Sparse index `byDue`: what of this lane and shard is due by now? */
export const dueKey = (lane: DueLane, id: string): string => `DUE#${lane}#${shardOf(id)}`;

export const dueKeys = (lane: DueLane): string[] => shards.map((shard) => `DUE#${lane}#${shard}`);

export const paceKeys = {
  /** How fast may bulk mail leave this account? One reservation after the other, for all workspaces together. */
  pace: (): Key => ({ pk: 'PACE', sk: 'PACE' }),
  /** Who hands out what is due of this lane? One at a time: two would take the rate twice for the same mail. */
  drain: (lane: DueLane): Key => ({ pk: `DRAIN#${lane}`, sk: 'DRAIN' }),
};

/** Sparse index `byDue`: which domains are to be checked by now, of those that wait to be verified and of those that are? */
export const domainCheckKeys = {
  waiting: 'DUE#DOMAIN-CHECK#WAITING',
  verified: 'DUE#DOMAIN-CHECK#VERIFIED',
} as const;
