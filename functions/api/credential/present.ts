import type * as z from 'zod/mini';
import type { Credential } from '../../../shared/core/request-context';
import type { Workspace } from '../../../shared/db/records/workspaces';
import type { CredentialSchema } from './shapes';

const kinds = { key: 'api_key', token: 'access_token', session: 'session' } as const;

export const presentCredential = (
  { kind, id, scopes, guardrails }: Credential,
  workspace: Workspace,
): z.infer<typeof CredentialSchema> => ({
  kind: kinds[kind],
  id,
  workspace_id: workspace.id,
  workspace_name: workspace.name,
  scopes: [...scopes],
  daily_send_limit: guardrails.dailySendLimit,
  allowed_recipients: [...guardrails.allowedRecipients],
  requires_approval: guardrails.requiresApproval,
  ...(guardrails.inboxId && { inbox_id: guardrails.inboxId }),
});
