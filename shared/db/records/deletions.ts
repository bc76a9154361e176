import type { DueFields } from './due';

/** A deleted resource whose remaining records are being removed. This record exists until those records are gone. */
export interface PurgeRecord extends DueFields {
  id: string;
  workspaceId: string;
  deletedAt: string;
  /**
   * When the current pass started, if the pass takes several runs. The deletion is complete after a pass that finds no
   * records.
   */
  purgeStartedAt?: string;
}
