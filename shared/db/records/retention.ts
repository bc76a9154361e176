import type { DueFields } from './due';

/** The expiry job of a workspace with a mail retention period. */
export interface Retention extends DueFields {
  /** The workspace id. */
  id: string;
  workspaceId: string;
  /** Where the next run continues in the log. */
  position?: LogPosition;
}

/** A position in the log: a shard, and the last email that was checked there. */
export interface LogPosition {
  shard: number;
  after?: string;
}
