import { noGuardrails, type Credential } from '../../ctx';
import { keys } from '../../db/keys';
import { getItem } from '../../db/table';
import { ApiError } from '../../errors';
import { isScope } from '../../scopes';
import type { Workspace } from '../workspaces/record';

/**
 * An OAuth access token of the configured issuer as a credential: `scope` names what it may do and
 * `workspace_id` where. Undefined for a token that is not valid, or when no issuer is configured.
 */
export async function findCredentialOfToken(token: string): Promise<Credential | undefined> {
  const claims = await verify(token);
  if (typeof claims?.workspace_id !== 'string') return undefined;
  const workspace = await getItem<Workspace>(keys.workspace(claims.workspace_id));
  if (!workspace) return undefined;
  return {
    kind: 'token',
    id: String(claims.sub ?? 'token'),
    workspaceId: workspace.id,
    scopes: String(claims.scope ?? '')
      .split(' ')
      .filter(isScope),
    guardrails: noGuardrails,
    requestsPerMinute: workspace.requestsPerMinute,
  };
}

/** Most requests come with an API key, so only a token pays for the verifier. */
async function verify(token: string): Promise<Record<string, unknown> | undefined> {
  const { verifyToken } = await import('./verify-token.lazy');
  return verifyToken(token).catch((cause: unknown) => {
    const message = 'The token cannot be verified at the moment: its issuer does not answer';
    throw new ApiError('service_unavailable', message, { headers: { 'Retry-After': '5' }, cause });
  });
}
