import { keys } from '../../../db/keys';
import { getItem } from '../../../db/table';
import { notFound } from '../../../core/errors';
import type { Workspace } from '../../../db/records/workspaces';
import { claimedLink, isSigned, type Link } from './token';

/** The link that the token stands for and the workspace that sent it; 404 for one that is forged or was cut. */
export async function expectLink(token: string): Promise<{ link: Link; workspace: Workspace }> {
  const link = claimedLink(token);
  const workspace = link && (await getItem<Workspace>(keys.workspace(link.workspaceId)));
  if (!link || !workspace?.linkSecret || !isSigned(workspace.linkSecret, token)) throw notFound('link');
  return { link, workspace };
}
