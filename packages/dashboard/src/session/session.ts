import { createContext, useContext } from 'react';
import { ask } from '../service/ask';
import { pagesPath } from '../service/place';

/**
 * What the server says of who looks. On this machine nobody signs in; elsewhere a person does where the deployment has
 * users, and an API key opens the pages too.
 */
export type Mode = LocalMode | UserMode | { mode: 'key'; sign_in: string | null };

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
export function useLocal(): LocalMode | undefined {
  const session = useSession();
  return session.mode === 'local' ? session : undefined;
}

export async function fetchMode(): Promise<Mode> {
  const answer = await fetch(`${pagesPath}/session`, { headers: { Accept: 'application/json' } });
  if (!answer.ok) throw new Error(`The server answers ${answer.status} when it is asked for the session.`);
  const mode = (await answer.json()) as Mode;
  // Whoever signed in and out again shall not find the pages open by a key that was tried before.
  if (mode.mode === 'user') keptKey.clear();
  return mode;
}

/** For this tab, and until it is closed. */
const kept = (name: string) => ({
  get: (): string | null => sessionStorage.getItem(name),
  set: (value: string): void => sessionStorage.setItem(name, value),
  clear: (): void => sessionStorage.removeItem(name),
});

export const keptKey = kept('carrier-nest-key');
export const keptWorkspace = kept('carrier-nest-workspace');

/** Ends it for this browser. Then the browser goes where the sign-in is forgotten as well. */
export async function signOutUser(): Promise<void> {
  const { to } = await ask<{ to: string | null }>(`${pagesPath}/sign-out`, { method: 'POST' });
  keptWorkspace.clear();
  location.assign(to ?? `${pagesPath}/log`);
}
