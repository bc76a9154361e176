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

/** What is kept between the way to the provider and the way back, in a cookie: only who began may finish. */
export interface LoginState {
  state: string;
  nonce: string;
  verifier: string;
  /** The page to go on at, without what stands before `/app/`. */
  page: string;
}

/** Who signed in, as the provider says it. */
export interface Identity {
  userId: string;
  email: string;
}

/** Whether people sign in to this deployment. */
export const hasSignIn = (): boolean => Boolean(process.env.SIGN_IN_URL);

/** Where the provider leads back to. The address is the deployment's own word, never the request's. */
const redirectUrl = (): URL => new URL(`${requireEnv('PUBLIC_URL')}/app/signed-in`);

export const signInUrl = (): string => `${requireEnv('PUBLIC_URL')}/app/sign-in`;

/** The provider's address to begin at, and what its answer is held against. */
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
 * Takes the provider's answer, as it stands in the query of the way back. Throws where it is no answer to what began.
 * The ID token comes from the provider itself, over TLS: that stands for its signature (OpenID Connect Core, 3.1.3.7).
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
    throw new Error('The ID token does not say who it is');
  return { userId: claims.sub, email: claims.email };
}

/** Where the provider forgets who signed in, so that the next to sign in here is asked again. */
export function signOutUrl(): string {
  const url = new URL(`${requireEnv('SIGN_IN_URL')}/logout`);
  url.searchParams.set('client_id', requireEnv('SIGN_IN_CLIENT_ID'));
  url.searchParams.set('logout_uri', `${requireEnv('PUBLIC_URL')}/app/log`);
  return url.href;
}

function configuration(): Configuration {
  if (!hasSignIn())
    throw new ApiError('not_found', 'Nobody signs in here: open the pages, and give them an API key');
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
  // The local runtime's stand-in has no certificate; Cognito has no other way.
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- marked as deprecated only to stand out
  if (url.startsWith('http:')) allowInsecureRequests(provider);
  return provider;
}
