import { SelectField } from '../parts/field';
import { useSession } from '../session/session';

export interface AccountMenuProps {
  signOut?: () => void;
  /** Opens another workspace of the user, by its ID. */
  onSwitchWorkspace?: (id: string) => void;
}

/** The workspace, the user and the button to sign out. */
export function AccountMenu({ signOut, onSwitchWorkspace }: AccountMenuProps) {
  const session = useSession();
  return (
    <footer>
      {session.mode === 'local' && <p title={session.workspace.id}>Workspace {session.workspace.name}</p>}
      {session.mode === 'user' && (
        <>
          {onSwitchWorkspace && session.workspaces.length > 1 ? (
            <SelectField
              label="Workspace"
              value={session.workspace.id}
              options={session.workspaces.map(({ id, name }) => [id, name])}
              onChange={onSwitchWorkspace}
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
