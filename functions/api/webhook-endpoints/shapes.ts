import * as z from '../../../shared/schema/schema';
import { deliveryStatuses, webhookEventTypes } from '../../../shared/db/records/webhooks';
import { listOf, time } from '../../../shared/http/shapes';
import { isUrl } from '../../../shared/text/web-url';

const text = z.string();

/** core.md, "Event types" */
export const WebhookEventTypeSchema = z.enum(webhookEventTypes);

/** core.md, "Webhook endpoint" */
export const WebhookEndpointSchema = z.object({
  id: z.uuid(),
  url: text,
  events: z.array(WebhookEventTypeSchema),
  enabled: z.boolean(),
  created_at: time,
});

export const WebhookEndpointListSchema = listOf(WebhookEndpointSchema);

/** The create answer: the only one with the secret. */
export const WebhookEndpointWithSecretSchema = z.extend(WebhookEndpointSchema, { secret: text });

export const DeletedWebhookEndpointSchema = z.object({ id: z.uuid(), deleted: z.literal(true) });

/** core.md, "Webhook delivery attempt" */
export const WebhookDeliverySchema = z.object({
  id: z.uuid(),
  event: WebhookEventTypeSchema,
  status: z.enum(deliveryStatuses),
  attempts: z.int(),
  last_status_code: z.nullable(z.int()),
  last_error: z.nullable(text),
  created_at: time,
  delivered_at: z.nullable(time),
});

export const WebhookDeliveryListSchema = listOf(WebhookDeliverySchema);

const urlLengthMax = 2_048;

const url = z.string().check(z.maxLength(urlLengthMax), z.refine(isUrl, 'must be a URL'));

const events = z.array(WebhookEventTypeSchema).check(z.minLength(1));

/** core.md, "Webhook endpoints". Unknown fields are ignored. */
export const NewWebhookEndpointRequestSchema = z.object({ url, events });

export const WebhookEndpointChangesRequestSchema = z.object({
  url: z.optional(url),
  events: z.optional(events),
  enabled: z.optional(z.boolean()),
});
