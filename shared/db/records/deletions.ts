import type { DueFields } from './due';

/** What was deleted, until nothing of it is left. */
export interface PurgeRecord extends DueFields {
  id: string;
  workspaceId: string;
  deletedAt: string;
  /** When the look began that takes several parts; the last one found nothing more. */
  purgeStartedAt?: string;
}
