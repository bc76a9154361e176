import { JwtVerifier } from 'aws-jwt-verify';
import { JwtInvalidClaimError, JwtInvalidSignatureError, JwtParseError } from 'aws-jwt-verify/error';
import { noGuardrails, type Credential } from '../../ctx';
import { keys } from '../../db/keys';
import { getItem } from '../../db/table';
import { logger } from '../../logger';
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

const issuer = process.env.OAUTH_ISSUER;

const verifier = issuer
  ? JwtVerifier.create({
      issuer,
      audience: process.env.OAUTH_AUDIENCE || null,
      jwksUri: process.env.OAUTH_JWKS_URI,
    })
  : undefined;

async function verify(token: string): Promise<Record<string, unknown> | undefined> {
  try {
    return await verifier?.verify(token);
  } catch (error) {
    if (isInvalidToken(error)) return undefined;
    logger.warn('token not verified', { error });
    return undefined;
  }
}

const isInvalidToken = (error: unknown): boolean =>
  error instanceof JwtInvalidClaimError ||
  error instanceof JwtInvalidSignatureError ||
  error instanceof JwtParseError;
