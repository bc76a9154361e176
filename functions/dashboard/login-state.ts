import { setCookie, cookieValue, type Cookie } from '../../shared/http/cookies';
import type { LoginState } from './identity-provider';

/** Lax: the provider's page leads here, and it must come along. Ten minutes to find one's password. */
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

/** Undefined for a browser that began nothing, or too long ago. */
export function readLoginState(cookies: string | undefined): LoginState | undefined {
  const fields = new URLSearchParams(
    Buffer.from(cookieValue(loginStateCookie, cookies) ?? '', 'base64url').toString(),
  );
  const [state, nonce, verifier, page] = ['state', 'nonce', 'verifier', 'page'].map((name) =>
    fields.get(name),
  );
  return state && nonce && verifier && page ? { state, nonce, verifier, page } : undefined;
}
