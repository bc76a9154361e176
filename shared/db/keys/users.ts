import type { Session, User } from '../records/users';
import { workspace, type Key } from './key';

/** Users of the dashboard and their sessions. */
export const userKeys = {
  /** Who may sign in to this workspace, and what may they do there? */
  user: (ws: string, id: string): Key<User> => ({ pk: `${workspace(ws)}#USERS`, sk: id }),
  /** Which workspaces does this user have access to? */
  userWorkspace: (id: string, ws: string): Key<object> => ({ pk: `USER#${id}`, sk: ws }),
  /** Which user is signed in with the session secret that has this SHA-256? */
  session: (hash: string): Key<Session> => ({ pk: `SESSION#${hash}`, sk: 'SESSION' }),
};
