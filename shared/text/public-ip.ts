import ipaddr from 'ipaddr.js';

/**
 * Whether the address is public on the internet (W-6, W-7). Only addresses in the plain spellings of DNS and
 * `URL.hostname` can be public.
 */
export function isPublicAddress(address: string): boolean {
  // Do not use `isValid`, which also accepts octal, hexadecimal and integer forms. Other parsers read such a form as
  // another address.
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) return ipaddr.IPv4.parse(address).range() === 'unicast';
  return ipaddr.IPv6.isValid(address) && isPublicIpv6(ipaddr.IPv6.parse(address));
}

/**
 * Accepts only the assigned range 2000::/3, without its reserved blocks. An address with a zone is local to the
 * machine.
 */
const isPublicIpv6 = (ip: ipaddr.IPv6): boolean =>
  !ip.zoneId && ip.match(globalUnicast) && ip.range() === 'unicast';

const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');
