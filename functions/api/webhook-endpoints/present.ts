import type * as z from 'zod/mini';
import type { WebhookDelivery, WebhookEndpoint } from '../../../shared/db/records/webhooks';
import type { WebhookDeliverySchema, WebhookEndpointSchema, WebhookEndpointWithSecretSchema } from './shapes';

export const presentWebhookEndpoint = (endpoint: WebhookEndpoint): z.infer<typeof WebhookEndpointSchema> => ({
  id: endpoint.id,
  url: endpoint.url,
  events: [...endpoint.events],
  enabled: endpoint.enabled,
  created_at: endpoint.createdAt,
});

export const presentNewWebhookEndpoint = ({
  endpoint,
  secret,
}: {
  endpoint: WebhookEndpoint;
  secret: string;
}): z.infer<typeof WebhookEndpointWithSecretSchema> => ({ ...presentWebhookEndpoint(endpoint), secret });

export const presentWebhookDelivery = (delivery: WebhookDelivery): z.infer<typeof WebhookDeliverySchema> => ({
  id: delivery.id,
  event: delivery.event,
  status: delivery.status,
  attempts: delivery.attempts,
  last_status_code: delivery.lastStatusCode,
  last_error: delivery.lastError,
  created_at: delivery.createdAt,
  delivered_at: delivery.deliveredAt,
});
