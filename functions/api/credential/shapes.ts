import * as z from '../../../shared/schema/schema';
import { scopes } from '../../../shared/core/scopes';

export const credentialKinds = ['api_key', 'access_token', 'session'] as const;

export const ScopeSchema = z.enum(scopes);

/** Lets a program check its permissions before it makes a request. */
export const CredentialSchema = z.object({
  kind: z.enum(credentialKinds),
  id: z.string(),
  workspace_id: z.uuid(),
  workspace_name: z.string(),
  scopes: z.array(ScopeSchema),
  daily_send_limit: z.nullable(z.int()),
  allowed_recipients: z.array(z.string()),
  requires_approval: z.boolean(),
  // Only keys that are limited to an inbox have the field.
  inbox_id: z.optional(z.uuid()),
});
