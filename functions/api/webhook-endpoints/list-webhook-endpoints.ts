import { decodeCursor, encodeCursor, isUuid } from '../../../shared/db/cursor';
import { newestWebhookEndpoints } from '../../../shared/domain/webhooks/find';
import { presentWebhookEndpoint } from '../../../shared/domain/webhooks/present';
import { list, ok } from '../../../shared/http/answers';
import { endpoint } from '../../../shared/http/endpoint';
import { firstOf, pageSize } from '../../../shared/http/paging';
import { webhookEndpointRoutes } from './routes';

export const handler = endpoint(
  webhookEndpointRoutes.listWebhookEndpoints,
  async ({ workspaceId }, { query }) => {
    const { records, next } = await newestWebhookEndpoints(workspaceId, {
      before: decodeCursor(firstOf(query, 'cursor'), isUuid),
      limit: pageSize(query, { fallback: 50, max: 100 }),
    });
    return ok(list(records.map(presentWebhookEndpoint), next && encodeCursor(next)));
  },
);
