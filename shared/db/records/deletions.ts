import type { Due } from './due';

/** What was deleted, until nothing of it is left. */
export interface PurgeRecord extends Due {
  id: string;
  workspaceId: string;
  deletedAt: string;
  /** When the look began that takes several parts; the last one found nothing more. */
  purgeStartedAt?: string;
}
