import { encodeCursor } from '../../../shared/db/cursor';
import { newestWebhookEndpoints } from '../../../shared/domain/platform/webhooks/find';
import { list, ok } from '../../../shared/http/answers';
import { endpoint } from '../../../shared/http/endpoint';
import { presentWebhookEndpoint } from './present';
import { webhookEndpointRoutes } from './routes';

export const handler = endpoint(
  webhookEndpointRoutes.listWebhookEndpoints,
  async ({ workspaceId }, { query: { cursor: before, limit } }) => {
    const { records, next } = await newestWebhookEndpoints(workspaceId, { before, limit });
    return ok(list(records.map(presentWebhookEndpoint), next && encodeCursor(next)));
  },
);
