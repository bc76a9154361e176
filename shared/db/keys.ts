import { timeOfId, utcDay } from '../time';

/**
 * Every key of the table, each with the question that it answers. All begin with the workspace, so that no
 * query can cross tenants, but for what is asked before the workspace is known (whose credential is this,
 * what has it used, who uses this domain) and the operator's list of workspaces.
 */
export interface Key {
  pk: string;
  sk: string;
}

const workspace = (workspaceId: string) => `W#${workspaceId}`;

export const keys = {
  /** What are this workspace's settings? */
  workspace: (ws: string): Key => ({ pk: workspace(ws), sk: 'SETTINGS' }),
  /** Which workspaces are there? */
  workspaces: (ws: string): Key => ({ pk: 'WORKSPACES', sk: ws }),

  /** Who holds the key with this SHA-256, and what may it do? */
  credential: (hash: string): Key => ({ pk: `CREDENTIAL#${hash}`, sk: 'CREDENTIAL' }),
  /** How many requests has this credential made in this minute? */
  allowance: (credential: string, minute: number): Key => ({
    pk: `ALLOWANCE#${credential}`,
    sk: `${minute}`,
  }),
  /** Which API keys does the workspace have, newest last? */
  apiKey: (ws: string, id: string): Key => ({ pk: `${workspace(ws)}#API-KEYS`, sk: id }),

  /** What became of the request with this Idempotency-Key on this path? */
  idempotency: (ws: string, path: string, hash: string): Key => ({
    pk: `${workspace(ws)}#IDEMPOTENCY#${hash}`,
    sk: path,
  }),

  /** Which sending domains does the workspace have? A send asks for one by name. */
  domain: (ws: string, name: string): Key => ({ pk: `${workspace(ws)}#DOMAINS`, sk: name }),
  /** Which workspaces use this domain? */
  domainUse: (name: string, ws: string): Key => ({ pk: `DOMAIN#${name}`, sk: ws }),
  /** How often did the workspace add a domain? A count of its domains holds while this stays the same. */
  domainAdditions: (ws: string): Key => ({ pk: workspace(ws), sk: 'DOMAIN-ADDITIONS' }),

  /** One email. The log is read a day and a shard at a time, newest id first. */
  email: (ws: string, id: string): Key => ({
    pk: logPartition(ws, utcDay(timeOfId(id)), shardOf(id)),
    sk: id,
  }),
  /** On which days was there mail? The log skips the others. */
  logDay: (ws: string, day: string): Key => ({ pk: `${workspace(ws)}#LOG-DAYS`, sk: day }),
  /** Which emails went to this address, newest last? */
  emailTo: (ws: string, address: string, id: string): Key => ({
    pk: `${workspace(ws)}#TO#${address}`,
    sk: id,
  }),
  /** What did the email say? */
  emailContent: (ws: string, id: string): Key => ({ pk: `${workspace(ws)}#EMAIL#${id}`, sk: 'CONTENT' }),
  /** What happened to the email, oldest first? */
  emailEvent: (ws: string, id: string, occurredAt: string, eventId: string): Key => ({
    pk: `${workspace(ws)}#EMAIL#${id}`,
    sk: `EVENT#${occurredAt}#${eventId}`,
  }),

  /** One conversation. */
  thread: (ws: string, id: string): Key => ({ pk: `${workspace(ws)}#THREAD#${id}`, sk: 'THREAD' }),

  /** Is mail to this address refused, in this scope? */
  suppression: (ws: string, address: string, scope: string): Key => ({
    pk: `${workspace(ws)}#SUPPRESSION#${address}`,
    sk: scope,
  }),
};

/** Sparse index `byStatus`: which emails have this rare status, newest last? */
export const statusKey = (ws: string, status: string): string => `${workspace(ws)}#STATUS#${status}`;

/** Sparse index `byDue`: which domains are to be checked by now? */
export const domainCheckKey = 'DUE#DOMAIN-CHECK';

/** One workspace can write 8,000 units a second to its log: 1,000 for each partition. */
export const logShards = [0, 1, 2, 3, 4, 5, 6, 7] as const;

export const logPartition = (ws: string, day: string, shard: number): string =>
  `${workspace(ws)}#LOG#${day}#${shard}`;

/** The last hex digits of a UUIDv7 are random. */
const shardOf = (id: string): number => Number.parseInt(id.slice(-2), 16) % logShards.length;
