import { noGuardrails, type Credential } from '../../../core/request-context';
import { keys } from '../../../db/keys';
import { isUuid } from '../../../db/cursor';
import { getItem } from '../../../db/table';
import { ApiError } from '../../../core/errors';
import { isScope } from '../../../core/scopes';

type JwtClaims = Readonly<Record<string, unknown>>;

/** The claims of a valid access token from the configured issuer. */
export interface TokenClaims {
  workspaceId: string;
  subject: string;
  /** The scopes, separated by spaces. */
  scope: string;
}

/** Returns undefined if the token is invalid or for another purpose, or if no issuer is configured. */
export async function verifyAccessToken(token: string): Promise<TokenClaims | undefined> {
  const claims = await verifyJwt(token);
  if (!claims || !isAccessToken(claims)) return undefined;
  const { workspace_id: workspaceId, sub = 'token', scope = '' } = claims;
  if (typeof workspaceId !== 'string' || !isUuid(workspaceId)) return undefined;
  return { workspaceId, subject: String(sub), scope: String(scope) };
}

/** Returns the token as a credential with the scopes in `scope`, or undefined if the workspace does not exist. */
export async function findTokenCredential({
  workspaceId,
  subject,
  scope,
}: TokenClaims): Promise<Credential | undefined> {
  const workspace = await getItem(keys.workspace(workspaceId));
  if (!workspace) return undefined;
  return {
    kind: 'token',
    id: subject,
    workspaceId,
    scopes: scope.split(' ').filter(isScope),
    guardrails: noGuardrails,
    requestsPerMinute: workspace.requestsPerMinute,
  };
}

/**
 * Whether the token is an access token that expires. An ID token only identifies the signed-in user to an application.
 */
const isAccessToken = ({ exp, ...claims }: JwtClaims): boolean =>
  typeof exp === 'number' &&
  claims.token_use !== 'id' &&
  claims.typ !== 'ID' &&
  !['nonce', 'at_hash', 'c_hash'].some((claim) => claim in claims);

/** Most requests use an API key, so the verifier is loaded only for a token. */
async function verifyJwt(token: string): Promise<JwtClaims | undefined> {
  const { verifyToken } = await import('./verify-token.lazy');
  return verifyToken(token).catch((cause: unknown) => {
    const message = 'The token cannot be verified right now, because its issuer does not respond';
    throw new ApiError('service_unavailable', message, { headers: { 'Retry-After': '5' }, cause });
  });
}
