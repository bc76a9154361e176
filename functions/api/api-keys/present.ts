import type * as z from 'zod/mini';
import type { IssuedKey } from '../../../shared/domain/platform/api-keys/issue';
import type { ApiKey } from '../../../shared/db/records/api-keys';
import type { ApiKeySchema, ApiKeyWithSecretSchema } from './shapes';

export const presentApiKey = (key: ApiKey): z.infer<typeof ApiKeySchema> => ({
  id: key.id,
  name: key.name,
  last4: key.last4,
  scopes: [...key.scopes],
  daily_send_limit: key.dailySendLimit,
  allowed_recipients: [...key.allowedRecipients],
  requires_approval: key.requiresApproval,
  ...(key.templatesUnguarded !== undefined && { templates_unguarded: key.templatesUnguarded }),
  ...(key.inboxId !== undefined && { inbox_id: key.inboxId }),
  created_at: key.createdAt,
  last_used_at: key.lastUsedAt,
  revoked_at: key.revokedAt,
});

export const presentIssuedKey = ({ apiKey, secret }: IssuedKey): z.infer<typeof ApiKeyWithSecretSchema> => ({
  ...presentApiKey(apiKey),
  key: secret,
});
