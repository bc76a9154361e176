import { all, any, begins, is, type Condition } from '../condition';
import { workspace, type Key } from './key';

export const workspaceKeys = {
  /** What are this workspace's settings? */
  workspace: (ws: string): Key => ({ pk: workspace(ws), sk: 'SETTINGS' }),
  /** Which workspaces are there? */
  workspaces: (ws: string): Key => ({ pk: 'WORKSPACES', sk: ws }),
  /** Does this workspace's mail expire, and when is that looked after next? */
  retention: (ws: string): Key => ({ pk: workspace(ws), sk: 'RETENTION' }),
  /** Which workspaces were deleted, and have records that are still to go? */
  deletedWorkspace: (ws: string): Key => ({ pk: 'DELETED-WORKSPACES', sk: ws }),
};

/** Whatever is the workspace's: its partitions, and what stands outside them because it is asked before the workspace is known. */
export const isOfWorkspace = (ws: string): Condition =>
  any(
    begins('pk', workspace(ws)),
    all(begins('pk', 'CREDENTIAL#'), is('workspaceId', ws)),
    all(begins('pk', 'DOMAIN#'), is('sk', ws)),
    all(begins('pk', 'USER#'), is('sk', ws)),
  );
