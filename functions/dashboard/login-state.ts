import { setCookie, cookieValue, type Cookie } from '../../shared/http/cookies';
import type { LoginState } from './identity-provider';

/**
 * The cookie has `SameSite=Lax`, so that the browser sends it with the redirect from the provider. The user has ten
 * minutes to sign in.
 */
export const loginStateCookie: Cookie = {
  name: '__Host-carrier-nest-sign-in',
  sameSite: 'Lax',
  maxAgeSeconds: 600,
};

export const setLoginStateCookie = (loginState: LoginState): string =>
  setCookie(
    loginStateCookie,
    Buffer.from(new URLSearchParams({ ...loginState }).toString()).toString('base64url'),
  );

/** Returns undefined if this browser has not started a sign-in in the last ten minutes. */
export function readLoginState(cookies: string | undefined): LoginState | undefined {
  const fields = new URLSearchParams(
    Buffer.from(cookieValue(loginStateCookie, cookies) ?? '', 'base64url').toString(),
  );
  const [state, nonce, verifier, page] = ['state', 'nonce', 'verifier', 'page'].map((name) =>
    fields.get(name),
  );
  return state && nonce && verifier && page ? { state, nonce, verifier, page } : undefined;
}
