import type { IncomingMessage } from 'node:http';
import { isIP, BlockList } from 'node:net';

type RequestHead = Pick<IncomingMessage, 'method' | 'headers'>;

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/**
 * Why a request is refused although it comes from this machine: a web page that somebody has open can make their
 * browser ask as well. Undefined when it is one of the developer's own. `asPage`: for what mails link to, which pages
 * elsewhere may lead to.
 */
export function refuseCrossSite(request: RequestHead, { asPage = false } = {}): string | undefined {
  const { host, origin } = request.headers;
  // A name that somebody else has pointed here would make a foreign page one of the same origin.
  if (!isLoopbackUrl(`http://${host ?? ''}`))
    return `Host ${host ?? '(none)'} is not this machine: ask for 127.0.0.1 or localhost`;
  if (asPage || isNavigation(request)) return undefined;
  if (origin !== undefined)
    return isLoopbackUrl(origin) ? undefined : `Origin ${origin} may not ask this machine`;
  const isCrossSite = request.headers['sec-fetch-site'] === 'cross-site';
  return isCrossSite ? 'A page of another site may not ask this machine' : undefined;
}

/** Why a body is not taken as JSON; a browser asks before it sends one of this type for a page of another site. */
export function refuseOtherContentType(
  expectedType: string,
  { method, headers }: RequestHead,
): string | undefined {
  const hasBody = Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined;
  const actualType = headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (!hasBody || method === 'GET' || actualType === expectedType) return undefined;
  const hint = expectedType === 'application/json' ? ", as curl's --json does" : '';
  return `The body is ${actualType ?? 'of no type'}: send it with Content-Type: ${expectedType}${hint}`;
}

/** Somebody follows a link: what it answers is shown to them alone. */
const isNavigation = ({ method, headers }: RequestHead): boolean =>
  method === 'GET' && headers['sec-fetch-mode'] === 'navigate';

function isLoopbackUrl(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const name = new URL(url).hostname.replace(/^\[|\]$/g, '');
  const version = isIP(name);
  if (version > 0) return loopback.check(name, version === 4 ? 'ipv4' : 'ipv6');
  return name === 'localhost' || name.endsWith('.localhost');
}
