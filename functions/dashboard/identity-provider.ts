import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  Configuration,
  None,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import { requireEnv } from '../../shared/core/env';
import { ApiError } from '../../shared/core/errors';

/** The state of a sign-in, stored in a cookie, so that only the browser that started the sign-in can complete it. */
export interface LoginState {
  state: string;
  nonce: string;
  verifier: string;
  /** The page to open after the sign-in, relative to `/app/`. */
  page: string;
}

/** The signed-in user, according to the provider. */
export interface Identity {
  userId: string;
  email: string;
}

/** Whether this deployment has an identity provider. */
export const hasSignIn = (): boolean => Boolean(process.env.SIGN_IN_URL);

/**
 * Returns the URL that the provider redirects to. The URL comes from the settings of the deployment, never from the
 * request.
 */
const redirectUrl = (): URL => new URL(`${requireEnv('PUBLIC_URL')}/app/signed-in`);

export const signInUrl = (): string => `${requireEnv('PUBLIC_URL')}/app/sign-in`;

/** Returns the URL of the provider's sign-in page, and the state with which to check the provider's response. */
export async function beginSignIn(page: string): Promise<{ url: URL; loginState: LoginState }> {
  const provider = configuration();
  const loginState = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier(), page };
  const url = buildAuthorizationUrl(provider, {
    redirect_uri: redirectUrl().href,
    scope: 'openid email',
    state: loginState.state,
    nonce: loginState.nonce,
    code_challenge: await calculatePKCECodeChallenge(loginState.verifier),
    code_challenge_method: 'S256',
  });
  return { url, loginState };
}

/**
 * Reads the provider's response from the query of the redirect. Throws if the response does not match the started
 * sign-in. Does not verify the signature of the ID token, because the token comes directly from the provider over TLS
 * (OpenID Connect Core, 3.1.3.7).
 */
export async function finishSignIn(
  callbackParams: URLSearchParams,
  { state, nonce, verifier }: LoginState,
): Promise<Identity> {
  const callbackUrl = redirectUrl();
  callbackUrl.search = callbackParams.toString();
  const tokens = await authorizationCodeGrant(configuration(), callbackUrl, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (typeof claims?.email !== 'string' || claims.token_use !== 'id')
    throw new Error('The ID token does not identify the user');
  return { userId: claims.sub, email: claims.email };
}

/** Returns the URL that ends the provider's session, so that the next sign-in asks for credentials again. */
export function signOutUrl(): string {
  const url = new URL(`${requireEnv('SIGN_IN_URL')}/logout`);
  url.searchParams.set('client_id', requireEnv('SIGN_IN_CLIENT_ID'));
  url.searchParams.set('logout_uri', `${requireEnv('PUBLIC_URL')}/app/log`);
  return url.href;
}

function configuration(): Configuration {
  if (!hasSignIn())
    throw new ApiError(
      'not_found',
      'This deployment has no sign-in. Open the dashboard and enter an API key',
    );
  const url = requireEnv('SIGN_IN_URL');
  const provider = new Configuration(
    {
      issuer: requireEnv('SIGN_IN_ISSUER'),
      authorization_endpoint: `${url}/oauth2/authorize`,
      token_endpoint: `${url}/oauth2/token`,
    },
    requireEnv('SIGN_IN_CLIENT_ID'),
    {},
    None(),
  );
  provider.timeout = 5;
  // The local runtime's identity provider has no certificate. Cognito always uses TLS.
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- deprecated only to warn developers
  if (url.startsWith('http:')) allowInsecureRequests(provider);
  return provider;
}
