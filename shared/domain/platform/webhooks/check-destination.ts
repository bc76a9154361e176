import { lookUpAddresses, type Address } from '../../../aws/dns';
import { invalidRequest } from '../../../core/errors';
import { isPublicAddress } from '../../../text/public-ip';
import { isPublicHost, parseIpLiteral } from '../../../text/public-host';
import { readWebUrl, type WebUrl } from '../../../text/web-url';

/** Where a delivery may go, or why it may go nowhere. */
export type Destination = { kind: 'ok'; addresses: Address[] } | { kind: 'blocked'; error: string };

type Resolve = (name: string) => Promise<Address[]>;

/**
 * Refuses a URL that no webhook may have (W-5 to W-10). A host that does not resolve
 * within three seconds is taken: every delivery checks again.
 */
export async function refuseUnusableUrl(text: string, resolve: Resolve = lookUpAddresses): Promise<void> {
  const target = readWebUrl(text);
  if (!target) throw invalidRequest('Validation failed', [{ path: ['url'], message: 'must be a URL' }]);
  if (!isHttpWithoutCredentials(target)) throw notPublicError();
  if (!isPortAllowed(target)) throw invalidRequest(`url: port must be ${allowedPorts}`);
  if (!isPublicHost(target.host)) throw notPublicError();
  if (!(await resolveAddresses(target.host, resolve)).every(isPublic)) throw notPublicError();
}

/** Where a delivery to a stored URL goes now. Connect to these addresses only: the name may lead elsewhere by then. */
export async function checkDestination(
  url: string,
  resolve: Resolve = lookUpAddresses,
): Promise<Destination> {
  const target = readWebUrl(url);
  if (target && !isPortAllowed(target))
    return blockedDestination(`destination port is not allowed: use ${allowedPorts}`);
  if (!target || !isHttpWithoutCredentials(target) || !isPublicHost(target.host))
    return blockedDestination(nonPublicError);

  const addresses = await resolveAddresses(target.host, resolve);
  if (addresses.length === 0) return blockedDestination('could not resolve the host');
  return addresses.every(isPublic) ? { kind: 'ok', addresses } : blockedDestination(nonPublicError);
}

/** The host that a URL leads to, as everybody who means it writes it: no capitals, and no dot of the root at its end. */
export const normalizedHost = (url: string): string => readWebUrl(url)?.host.replace(/\.+$/, '') ?? '';

/** A credential in the URL would be sent to whoever has the host by then, and stands in every list. */
const isHttpWithoutCredentials = ({ url }: WebUrl): boolean =>
  /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';

const allowedPorts = '80, 443 or 1024-65535';

/** The parser leaves out the scheme's own port, as it does where none is given. */
const isPortAllowed = ({ url: { port } }: WebUrl): boolean =>
  ['', '80', '443'].includes(port) || Number(port) >= 1024;

async function resolveAddresses(host: string, resolve: Resolve): Promise<Address[]> {
  const address = parseIpLiteral(host);
  if (address === undefined) return resolve(host);
  return [{ address, family: address.includes(':') ? 6 : 4 }];
}

const isPublic = ({ address }: Address): boolean => isPublicAddress(address);

const notPublicError = () => invalidRequest('url: must be a public http or https address');

const nonPublicError = 'destination resolves to a non-public address';

const blockedDestination = (error: string): Destination => ({ kind: 'blocked', error });
