import { keys } from '../../../db/keys';
import { partitionQuery } from '../../../db/query';
import { getItem, getItems, queryAll } from '../../../db/table';
import { notFound, unauthorized } from '../../../core/errors';
import type { Workspace } from '../../../db/records/workspaces';

/** The workspace, or 404. */
export async function expectWorkspace(id: string): Promise<Workspace> {
  const workspace = await getItem(keys.workspace(id));
  if (!workspace) throw notFound('workspace');
  return workspace;
}

/** The workspace of a credential that was just valid, or 401 if it has been deleted since. */
export async function expectOwnWorkspace(id: string): Promise<Workspace> {
  return expectNotDeleted(await getItem(keys.workspace(id)));
}

/** Returns a workspace that was read, or throws 401 if it was deleted. */
export function expectNotDeleted(workspace: Workspace | undefined): Workspace {
  if (!workspace) throw unauthorized('The workspace was deleted');
  return workspace;
}

/** All workspaces, oldest first. */
export async function listWorkspaces(): Promise<Workspace[]> {
  const pointers = await queryAll<object>(partitionQuery(keys.workspaces('').pk));
  return findWorkspaces(pointers.map(({ sk }) => sk));
}

/** The existing workspaces among these, oldest first. */
export async function findWorkspaces(ids: readonly string[]): Promise<Workspace[]> {
  const workspaces = await getItems(ids.map(keys.workspace));
  return workspaces.sort((a, b) => (a.id < b.id ? -1 : 1));
}
