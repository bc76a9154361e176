import { keys } from '../../../../db/keys';
import { deleteItems, getItem } from '../../../../db/table';
import { deleteWrite } from '../../../../db/transaction';
import { ifPresent } from '../../../../db/condition';
import { ApiError, notFound } from '../../../../core/errors';
import { listAllApiKeys } from '../../api-keys/find';
import { deleteAndPurge } from '../../purge/delete-and-purge';
import { listDomains } from '../../domains/find';
import { listSubscribers } from '../../webhooks/find';
import type { WorkspaceDeletion } from '../../../../db/records/workspace-deletions';

/**
 * Deletes a workspace. Once this function returns, the workspace's credentials are invalid, no further send starts, no
 * webhook is delivered, and email to the workspace's domains is not accepted. A job deletes the remaining data. The
 * call may be repeated while the job runs.
 */
export async function deleteWorkspace(id: string): Promise<WorkspaceDeletion> {
  await deleteAndPurge('clearWorkspace', { workspaceId: id, id }, [
    deleteWrite(keys.workspace(id), ifPresent),
    deleteWrite(keys.workspaces(id)),
  ]);
  const deletion = await getItem(keys.deletedWorkspace(id));
  if (!deletion) throw notFound('workspace');
  await revokeWorkspaceAccess(id);
  return deletion;
}

/**
 * Deletes the records that have an effect without the workspace record: credentials, webhook endpoints, feeds, and
 * the registration of domains for inbound email.
 */
export async function revokeWorkspaceAccess(id: string): Promise<void> {
  const [apiKeys, { endpoints, feeds }, domains] = await Promise.all([
    listAllApiKeys(id),
    listSubscribers(id),
    listDomains(id),
  ]);
  await deleteItems(apiKeys.map(({ hash }) => keys.credential(hash)));
  await deleteItems([
    ...endpoints.map((endpoint) => keys.webhookEndpoint(id, endpoint.id)),
    ...feeds.map((feed) => keys.feed(id, feed.id)),
    ...domains.map(({ domain }) => keys.domainUser(domain, id)),
  ]);
}

/** Returns the deletion in progress, or undefined if the deletion is complete or the workspace never existed. */
export async function findDeletion(id: string): Promise<WorkspaceDeletion | undefined> {
  if (await getItem(keys.workspace(id))) throw new ApiError('invalid_state', 'The workspace is not deleted');
  return getItem(keys.deletedWorkspace(id));
}
