import { lookUpAddresses, type Address } from '../../../aws/dns';
import { invalidRequest } from '../../../core/errors';
import { isPublicHost, parseIpLiteral } from '../../../text/public-host';
import { readWebUrl, type WebUrl } from '../../../text/web-url';
import {
  blockedDestination,
  destinationOf,
  isPublic,
  nonPublicError,
  type Destination,
} from '../outbound/destination';

type Resolve = (name: string) => Promise<Address[]>;

/**
 * Refuses a URL that a webhook must not use (W-5 to W-10). A host that does not resolve within three seconds is
 * accepted, because every delivery checks it again.
 */
export async function refuseUnusableUrl(text: string, resolve: Resolve = lookUpAddresses): Promise<void> {
  const target = readWebUrl(text);
  if (!target) throw invalidRequest('Validation failed', [{ path: ['url'], message: 'must be a URL' }]);
  if (!isHttpWithoutCredentials(target)) throw notPublicError();
  if (!isPortAllowed(target)) throw invalidRequest(`url: port must be ${allowedPorts}`);
  if (!isPublicHost(target.host)) throw notPublicError();
  if (!(await resolveAddresses(target.host, resolve)).every(isPublic)) throw notPublicError();
}

/**
 * Looks up the current addresses of a stored URL. Connect only to these addresses, because a later lookup may return
 * other addresses.
 */
export async function checkDestination(
  url: string,
  resolve: Resolve = lookUpAddresses,
): Promise<Destination> {
  const target = readWebUrl(url);
  if (target && !isPortAllowed(target))
    return blockedDestination(`destination port is not allowed: use ${allowedPorts}`);
  if (!target || !isHttpWithoutCredentials(target) || !isPublicHost(target.host))
    return blockedDestination(nonPublicError);

  return destinationOf(await resolveAddresses(target.host, resolve));
}

/** Returns the host of a URL in lower case and without a trailing dot. */
export const normalizedHost = (url: string): string => readWebUrl(url)?.host.replace(/\.+$/, '') ?? '';

/** Credentials in a URL would be visible in every list, and would be sent to the host's current owner. */
const isHttpWithoutCredentials = ({ url }: WebUrl): boolean =>
  /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';

const allowedPorts = '80, 443 or 1024-65535';

/** The parser omits the default port of the scheme, as if no port were given. */
const isPortAllowed = ({ url: { port } }: WebUrl): boolean =>
  ['', '80', '443'].includes(port) || Number(port) >= 1024;

async function resolveAddresses(host: string, resolve: Resolve): Promise<Address[]> {
  const address = parseIpLiteral(host);
  if (address === undefined) return resolve(host);
  return [{ address, family: address.includes(':') ? 6 : 4 }];
}

const notPublicError = () => invalidRequest('url: must be a public http or https address');
