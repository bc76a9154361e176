import { keys } from '../../db/keys';
import { inPartition } from '../../db/query';
import { getItem, getItems, queryAll } from '../../db/table';
import { notFound } from '../../errors';
import type { Workspace } from './record';

/** The workspace, or 404. */
export async function expectWorkspace(id: string): Promise<Workspace> {
  const workspace = await getItem<Workspace>(keys.workspace(id));
  if (!workspace) throw notFound('workspace');
  return workspace;
}

/** All workspaces, oldest first. */
export async function allWorkspaces(): Promise<Workspace[]> {
  const pointers = await queryAll<object>(inPartition(keys.workspaces('').pk));
  const workspaces = await getItems<Workspace>(pointers.map(({ sk }) => keys.workspace(sk)));
  return workspaces.sort((a, b) => (a.id < b.id ? -1 : 1));
}
