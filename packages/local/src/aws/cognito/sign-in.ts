import { createHash, randomBytes } from 'node:crypto';
import { generateKeyPair, SignJWT, type CryptoKey } from 'jose';
import type { Clock } from '../../clock/clock';
import type { UserPoolClientSpec } from '../../template/deployment';
import type { Pool, PoolUser } from './user-pool';

/** A request that the sign-in pages refuse. The message is Cognito's error code. */
export class SignInError extends Error {}

/** A valid request to the authorization endpoint. */
export interface AuthorizationRequest {
  client: UserPoolClientSpec;
  redirectUri: string;
  state: string | null;
  nonce: string | null;
  challenge: string;
}

interface IssuedCode extends Pick<AuthorizationRequest, 'client' | 'redirectUri' | 'nonce' | 'challenge'> {
  user: PoolUser;
  expiresAt: number;
}

const codeLifetimeMs = 5 * 60_000;
const tokenLifetimeSeconds = 300;
const alg = 'RS256';

/**
 * The sign-in pages of a user pool: the authorization code flow with PKCE, as in Cognito, but without passwords. A
 * restart invalidates codes and the signing key, which are only in memory.
 */
export class SignIn {
  private readonly codes = new Map<string, IssuedCode>();
  private readonly key: Promise<CryptoKey> = generateKeyPair(alg).then(({ privateKey }) => privateKey);

  constructor(
    readonly pool: Pool,
    private readonly clock: Clock,
  ) {}

  /** Throws a `SignInError` in the cases for which Cognito shows its own error page. */
  parseAuthorizationRequest(query: URLSearchParams): AuthorizationRequest {
    const client = this.pool.spec.clients.find(({ id }) => id === query.get('client_id'));
    if (!client) throw new SignInError('invalid_client');
    const redirectUri = query.get('redirect_uri') ?? '';
    if (!client.callbackUrls.includes(redirectUri)) throw new SignInError('redirect_mismatch');
    if (query.get('response_type') !== 'code') throw new SignInError('unauthorized_client');
    const requestedScopes = (query.get('scope') ?? '').split(' ');
    if (!requestedScopes.every((scope) => client.scopes.includes(scope)))
      throw new SignInError('invalid_scope');
    const challenge = query.get('code_challenge');
    if (!challenge || query.get('code_challenge_method') !== 'S256') throw new SignInError('invalid_request');
    return { client, redirectUri, state: query.get('state'), nonce: query.get('nonce'), challenge };
  }

  /** Signs the user in and returns the URL that the browser is redirected to. */
  completeSignIn({ state, ...authorization }: AuthorizationRequest, email: string): string {
    const user = this.pool.users().find((candidate) => candidate.email === email);
    if (!user) throw new SignInError('user_not_found');
    this.pool.confirm(user);
    const code = randomBytes(16).toString('hex');
    this.codes.set(code, { ...authorization, user, expiresAt: this.clock.now() + codeLifetimeMs });
    const redirectUrl = new URL(authorization.redirectUri);
    redirectUrl.searchParams.set('code', code);
    if (state !== null) redirectUrl.searchParams.set('state', state);
    return redirectUrl.href;
  }

  /** The response of the token endpoint. A client can exchange a code only once. */
  async exchangeCode(form: URLSearchParams): Promise<{ status: number; body: object }> {
    const code = form.get('code') ?? '';
    const issuedCode = this.codes.get(code);
    this.codes.delete(code);
    if (form.get('grant_type') !== 'authorization_code') return tokenError('unsupported_grant_type');
    if (!issuedCode || !this.isValidExchange(issuedCode, form)) return tokenError('invalid_grant');
    const { client, user, nonce } = issuedCode;
    const [idToken, accessToken] = await Promise.all([
      this.signToken(user, {
        token_use: 'id',
        aud: client.id,
        email: user.email,
        email_verified: true,
        nonce,
      }),
      this.signToken(user, { token_use: 'access', client_id: client.id, scope: client.scopes.join(' ') }),
    ]);
    const tokens = { id_token: idToken, access_token: accessToken };
    return { status: 200, body: { ...tokens, token_type: 'Bearer', expires_in: tokenLifetimeSeconds } };
  }

  /** The URL that the browser is redirected to after signing out. */
  signOut(query: URLSearchParams): string {
    const client = this.pool.spec.clients.find(({ id }) => id === query.get('client_id'));
    const logoutUri = query.get('logout_uri') ?? '';
    if (!client?.logoutUrls.includes(logoutUri)) throw new SignInError('redirect_mismatch');
    return logoutUri;
  }

  private isValidExchange(
    { client, redirectUri, challenge, expiresAt }: IssuedCode,
    form: URLSearchParams,
  ): boolean {
    const verifier = form.get('code_verifier') ?? '';
    return (
      this.clock.now() < expiresAt &&
      form.get('client_id') === client.id &&
      form.get('redirect_uri') === redirectUri &&
      createHash('sha256').update(verifier).digest('base64url') === challenge
    );
  }

  private async signToken({ id }: PoolUser, claims: Record<string, unknown>): Promise<string> {
    const seconds = Math.floor(this.clock.now() / 1000);
    return new SignJWT({ ...claims, auth_time: seconds, 'cognito:username': id })
      .setProtectedHeader({ alg, kid: this.pool.spec.id })
      .setIssuer(this.pool.spec.issuer)
      .setSubject(id)
      .setIssuedAt(seconds)
      .setExpirationTime(seconds + tokenLifetimeSeconds)
      .sign(await this.key);
  }
}

const tokenError = (error: string) => ({ status: 400, body: { error } });
