import * as z from '../../../shared/schema/schema';
import { deliveryStatuses, webhookEventTypes } from '../../../shared/db/records/webhooks';
import { listOf, timestamp, untrusted } from '../../../shared/http/shapes';
import { isUrl } from '../../../shared/text/web-url';

const text = z.string();

/** See W-3. */
export const WebhookEventTypeSchema = z.enum(webhookEventTypes);

/** See W-1. */
export const WebhookEndpointSchema = z.object({
  id: z.uuid(),
  url: text,
  events: z.array(WebhookEventTypeSchema),
  enabled: z.boolean(),
  created_at: timestamp,
});

export const WebhookEndpointListSchema = listOf(WebhookEndpointSchema);

/** The response to a create request, which is the only response with the secret. */
export const WebhookEndpointWithSecretSchema = z.extend(WebhookEndpointSchema, { secret: text });

export const DeletedWebhookEndpointSchema = z.object({ id: z.uuid(), deleted: z.literal(true) });

/** See W-32. */
export const WebhookDeliverySchema = z.object({
  id: z.uuid(),
  event: WebhookEventTypeSchema,
  status: z.enum(deliveryStatuses),
  attempts: z.int(),
  last_status_code: z.nullable(z.int()),
  last_error: untrusted(z.nullable(text)),
  created_at: timestamp,
  delivered_at: z.nullable(timestamp),
});

export const WebhookDeliveryListSchema = listOf(WebhookDeliverySchema);

const urlLengthMax = 2_048;

const url = z.string().check(z.maxLength(urlLengthMax), z.refine(isUrl, 'must be a URL'));

const events = z.array(WebhookEventTypeSchema).check(z.minLength(1));

/** The bodies of create and update (W-3, W-12). Unknown fields are ignored. */
export const NewWebhookEndpointRequestSchema = z.object({ url, events });

export const WebhookEndpointChangesRequestSchema = z.object({
  url: z.optional(url),
  events: z.optional(events),
  enabled: z.optional(z.boolean()),
});
