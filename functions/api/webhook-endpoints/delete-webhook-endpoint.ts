import { deleteWebhookEndpoint } from '../../../shared/domain/platform/webhooks/delete';
import { ok } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { webhookEndpointRoutes } from './routes';

export const handler = endpoint(
  webhookEndpointRoutes.deleteWebhookEndpoint,
  async ({ workspaceId }, { params: { id } }) => {
    await deleteWebhookEndpoint(workspaceId, id);
    return ok({ id, deleted: true });
  },
);
