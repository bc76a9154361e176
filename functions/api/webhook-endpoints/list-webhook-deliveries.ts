import { newestDeliveries } from '../../../shared/domain/platform/webhooks/list-deliveries';
import { ok, wholeList } from '../../../shared/http/answers';
import { endpoint } from '../../../shared/http/endpoint';
import { presentWebhookDelivery } from './present';
import { webhookEndpointRoutes } from './routes';

export const handler = endpoint(
  webhookEndpointRoutes.listWebhookDeliveries,
  async ({ workspaceId }, { params, query: { limit } }) => {
    const deliveries = await newestDeliveries(workspaceId, params.id, limit);
    // A full list may be the whole list: core.md has it say so all the same.
    return ok(wholeList(deliveries.map(presentWebhookDelivery), deliveries.length === limit));
  },
);
