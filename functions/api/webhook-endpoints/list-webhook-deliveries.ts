import { newestDeliveries } from '../../../shared/domain/webhooks/list-deliveries';
import { presentWebhookDelivery } from '../../../shared/domain/webhooks/present';
import { ok } from '../../../shared/http/answers';
import { endpoint } from '../../../shared/http/endpoint';
import { pageSize } from '../../../shared/http/paging';
import { webhookEndpointRoutes } from './routes';

export const handler = endpoint(
  webhookEndpointRoutes.listWebhookDeliveries,
  async ({ workspaceId }, { params: { id = '' }, query }) => {
    const limit = pageSize(query, { fallback: 50, max: 200 });
    const deliveries = await newestDeliveries(workspaceId, id, limit);
    // A full list may be the whole list: core.md has it say so all the same.
    return ok({
      object: 'list',
      data: deliveries.map(presentWebhookDelivery),
      has_more: deliveries.length === limit,
      next_cursor: null,
    });
  },
);
