import type { Session } from '../session/session';

/**
 * The headers that authenticate the requests of a session. Locally, the console adds a key. The browser sends the
 * cookie of a signed-in user automatically, and the header names the workspace.
 */
export function credentialHeaders(session: Session): Record<string, string> {
  if (session.mode === 'key') return { Authorization: `Bearer ${session.key}` };
  return session.mode === 'user' ? { 'Carrier-Nest-Workspace': session.workspace.id } : {};
}
