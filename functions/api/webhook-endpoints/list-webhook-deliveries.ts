import { listDeliveries } from '../../../shared/domain/platform/webhooks/list-deliveries';
import { ok, unpagedList } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { presentWebhookDelivery } from './present';
import { webhookEndpointRoutes } from './routes';

export const handler = endpoint(
  webhookEndpointRoutes.listWebhookDeliveries,
  async ({ workspaceId }, { params, query: { limit } }) => {
    const deliveries = await listDeliveries(workspaceId, params.id, limit);
    // A full list may be the whole list: it says so all the same (W-38).
    return ok(unpagedList(deliveries.map(presentWebhookDelivery), deliveries.length === limit));
  },
);
