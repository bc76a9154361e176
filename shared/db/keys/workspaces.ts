import { workspace, type Key } from './key';

export const workspaceKeys = {
  /** What are this workspace's settings? */
  workspace: (ws: string): Key => ({ pk: workspace(ws), sk: 'SETTINGS' }),
  /** Which workspaces are there? */
  workspaces: (ws: string): Key => ({ pk: 'WORKSPACES', sk: ws }),
};
