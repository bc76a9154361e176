import { isIP } from 'node:net';
import { isPublicAddress } from './public-ip';
import { endsInNumber } from './web-url';

/** Names that mean another machine to everybody who resolves them, as does all below them. */
const localNames = ['localhost', 'internal', 'local', 'localdomain', 'home.arpa'];

/**
 * Whether a host, as `URL.hostname` gives it, could be public by its looks: a public address, or a name that
 * may resolve to one (W-6, W-7).
 */
export function isPublicHost(host: string): boolean {
  const address = parseIpLiteral(host);
  return address === undefined ? isPublicName(host) : isPublicAddress(address);
}

/** The address that stands in the place of a name. */
export function parseIpLiteral(host: string): string | undefined {
  const address = host.replace(/^\[(.*)\]$/, '$1');
  return isIP(address) === 0 ? undefined : address;
}

/** Empty labels are left out: the root's dot at the end, or several of them, make no other name. */
function isPublicName(host: string): boolean {
  const labels = host.split('.').filter((label) => label !== '');
  const name = `.${labels.join('.')}`;
  if (labels.length < 2 || endsInNumber(host)) return false;
  return !localNames.some((local) => name.endsWith(`.${local}`));
}
