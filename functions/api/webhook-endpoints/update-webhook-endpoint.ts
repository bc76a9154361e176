import { presentWebhookEndpoint } from '../../../shared/domain/webhooks/present';
import { updateWebhookEndpoint } from '../../../shared/domain/webhooks/update';
import { ok } from '../../../shared/http/answers';
import { endpoint } from '../../../shared/http/endpoint';
import { webhookEndpointRoutes } from './routes';

export const handler = endpoint(
  webhookEndpointRoutes.updateWebhookEndpoint,
  async ({ workspaceId }, { params: { id = '' }, body }) =>
    ok(presentWebhookEndpoint(await updateWebhookEndpoint(workspaceId, id, body))),
);
