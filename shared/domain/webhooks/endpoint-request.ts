import * as z from 'zod/mini';
import { isUrl } from '../../text/web-url';
import { webhookEventTypes } from './record';

const urlLengthMax = 2_048;

const url = z.string().check(z.maxLength(urlLengthMax), z.refine(isUrl, 'must be a URL'));

const events = z.array(z.enum(webhookEventTypes)).check(z.minLength(1));

/** core.md, "Webhook endpoints". Unknown fields are ignored. */
export const NewWebhookEndpointSchema = z.object({ url, events });

export const WebhookEndpointChangesSchema = z.object({
  url: z.optional(url),
  events: z.optional(events),
  enabled: z.optional(z.boolean()),
});
