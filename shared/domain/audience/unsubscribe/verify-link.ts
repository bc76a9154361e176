import { keys } from '../../../db/keys';
import { getItem } from '../../../db/table';
import { notFound } from '../../../core/errors';
import type { Workspace } from '../../../db/records/workspaces';
import { parseUnverifiedLink, hasValidSignature, type UnsubscribeLink } from './token';

/** Returns the verified link of the token and its workspace. Throws 404 for a forged or truncated token. */
export async function expectLink(token: string): Promise<{ link: UnsubscribeLink; workspace: Workspace }> {
  const link = parseUnverifiedLink(token);
  const workspace = link && (await getItem(keys.workspace(link.workspaceId)));
  if (!link || !workspace?.linkSecret || !hasValidSignature(workspace.linkSecret, token))
    throw notFound('link');
  return { link, workspace };
}
