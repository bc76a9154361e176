import type { DueFields } from './due';

/** A deleted resource whose remaining records are being removed. The record exists until they are gone. */
export interface PurgeRecord extends DueFields {
  id: string;
  workspaceId: string;
  deletedAt: string;
  /** When the current pass started, if it takes several runs. The last pass must find nothing more. */
  purgeStartedAt?: string;
}
