import { encodeCursor } from '../../../shared/db/cursor';
import { listWebhookEndpoints } from '../../../shared/domain/platform/webhooks/find';
import { pagedList, ok } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { presentWebhookEndpoint } from './present';
import { webhookEndpointRoutes } from './routes';

export const handler = endpoint(
  webhookEndpointRoutes.listWebhookEndpoints,
  async ({ workspaceId }, { query: { cursor: before, limit } }) => {
    const { records, next } = await listWebhookEndpoints(workspaceId, { before, limit });
    return ok(pagedList(records.map(presentWebhookEndpoint), next && encodeCursor(next)));
  },
);
