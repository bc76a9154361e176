import { setCookie, valueOf, type Cookie } from '../../shared/http/cookies';
import type { SignInUnderWay } from './identity-provider';

/** Lax: the provider's page leads here, and it must come along. Ten minutes to find one's password. */
export const underWayCookie: Cookie = {
  name: '__Host-carrier-nest-sign-in',
  sameSite: 'Lax',
  maxAgeSeconds: 600,
};

export const keepUnderWay = (underWay: SignInUnderWay): string =>
  setCookie(
    underWayCookie,
    Buffer.from(new URLSearchParams({ ...underWay }).toString()).toString('base64url'),
  );

/** Undefined for a browser that began nothing, or too long ago. */
export function readUnderWay(cookies: string | undefined): SignInUnderWay | undefined {
  const kept = new URLSearchParams(
    Buffer.from(valueOf(underWayCookie, cookies) ?? '', 'base64url').toString(),
  );
  const [state, nonce, verifier, page] = ['state', 'nonce', 'verifier', 'page'].map((name) => kept.get(name));
  return state && nonce && verifier && page ? { state, nonce, verifier, page } : undefined;
}
