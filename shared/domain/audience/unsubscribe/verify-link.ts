import { keys } from '../../../db/keys';
import { getItem } from '../../../db/table';
import { notFound } from '../../../core/errors';
import type { Workspace } from '../../../db/records/workspaces';
import { parseUnverifiedLink, hasValidSignature, type UnsubscribeLink } from './token';

interface VerifiedLink {
  link: UnsubscribeLink;
  workspace: Workspace;
}

/** Like `findLink`, but throws 404 for a forged or truncated token. */
export async function expectLink(token: string): Promise<VerifiedLink> {
  const found = await findLink(token);
  if (!found) throw notFound('link');
  return found;
}

/** Returns the verified link of the token and its workspace. */
export async function findLink(token: string): Promise<VerifiedLink | undefined> {
  const link = parseUnverifiedLink(token);
  const workspace = link && (await getItem(keys.workspace(link.workspaceId)));
  if (!link || !workspace?.linkSecret || !hasValidSignature(workspace.linkSecret, token)) return undefined;
  return { link, workspace };
}
