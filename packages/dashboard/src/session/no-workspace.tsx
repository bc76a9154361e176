import { Logo } from '../shell/logo';

interface NoWorkspaceProps {
  email: string;
  signOut: () => void;
}

/** Who signed in, and was removed from every workspace. */
export const NoWorkspace = ({ email, signOut }: NoWorkspaceProps) => (
  <main className="alone">
    <Logo />
    <h1>No workspace</h1>
    <p className="lead">
      You are signed in as {email}, and nobody has let you into a workspace. Ask whoever runs this:{' '}
      <code>npm run admin users invite</code> does it.
    </p>
    <p>
      <button type="button" onClick={signOut}>
        Sign out
      </button>
    </p>
  </main>
);
