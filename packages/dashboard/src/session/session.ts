import { createContext, useContext } from 'react';
import { requestJson } from '../service/request-json';
import { basePath } from '../service/urls';

/**
 * What the server says of who looks. On this machine nobody signs in; elsewhere a person does where the deployment has
 * users, and an API key opens the pages too.
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

/** Who looks, and how the service is asked on their behalf. */
export type Session = LocalMode | KeySession | UserSession;

export interface KeySession {
  mode: 'key';
  key: string;
}

export type UserSession = UserMode & { workspace: Workspace };

export const SessionContext = createContext<Session | undefined>(undefined);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('Pages are shown to who has a session');
  return session;
}

/** The local runtime, or undefined where there is none. */
export function useLocalSession(): LocalMode | undefined {
  const session = useSession();
  return session.mode === 'local' ? session : undefined;
}

export async function fetchSessionMode(): Promise<SessionMode> {
  const response = await fetch(`${basePath}/session`, { headers: { Accept: 'application/json' } });
  if (!response.ok)
    throw new Error(`The server answers ${response.status} when it is asked for the session.`);
  // The pages and the server that answers here come from the same build.
  const mode = (await response.json()) as SessionMode;
  // Whoever signed in and out again shall not find the pages open by a key that was tried before.
  if (mode.mode === 'user') storedKey.clear();
  return mode;
}

/** For this tab, and until it is closed. */
const sessionStorageItem = (name: string) => ({
  get: (): string | null => sessionStorage.getItem(name),
  set: (value: string): void => sessionStorage.setItem(name, value),
  clear: (): void => sessionStorage.removeItem(name),
});

export const storedKey = sessionStorageItem('carrier-nest-key');
export const storedWorkspace = sessionStorageItem('carrier-nest-workspace');

/** Ends it for this browser. Then the browser goes where the sign-in is forgotten as well. */
export async function signOutUser(): Promise<void> {
  const { to } = await requestJson<{ to: string | null }>(`${basePath}/sign-out`, { method: 'POST' });
  storedWorkspace.clear();
  location.assign(to ?? `${basePath}/log`);
}
