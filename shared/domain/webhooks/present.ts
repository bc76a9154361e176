import * as z from 'zod/mini';
import { deliveryStatuses, webhookEventTypes, type WebhookDelivery, type WebhookEndpoint } from './record';

const text = z.string();
const time = z.iso.datetime();

/** core.md, "Webhook endpoint" */
export const WebhookEndpointSchema = z.object({
  id: z.uuid(),
  url: text,
  events: z.array(z.enum(webhookEventTypes)),
  enabled: z.boolean(),
  created_at: time,
});

/** The create answer: the only one with the secret. */
export const NewWebhookEndpointAnswerSchema = z.extend(WebhookEndpointSchema, { secret: text });

export const DeletedWebhookEndpointSchema = z.object({ id: z.uuid(), deleted: z.literal(true) });

/** core.md, "Webhook delivery attempt" */
export const WebhookDeliverySchema = z.object({
  id: z.uuid(),
  event: z.enum(webhookEventTypes),
  status: z.enum(deliveryStatuses),
  attempts: z.int(),
  last_status_code: z.nullable(z.int()),
  last_error: z.nullable(text),
  created_at: time,
  delivered_at: z.nullable(time),
});

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
}): z.infer<typeof NewWebhookEndpointAnswerSchema> => ({ ...presentWebhookEndpoint(endpoint), secret });

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
