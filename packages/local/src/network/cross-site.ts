import type { IncomingMessage } from 'node:http';
import { isIP, BlockList } from 'node:net';

type RequestHead = Pick<IncomingMessage, 'method' | 'headers'>;

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/**
 * Returns the reason to refuse a request from a page of another site, which can call this machine from the developer's
 * browser; undefined for other requests. `asPage` allows requests from other sites, because emails link to the page.
 * `isConsole` also refuses pages on other ports of this machine, because the console needs no credential.
 */
export function refuseCrossSite(
  request: RequestHead,
  { asPage = false, isConsole = false } = {},
): string | undefined {
  const { host, origin } = request.headers;
  // Prevents DNS rebinding. If a foreign name resolves to loopback, pages of that name would have the same origin.
  if (!isLoopbackUrl(`http://${host ?? ''}`))
    return `Host ${host ?? '(none)'} is not this machine. Use 127.0.0.1 or localhost`;
  if (asPage || isNavigation(request)) return undefined;
  if (origin !== undefined) {
    const isAllowed = isConsole ? origin === `http://${host}` : isLoopbackUrl(origin);
    return isAllowed ? undefined : `Origin ${origin} may not call this machine`;
  }
  const foreignSites = isConsole ? ['cross-site', 'same-site'] : ['cross-site'];
  return foreignSites.includes(request.headers['sec-fetch-site'] ?? '')
    ? 'Pages of other sites may not call this machine'
    : undefined;
}

/**
 * Returns the reason to refuse a content type. A browser sends JSON for a page of another site only after a preflight.
 */
export function refuseOtherContentType(
  expectedType: string,
  { method, headers }: RequestHead,
): string | undefined {
  const hasBody = Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined;
  const actualType = headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (!hasBody || method === 'GET' || actualType === expectedType) return undefined;
  const hint = expectedType === 'application/json' ? ", as curl's --json does" : '';
  return `The Content-Type of the body is ${actualType ?? 'missing'}. Use ${expectedType}${hint}`;
}

/** Whether the user follows a link. The page with the link cannot read the response. */
const isNavigation = ({ method, headers }: RequestHead): boolean =>
  method === 'GET' && headers['sec-fetch-mode'] === 'navigate';

function isLoopbackUrl(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const name = new URL(url).hostname.replace(/^\[|\]$/g, '');
  const version = isIP(name);
  if (version > 0) return loopback.check(name, version === 4 ? 'ipv4' : 'ipv6');
  return name === 'localhost' || name.endsWith('.localhost');
}
