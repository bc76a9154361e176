import { createHash, randomBytes } from 'node:crypto';
import { generateKeyPair, SignJWT, type CryptoKey } from 'jose';
import type { Clock } from '../../clock/clock';
import type { UserPoolClientSpec } from '../../template/deployment';
import type { Pool, PoolUser } from './user-pool';

/** Why a page of the pool cannot be shown. */
export class SignInError extends Error {}

/** What is asked of the page where people sign in. */
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
 * Where people sign in to a pool: the authorization code flow with PKCE, as the pages of Cognito do it, but for the
 * password. Codes and the key are of this run: nobody keeps either.
 */
export class SignIn {
  private readonly codes = new Map<string, IssuedCode>();
  private readonly key: Promise<CryptoKey> = generateKeyPair(alg).then(({ privateKey }) => privateKey);

  constructor(
    readonly pool: Pool,
    private readonly clock: Clock,
  ) {}

  /** Throws a `SignInError` for what Cognito shows its own error page for. */
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

  /** Where the browser goes once somebody signed in. */
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

  /** The answer of the token endpoint. A code is good once. */
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

  /** Where the browser goes once somebody signed out. */
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
