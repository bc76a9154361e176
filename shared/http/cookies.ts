/**
 * A cookie of the dashboard. Its name begins with `__Host-`, so that a browser takes it from this host alone, over TLS,
 * and sends it nowhere else; no script reads it.
 */
export interface Cookie {
  name: `__Host-${string}`;
  sameSite: 'Strict' | 'Lax';
  /** Until the browser is closed unless given. */
  maxAgeSeconds?: number;
}

/** Who signed in. A page elsewhere that leads here, or asks, does not bring it along. */
export const sessionCookie: Cookie = { name: '__Host-carrier-nest', sameSite: 'Strict' };

/** Its value, as the header `Cookie` has it. */
export function cookieValue({ name }: Cookie, header = ''): string | undefined {
  const pairs = header.split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) || undefined;
}

/** The header `Set-Cookie` for a value without signs that a cookie cannot have. */
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
