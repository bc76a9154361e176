import type { Session, User } from '../records/users';
import { workspace, type Key } from './key';

/** The people who sign in. */
export const userKeys = {
  /** Who may sign in to this workspace, and what may they do there? */
  user: (ws: string, id: string): Key<User> => ({ pk: `${workspace(ws)}#USERS`, sk: id }),
  /** Which workspaces does this user have? */
  userWorkspace: (id: string, ws: string): Key<object> => ({ pk: `USER#${id}`, sk: ws }),
  /** Who signed in, in the browser that has the secret with this SHA-256? */
  session: (hash: string): Key<Session> => ({ pk: `SESSION#${hash}`, sk: 'SESSION' }),
};
