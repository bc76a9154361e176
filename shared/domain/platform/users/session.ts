import { randomBytes } from 'node:crypto';
import { noGuardrails, type Credential } from '../../../core/request-context';
import { keys } from '../../../db/keys';
import { deleteItem, getItem, putItem } from '../../../db/table';
import { epochSeconds, hasExpired, hourMs, now } from '../../../core/time';
import { sha256Hex } from '../api-keys/sha256';
import type { Session } from '../../../db/records/users';
import { scopesOfRole } from '../../../core/roles';

/** Long enough for a working day. Activity does not extend a session, so every session ends. */
const sessionMs = 12 * hourMs;

/** Starts a session for a signed-in user. Returns the secret for the browser, which is stored nowhere else. */
export async function startSession(user: Pick<Session, 'userId' | 'email'>): Promise<string> {
  const secret = randomBytes(32).toString('base64url');
  const session: Session = { ...user, expiresAt: epochSeconds(now() + sessionMs) };
  await putItem({ ...keys.session(sha256Hex(secret)), ...session });
  return secret;
}

/** Returns undefined if the session does not exist or has expired. */
export async function findSession(secret: string): Promise<Session | undefined> {
  const session = await getItem(keys.session(sha256Hex(secret)));
  return session && !hasExpired(session.expiresAt) ? session : undefined;
}

/** Ends only the session with this secret. Idempotent. */
export async function endSession(secret: string): Promise<void> {
  await deleteItem(keys.session(sha256Hex(secret)));
}

/**
 * Returns the session as a credential in one of the user's workspaces. Reads the role each time, because it may have
 * changed.
 */
export async function findSessionCredential(
  { userId }: Session,
  workspaceId: string,
): Promise<Credential | undefined> {
  const [user, workspace] = await Promise.all([
    getItem(keys.user(workspaceId, userId)),
    getItem(keys.workspace(workspaceId)),
  ]);
  if (!user || !workspace) return undefined;
  return {
    kind: 'session',
    id: userId,
    workspaceId,
    scopes: scopesOfRole[user.role],
    guardrails: noGuardrails,
    requestsPerMinute: workspace.requestsPerMinute,
    user: { email: user.email, role: user.role },
  };
}
