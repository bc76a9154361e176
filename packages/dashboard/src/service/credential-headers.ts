import type { Session } from '../session/session';

/**
 * What a request of this session has beside its content. On this machine the console adds a key; a person's cookie goes
 * along by itself, and counts with the workspace that is named.
 */
export function credentialHeaders(session: Session): Record<string, string> {
  if (session.mode === 'key') return { Authorization: `Bearer ${session.key}` };
  return session.mode === 'user' ? { 'Carrier-Nest-Workspace': session.workspace.id } : {};
}
