import type { Retention } from '../records/retention';
import type { WorkspaceDeletion } from '../records/workspace-deletions';
import type { Workspace } from '../records/workspaces';
import { all, any, beginsWith, is, type Condition } from '../condition';
import { workspace, type Key } from './key';

export const workspaceKeys = {
  /** What are this workspace's settings? */
  workspace: (ws: string): Key<Workspace> => ({ pk: workspace(ws), sk: 'SETTINGS' }),
  /** Which workspaces are there? */
  workspaces: (ws: string): Key<object> => ({ pk: 'WORKSPACES', sk: ws }),
  /** Does this workspace's mail expire, and when is that looked after next? */
  retention: (ws: string): Key<Retention> => ({ pk: workspace(ws), sk: 'RETENTION' }),
  /** Which workspaces were deleted, and have records that are still to go? */
  deletedWorkspace: (ws: string): Key<WorkspaceDeletion> => ({ pk: 'DELETED-WORKSPACES', sk: ws }),
};

/** Whatever is the workspace's: its partitions, and what stands outside them because it is asked before the workspace is known. */
export const belongsToWorkspace = (ws: string): Condition<{ workspaceId: string }> =>
  any(
    beginsWith('pk', workspace(ws)),
    all(beginsWith('pk', 'CREDENTIAL#'), is('workspaceId', ws)),
    all(beginsWith('pk', 'DOMAIN#'), is('sk', ws)),
    all(beginsWith('pk', 'USER#'), is('sk', ws)),
  );
