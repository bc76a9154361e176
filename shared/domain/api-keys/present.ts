import * as z from 'zod/mini';
import { scopes } from '../../scopes';
import type { IssuedKey } from './issue';
import type { ApiKey } from './record';

const time = z.iso.datetime();

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

/** The create answer: the only one with the key itself. */
export const IssuedKeySchema = z.extend(ApiKeySchema, { key: z.string() });

export const presentApiKey = (key: ApiKey): z.infer<typeof ApiKeySchema> => ({
  id: key.id,
  name: key.name,
  last4: key.last4,
  scopes: [...key.scopes],
  daily_send_limit: key.dailySendLimit,
  allowed_recipients: [...key.allowedRecipients],
  requires_approval: key.requiresApproval,
  created_at: key.createdAt,
  last_used_at: key.lastUsedAt,
  revoked_at: key.revokedAt,
});

export const presentIssuedKey = ({ apiKey, secret }: IssuedKey): z.infer<typeof IssuedKeySchema> => ({
  ...presentApiKey(apiKey),
  key: secret,
});
