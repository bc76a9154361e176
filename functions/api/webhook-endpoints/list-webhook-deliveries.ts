import { listDeliveries } from '../../../shared/domain/platform/webhooks/list-deliveries';
import { ok, unpagedList } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { presentWebhookDelivery } from './present';
import { webhookEndpointRoutes } from './routes';

export const handler = endpoint(
  webhookEndpointRoutes.listWebhookDeliveries,
  async ({ workspaceId }, { params, query: { limit } }) => {
    const deliveries = await listDeliveries(workspaceId, params.id, limit);
    // `has_more` is true for a full page, even if the page is the whole list (W-38).
    return ok(unpagedList(deliveries.map(presentWebhookDelivery), deliveries.length === limit));
  },
);
