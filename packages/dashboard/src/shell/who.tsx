import { Choice } from '../parts/field';
import { useSession } from '../session/session';

export interface WhoProps {
  signOut?: () => void;
  /** Another of the user's workspaces, by its id. */
  choose?: (id: string) => void;
}

/** Whose pages these are, and the way out. */
export function Who({ signOut, choose }: WhoProps) {
  const session = useSession();
  return (
    <footer>
      {session.mode === 'local' && <p title={session.workspace.id}>Workspace {session.workspace.name}</p>}
      {session.mode === 'user' && (
        <>
          {choose && session.workspaces.length > 1 ? (
            <Choice
              label="Workspace"
              value={session.workspace.id}
              options={session.workspaces.map(({ id, name }) => [id, name])}
              onChange={choose}
            />
          ) : (
            <p title={session.workspace.id}>Workspace {session.workspace.name}</p>
          )}
          <p>
            {session.email}, {session.workspace.role}
          </p>
        </>
      )}
      {signOut && (
        <button type="button" onClick={signOut}>
          Sign out
        </button>
      )}
    </footer>
  );
}
