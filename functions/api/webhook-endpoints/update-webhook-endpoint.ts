import { updateWebhookEndpoint } from '../../../shared/domain/platform/webhooks/update';
import { ok } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { presentWebhookEndpoint } from './present';
import { webhookEndpointRoutes } from './routes';

export const handler = endpoint(
  webhookEndpointRoutes.updateWebhookEndpoint,
  async ({ workspaceId }, { params, body }) =>
    ok(presentWebhookEndpoint(await updateWebhookEndpoint(workspaceId, params.id, body.read))),
);
