import { isUuid } from '../../../db/cursor';
import { keys } from '../../../db/keys';
import { deleteItem } from '../../../db/table';
import { notFound } from '../../../core/errors';

/**
 * Deletes the endpoint, or throws 404 if it does not exist. Pending deliveries are recorded as failed when they are
 * due.
 */
export async function deleteWebhookEndpoint(workspaceId: string, id: string): Promise<void> {
  const isDeleted = isUuid(id) && (await deleteItem(keys.webhookEndpoint(workspaceId, id)));
  if (!isDeleted) throw notFound('webhook endpoint');
}
