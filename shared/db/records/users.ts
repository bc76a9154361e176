import type { Role } from '../../core/roles';

/** A user who may sign in to a workspace. A user has the same id in all workspaces. */
export interface User {
  /** The id in the user pool: the claim `sub`. */
  id: string;
  workspaceId: string;
  /** The address that the operator entered, in lowercase. */
  email: string;
  role: Role;
  invitedAt: string;
}

/** A session in one browser. Only the cookie contains the secret. The table contains the SHA-256 of the secret. */
export interface Session {
  userId: string;
  email: string;
  /**
   * When the session ends and the user must sign in again, in seconds since 1970. DynamoDB deletes the record after
   * this time.
   */
  expiresAt: number;
}
