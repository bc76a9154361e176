import { keys } from '../../../db/keys';
import { partitionQuery } from '../../../db/query';
import { getItem, getItems, queryAll } from '../../../db/table';
import { notFound, unauthorized } from '../../../core/errors';
import type { Workspace } from '../../../db/records/workspaces';

/** Returns the workspace or throws 404. */
export async function expectWorkspace(id: string): Promise<Workspace> {
  const workspace = await getItem(keys.workspace(id));
  if (!workspace) throw notFound('workspace');
  return workspace;
}

/** Returns the workspace of an authenticated credential, or throws 401 if the workspace was deleted. */
export async function expectOwnWorkspace(id: string): Promise<Workspace> {
  return expectNotDeleted(await getItem(keys.workspace(id)));
}

/** Returns the workspace, or throws 401 if it was deleted. */
export function expectNotDeleted(workspace: Workspace | undefined): Workspace {
  if (!workspace) throw unauthorized('The workspace was deleted');
  return workspace;
}

/** Lists all workspaces, oldest first. */
export async function listWorkspaces(): Promise<Workspace[]> {
  const pointers = await queryAll<object>(partitionQuery(keys.workspaces('').pk));
  return findWorkspaces(pointers.map(({ sk }) => sk));
}

/** Returns those of the workspaces that exist, oldest first. */
export async function findWorkspaces(ids: readonly string[]): Promise<Workspace[]> {
  const workspaces = await getItems(ids.map(keys.workspace));
  return workspaces.sort((a, b) => (a.id < b.id ? -1 : 1));
}
