import { useQuery } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import { Router } from 'wouter';
import { Failure, Loading, messageOf } from './parts/states';
import { useToast } from './parts/toast';
import { ClientContext, clientOf } from './service/client';
import { pagesPath } from './service/place';
import { queryClient } from './service/query-client';
import {
  fetchMode,
  keptKey,
  keptWorkspace,
  SessionContext,
  signOutUser,
  type Mode,
  type Session,
} from './session/session';
import { NoWorkspace } from './session/no-workspace';
import { SignIn } from './session/sign-in';
import { Routes } from './shell/routes';
import { Shell, type ShellProps } from './shell/shell';

/** Asks how one gets in here, and then shows the pages. */
export function App() {
  const mode = useQuery({ queryKey: ['session'], queryFn: fetchMode, staleTime: Infinity });
  if (mode.error) {
    return (
      <main className="alone">
        <Failure error={mode.error} retry={() => void mode.refetch()} />
      </main>
    );
  }
  if (!mode.data) return <Loading />;
  switch (mode.data.mode) {
    case 'local':
      return <Pages session={mode.data} />;
    case 'key':
      return <WithKey signInUrl={mode.data.sign_in} />;
    case 'user':
      return <AsUser user={mode.data} />;
  }
}

function WithKey({ signInUrl }: { signInUrl: string | null }) {
  const [key, setKey] = useState(keptKey.get());
  const session = useMemo(() => key !== null && ({ mode: 'key', key } as const), [key]);
  if (!session) return <SignIn url={signInUrl} onKey={setKey} />;
  const signOut = (): void => {
    keptKey.clear();
    queryClient.removeQueries({ predicate: isOfWorkspace });
    setKey(null);
  };
  return <Pages session={session} signOut={signOut} />;
}

function AsUser({ user }: { user: Extract<Mode, { mode: 'user' }> }) {
  const [chosen, setChosen] = useState(keptWorkspace.get());
  const workspace = user.workspaces.find(({ id }) => id === chosen) ?? user.workspaces[0];
  const session = useMemo(() => workspace && { ...user, workspace }, [user, workspace]);
  const say = useToast();
  const signOut = (): void =>
    void signOutUser().catch((error: unknown) => say(`You are still signed in. ${messageOf(error)}`));
  if (!session) return <NoWorkspace email={user.email} signOut={signOut} />;
  const choose = (id: string): void => {
    keptWorkspace.set(id);
    queryClient.removeQueries({ predicate: isOfWorkspace });
    setChosen(id);
  };
  // Nothing of the workspace before is left on the pages.
  return <Pages key={session.workspace.id} session={session} signOut={signOut} choose={choose} />;
}

const isOfWorkspace = ({ queryKey }: { queryKey: readonly unknown[] }): boolean => queryKey[0] !== 'session';

function Pages({ session, ...around }: { session: Session } & Pick<ShellProps, 'signOut' | 'choose'>) {
  return (
    <Signed session={session}>
      <Router base={pagesPath}>
        <Shell {...around}>
          <Routes />
        </Shell>
      </Router>
    </Signed>
  );
}

function Signed({ session, children }: { session: Session; children: ReactNode }) {
  const client = useMemo(() => clientOf(session), [session]);
  return (
    <SessionContext value={session}>
      <ClientContext value={client}>{children}</ClientContext>
    </SessionContext>
  );
}
