import { keys } from '../../../db/keys';
import { getItem } from '../../../db/table';
import { notFound } from '../../../core/errors';
import type { Workspace } from '../../../db/records/workspaces';
import { parseUnverifiedLink, hasValidSignature, type UnsubscribeLink } from './token';

/** The link that the token stands for and the workspace that sent it; 404 for one that is forged or was cut. */
export async function expectLink(token: string): Promise<{ link: UnsubscribeLink; workspace: Workspace }> {
  const link = parseUnverifiedLink(token);
  const workspace = link && (await getItem(keys.workspace(link.workspaceId)));
  if (!link || !workspace?.linkSecret || !hasValidSignature(workspace.linkSecret, token))
    throw notFound('link');
  return { link, workspace };
}
