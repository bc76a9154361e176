import { isIP } from 'node:net';
import { isPublicAddress } from './public-ip';
import { endsInNumber } from './web-url';

/** Names that resolve differently on each network. The same applies to their subdomains. */
const localNames = ['localhost', 'internal', 'local', 'localdomain', 'home.arpa'];

/**
 * Whether a host in the form of `URL.hostname` can be public. Such a host is a public address, or a name that may
 * resolve to a public address (W-6, W-7).
 */
export function isPublicHost(host: string): boolean {
  const address = parseIpLiteral(host);
  return address === undefined ? isPublicName(host) : isPublicAddress(address);
}

/** Returns the IP address if the host is an address and not a name. */
export function parseIpLiteral(host: string): string | undefined {
  const address = host.replace(/^\[(.*)\]$/, '$1');
  return isIP(address) === 0 ? undefined : address;
}

/** Whether the name can be public. Ignores empty labels, because trailing dots do not change the name. */
function isPublicName(host: string): boolean {
  const labels = host.split('.').filter((label) => label !== '');
  const name = `.${labels.join('.')}`;
  if (labels.length < 2 || endsInNumber(host)) return false;
  return !localNames.some((local) => name.endsWith(`.${local}`));
}
