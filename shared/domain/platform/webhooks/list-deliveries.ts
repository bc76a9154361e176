import { deliveryPartitions } from '../../../db/keys';
import { mergeQueries } from '../../../db/merge-queries';
import { partitionQuery } from '../../../db/query';
import { hasExpired } from '../../../core/time';
import { expectWebhookEndpoint } from './find';
import type { WebhookDelivery } from '../../../db/records/webhooks';

/**
 * Lists the latest deliveries to an endpoint, with the results of their attempts. Throws 404 if the endpoint does not
 * exist.
 */
export async function listDeliveries(
  workspaceId: string,
  endpointId: string,
  limit: number,
): Promise<WebhookDelivery[]> {
  await expectWebhookEndpoint(workspaceId, endpointId);
  const partitions = deliveryPartitions(workspaceId, endpointId);
  // Deliveries are distributed over the shards at random, so the query reads slightly more than an equal share from
  // each shard.
  const pageSize = Math.ceil(limit / partitions.length) + 5;
  const queries = partitions.map((pk) => partitionQuery(pk, { descending: true, pageSize }));
  const deliveries: WebhookDelivery[] = [];
  for await (const delivery of mergeQueries<WebhookDelivery>(queries, ({ id }) => id, 'newest first')) {
    if (!hasExpired(delivery.expiresAt)) deliveries.push(delivery);
    if (deliveries.length === limit) break;
  }
  return deliveries;
}
