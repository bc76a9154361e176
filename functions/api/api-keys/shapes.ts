import * as z from '../../../shared/schema/schema';
import { listOf, time } from '../../../shared/http/shapes';
import { scopes } from '../../../shared/core/scopes';

/** workspace.md, "API key" */
export const ApiKeySchema = z.object({
  id: z.uuid(),
  name: z.string(),
  last4: z.string(),
  scopes: z.array(z.enum(scopes)),
  daily_send_limit: z.nullable(z.int()),
  allowed_recipients: z.array(z.string()),
  requires_approval: z.boolean(),
  created_at: time,
  last_used_at: z.nullable(time),
  revoked_at: z.nullable(time),
});

export const ApiKeyListSchema = listOf(ApiKeySchema);

/** The create answer: the only one with the key itself. */
export const ApiKeyWithSecretSchema = z.extend(ApiKeySchema, { key: z.string() });

const name = z.string().check(z.minLength(1), z.maxLength(80));
const someScopes = z.array(z.enum(scopes)).check(z.minLength(1));
const dailySendLimit = z.int().check(z.positive());
const allowedRecipients = z.array(z.string()).check(z.maxLength(200));

/** workspace.md, "API keys": create body. Unknown fields are ignored. */
export const NewApiKeyRequestSchema = z.object({
  name,
  scopes: someScopes,
  daily_send_limit: z.optional(z.nullable(dailySendLimit)),
  allowed_recipients: z.optional(allowedRecipients),
  requires_approval: z.optional(z.boolean()),
});

/** workspace.md, "API keys": update body. Null clears; unknown fields are refused. */
export const ApiKeyChangesRequestSchema = z.strictObject({
  name: z.optional(name),
  scopes: z.optional(someScopes),
  daily_send_limit: z.optional(z.nullable(dailySendLimit)),
  allowed_recipients: z.optional(z.nullable(allowedRecipients)),
  requires_approval: z.optional(z.boolean()),
});
