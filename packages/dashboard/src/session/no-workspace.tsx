import { Logo } from '../shell/logo';

interface NoWorkspaceProps {
  email: string;
  signOut: () => void;
}

/** For a signed-in user who is not in a workspace. */
export const NoWorkspace = ({ email, signOut }: NoWorkspaceProps) => (
  <main className="alone">
    <Logo />
    <h1>No workspace</h1>
    <p className="lead">
      You are signed in as {email}, but you are not a member of a workspace. Ask the operator to invite you
      with <code>npm run admin -- users invite</code>.
    </p>
    <p>
      <button type="button" onClick={signOut}>
        Sign out
      </button>
    </p>
  </main>
);
