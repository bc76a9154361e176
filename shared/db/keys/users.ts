import type { Session, User } from '../records/users';
import { workspace, type Key } from './key';

/** Users of the dashboard and their sessions. */
export const userKeys = {
  /** Which users may sign in to this workspace, and which roles do they have? */
  user: (ws: string, id: string): Key<User> => ({ pk: `${workspace(ws)}#USERS`, sk: id }),
  /** Which workspaces does this user have access to? */
  userWorkspace: (id: string, ws: string): Key<object> => ({ pk: `USER#${id}`, sk: ws }),
  /** Which user does the session secret with this SHA-256 belong to? */
  session: (hash: string): Key<Session> => ({ pk: `SESSION#${hash}`, sk: 'SESSION' }),
};
