import { useQuery } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import { Router } from 'wouter';
import { ErrorMessage, Loading, messageOf } from './parts/states';
import { useToast } from './parts/toast';
import { ClientContext, createClient } from './service/client';
import { basePath } from './service/urls';
import { queryClient } from './service/query-client';
import {
  fetchSessionMode,
  storedKey,
  storedWorkspace,
  SessionContext,
  signOutUser,
  type SessionMode,
  type Session,
} from './session/session';
import { NoWorkspace } from './session/no-workspace';
import { SignIn } from './session/sign-in';
import { PendingDecisions } from './pages/approvals/pending-decisions';
import { Routes } from './shell/routes';
import { Shell, type ShellProps } from './shell/shell';

/** Shows the pages, or the sign-in that the server requires. */
export function App() {
  const mode = useQuery({ queryKey: ['session'], queryFn: fetchSessionMode, staleTime: Infinity });
  if (mode.error) {
    return (
      <main className="alone">
        <ErrorMessage error={mode.error} onRetry={() => void mode.refetch()} />
      </main>
    );
  }
  if (!mode.data) return <Loading />;
  switch (mode.data.mode) {
    case 'local':
      return <SignedInApp session={mode.data} />;
    case 'key':
      return <KeyApp signInUrl={mode.data.sign_in} />;
    case 'user':
      return <UserApp user={mode.data} />;
  }
}

function KeyApp({ signInUrl }: { signInUrl: string | null }) {
  const [key, setKey] = useState(storedKey.get());
  const session = useMemo(() => key !== null && ({ mode: 'key', key } as const), [key]);
  if (!session) return <SignIn url={signInUrl} onKey={setKey} />;
  const signOut = (): void => {
    storedKey.clear();
    queryClient.removeQueries({ predicate: isWorkspaceQuery });
    setKey(null);
  };
  return <SignedInApp session={session} signOut={signOut} />;
}

function UserApp({ user }: { user: Extract<SessionMode, { mode: 'user' }> }) {
  const [selectedId, setSelectedId] = useState(storedWorkspace.get());
  const workspace = user.workspaces.find(({ id }) => id === selectedId) ?? user.workspaces[0];
  const session = useMemo(() => workspace && { ...user, workspace }, [user, workspace]);
  const showToast = useToast();
  const signOut = (): void =>
    void signOutUser().catch((error: unknown) =>
      showToast(`Sign-out failed, so you are still signed in. ${messageOf(error)}`),
    );
  if (!session) return <NoWorkspace email={user.email} signOut={signOut} />;
  const switchWorkspace = (id: string): void => {
    storedWorkspace.set(id);
    queryClient.removeQueries({ predicate: isWorkspaceQuery });
    setSelectedId(id);
  };
  // The key remounts every page, so that no data of the previous workspace stays visible.
  return (
    <SignedInApp
      key={session.workspace.id}
      session={session}
      signOut={signOut}
      onSwitchWorkspace={switchWorkspace}
    />
  );
}

const isWorkspaceQuery = ({ queryKey }: { queryKey: readonly unknown[] }): boolean =>
  queryKey[0] !== 'session' && queryKey[0] !== 'page';

function SignedInApp({
  session,
  ...shellProps
}: { session: Session } & Pick<ShellProps, 'signOut' | 'onSwitchWorkspace'>) {
  return (
    <SessionProvider session={session}>
      <Router base={basePath}>
        <PendingDecisions>
          <Shell {...shellProps}>
            <Routes />
          </Shell>
        </PendingDecisions>
      </Router>
    </SessionProvider>
  );
}

function SessionProvider({ session, children }: { session: Session; children: ReactNode }) {
  const client = useMemo(() => createClient(session), [session]);
  return (
    <SessionContext value={session}>
      <ClientContext value={client}>{children}</ClientContext>
    </SessionContext>
  );
}
