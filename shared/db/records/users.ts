import type { Role } from '../../core/roles';

/** A person who may sign in to a workspace. The user pool knows them under the same id in all of theirs. */
export interface User {
  /** The user pool's: the claim `sub`. */
  id: string;
  workspaceId: string;
  /** As the operator wrote it, in lower case. */
  email: string;
  role: Role;
  invitedAt: string;
}

/** Who signed in, in one browser. The secret is in its cookie alone; the table has its SHA-256. */
export interface Session {
  userId: string;
  email: string;
  /** Seconds since 1970: the record's TTL, and when one signs in again. */
  expiresAt: number;
}
