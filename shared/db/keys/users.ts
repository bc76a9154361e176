import { workspace, type Key } from './key';

/** The people who sign in. */
export const userKeys = {
  /** Who may sign in to this workspace, and what may they do there? */
  user: (ws: string, id: string): Key => ({ pk: `${workspace(ws)}#USERS`, sk: id }),
  /** Which workspaces does this user have? */
  userWorkspace: (id: string, ws: string): Key => ({ pk: `USER#${id}`, sk: ws }),
  /** Who signed in, in the browser that has the secret with this SHA-256? */
  session: (hash: string): Key => ({ pk: `SESSION#${hash}`, sk: 'SESSION' }),
};
