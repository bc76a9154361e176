/**
 * A cookie of the dashboard. Because of the prefix `__Host-`, browsers accept the cookie only from this host over TLS,
 * and send the cookie only to this host. Scripts cannot read the cookie.
 */
export interface Cookie {
  name: `__Host-${string}`;
  sameSite: 'Strict' | 'Lax';
  /** The maximum age. If not set, the cookie lasts until the browser closes. */
  maxAgeSeconds?: number;
}

/** The cookie of a signed-in user. Browsers do not send this cookie with links or requests from other sites. */
export const sessionCookie: Cookie = { name: '__Host-carrier-nest', sameSite: 'Strict' };

/** Returns the value of a cookie from the `Cookie` header. */
export function cookieValue({ name }: Cookie, header = ''): string | undefined {
  const pairs = header.split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) || undefined;
}

/** Returns a `Set-Cookie` header. The value must not contain characters that cookies do not allow. */
export const setCookie = ({ name, sameSite, maxAgeSeconds }: Cookie, value: string): string =>
  [
    `${name}=${value}`,
    'Path=/',
    'Secure',
    'HttpOnly',
    `SameSite=${sameSite}`,
    ...(maxAgeSeconds === undefined ? [] : [`Max-Age=${maxAgeSeconds}`]),
  ].join('; ');

export const clearCookie = (cookie: Cookie): string => setCookie({ ...cookie, maxAgeSeconds: 0 }, '');
