import { createContext, useContext } from 'react';
import { requestJson } from '../service/request-json';
import { basePath } from '../service/urls';

/**
 * The session that the server reports. Locally, there is no sign-in. In a deployment, users sign in with their account if
 * the deployment has users, or with an API key.
 */
export type SessionMode = LocalMode | UserMode | { mode: 'key'; sign_in: string | null };

interface UserMode {
  mode: 'user';
  email: string;
  workspaces: Workspace[];
}

export interface Workspace {
  id: string;
  name: string;
  role: 'viewer' | 'member' | 'admin';
}

interface LocalMode {
  mode: 'local';
  workspace: { id: string; name: string };
  control: boolean;
  api: string;
  smtp: { host: string; port: number };
  domains: { transactional: string; marketing: string };
}

/** The session of the pages, with the credential for requests. */
export type Session = LocalMode | KeySession | UserSession;

export interface KeySession {
  mode: 'key';
  key: string;
}

export type UserSession = UserMode & { workspace: Workspace };

export const SessionContext = createContext<Session | undefined>(undefined);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession was called outside a SessionContext');
  return session;
}

/** Returns the session of the local runtime, or undefined in a deployment. */
export function useLocalSession(): LocalMode | undefined {
  const session = useSession();
  return session.mode === 'local' ? session : undefined;
}

export async function fetchSessionMode(): Promise<SessionMode> {
  const response = await fetch(`${basePath}/session`, { headers: { Accept: 'application/json' } });
  if (!response.ok)
    throw new Error(`The session could not be loaded: the server responded with ${response.status}.`);
  // The pages and the server come from the same build, so the type is correct.
  const mode = (await response.json()) as SessionMode;
  // After a user signs out, a key that was entered earlier must not open the pages.
  if (mode.mode === 'user') storedKey.clear();
  return mode;
}

/** A value that is stored for this tab until the tab is closed. */
export const sessionStorageItem = (name: string) => ({
  get: (): string | null => sessionStorage.getItem(name),
  set: (value: string): void => sessionStorage.setItem(name, value),
  clear: (): void => sessionStorage.removeItem(name),
});

export const storedKey = sessionStorageItem('carrier-nest-key');
export const storedWorkspace = sessionStorageItem('carrier-nest-workspace');

/** Ends the session of this browser, then opens the page that ends the sign-in at the user pool. */
export async function signOutUser(): Promise<void> {
  const { to } = await requestJson<{ to: string | null }>(`${basePath}/sign-out`, { method: 'POST' });
  storedWorkspace.clear();
  location.assign(to ?? `${basePath}/log`);
}
