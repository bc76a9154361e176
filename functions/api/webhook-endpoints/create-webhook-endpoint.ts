import { createWebhookEndpoint } from '../../../shared/domain/platform/webhooks/create';
import { created } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { presentNewWebhookEndpoint } from './present';
import { webhookEndpointRoutes } from './routes';

export const handler = endpoint(
  webhookEndpointRoutes.createWebhookEndpoint,
  async ({ workspaceId }, { body }) =>
    created(presentNewWebhookEndpoint(await createWebhookEndpoint(workspaceId, body))),
);
