import { createWebhookEndpoint } from '../../../shared/domain/webhooks/create';
import { presentNewWebhookEndpoint } from '../../../shared/domain/webhooks/present';
import { created } from '../../../shared/http/answers';
import { endpoint } from '../../../shared/http/endpoint';
import { webhookEndpointRoutes } from './routes';

export const handler = endpoint(
  webhookEndpointRoutes.createWebhookEndpoint,
  async ({ workspaceId }, { body }) =>
    created(presentNewWebhookEndpoint(await createWebhookEndpoint(workspaceId, body))),
);
