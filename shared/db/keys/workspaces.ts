import type { ContentDeletion } from '../records/content';
import type { Retention } from '../records/retention';
import type { WorkspaceDeletion } from '../records/workspace-deletions';
import type { Workspace } from '../records/workspaces';
import { all, any, beginsWith, is, type Condition } from '../condition';
import { workspace, type Key } from './key';

export const workspaceKeys = {
  /** What are the settings of this workspace? */
  workspace: (ws: string): Key<Workspace> => ({ pk: workspace(ws), sk: 'SETTINGS' }),
  /** Which workspaces exist? */
  workspaces: (ws: string): Key<object> => ({ pk: 'WORKSPACES', sk: ws }),
  /** Does mail of this workspace expire, and when is the next expiry run due? */
  retention: (ws: string): Key<Retention> => ({ pk: workspace(ws), sk: 'RETENTION' }),
  /** Which objects in the content bucket are unused and will be deleted? */
  contentDeletion: (ws: string, id: string): Key<ContentDeletion> => ({
    pk: `${workspace(ws)}#CONTENT-DELETIONS`,
    sk: id,
  }),
  /** Which deleted workspaces still have records to delete? */
  deletedWorkspace: (ws: string): Key<WorkspaceDeletion> => ({ pk: 'DELETED-WORKSPACES', sk: ws }),
};

/**
 * Matches all records of the workspace: the records in its partitions, and the records that are read before the
 * workspace is known.
 */
export const belongsToWorkspace = (ws: string): Condition<{ workspaceId: string }> =>
  any(
    beginsWith('pk', workspace(ws)),
    all(beginsWith('pk', 'CREDENTIAL#'), is('workspaceId', ws)),
    all(beginsWith('pk', 'INBOX#'), is('workspaceId', ws)),
    all(beginsWith('pk', 'DOMAIN#'), is('sk', ws)),
    all(beginsWith('pk', 'USER#'), is('sk', ws)),
  );
