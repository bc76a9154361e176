import type { DueFields } from './due';

/** That a workspace has its mail expire, and when that is looked after next. */
export interface Retention extends DueFields {
  /** Of the workspace. */
  id: string;
  workspaceId: string;
  /** How far the log was looked through, while a run hands on to the next. */
  position?: LogPosition;
}

/** A place in the log: its shard, and the last email there that was looked at. */
export interface LogPosition {
  shard: number;
  after?: string;
}
