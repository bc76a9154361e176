import * as z from '../../../shared/schema/schema';
import { listOf, timestamp } from '../../../shared/http/shapes';
import { ScopeSchema } from '../credential/shapes';

/** See K-1. */
export const ApiKeySchema = z.object({
  id: z.uuid(),
  name: z.string(),
  last4: z.string(),
  scopes: z.array(ScopeSchema),
  daily_send_limit: z.nullable(z.int()),
  allowed_recipients: z.array(z.string()),
  requires_approval: z.boolean(),
  // Only keys for which this was set have the field.
  templates_unguarded: z.optional(z.boolean()),
  // Only keys that are or were limited to an inbox have the field.
  inbox_id: z.optional(z.nullable(z.uuid())),
  created_at: timestamp,
  last_used_at: z.nullable(timestamp),
  revoked_at: z.nullable(timestamp),
});

export const ApiKeyListSchema = listOf(ApiKeySchema);

/** The response to a create request. No other response contains the key itself. */
export const ApiKeyWithSecretSchema = z.extend(ApiKeySchema, { key: z.string() });

const name = z.string().check(z.minLength(1), z.maxLength(80));
const someScopes = z.array(ScopeSchema).check(z.minLength(1));
const dailySendLimit = z.int().check(z.positive());
const allowedRecipients = z.array(z.string()).check(z.maxLength(200));

/** The body of a create request (K-5 to K-8). Unknown fields are ignored. */
export const NewApiKeyRequestSchema = z.object({
  name,
  scopes: someScopes,
  daily_send_limit: z.optional(z.nullable(dailySendLimit)),
  allowed_recipients: z.optional(allowedRecipients),
  requires_approval: z.optional(z.boolean()),
  templates_unguarded: z.optional(z.boolean()),
  inbox_id: z.optional(z.nullable(z.uuid())),
});

/** The settings of a limited key that is created with its inbox (IB-13). Unknown fields are refused. */
export const NewInboxKeyRequestSchema = z.strictObject({
  name: z.optional(name),
  scopes: someScopes,
  daily_send_limit: z.optional(z.nullable(dailySendLimit)),
  allowed_recipients: z.optional(allowedRecipients),
  requires_approval: z.optional(z.boolean()),
});

/** The body of an update (K-14, K-15). Null clears a field. Unknown fields are refused. */
export const ApiKeyChangesRequestSchema = z.strictObject({
  name: z.optional(name),
  scopes: z.optional(someScopes),
  daily_send_limit: z.optional(z.nullable(dailySendLimit)),
  allowed_recipients: z.optional(z.nullable(allowedRecipients)),
  requires_approval: z.optional(z.boolean()),
  templates_unguarded: z.optional(z.boolean()),
  inbox_id: z.optional(z.nullable(z.uuid())),
});
