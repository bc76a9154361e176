import ipaddr from 'ipaddr.js';

/**
 * Whether anybody on the internet may have the address (W-6, W-7). Only the plain spellings
 * of DNS and of `URL.hostname` count: what is written in another way is not public.
 */
export function isPublicAddress(address: string): boolean {
  // Not `isValid`: that takes octal, hex and integers too, which others read as another address.
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) return ipaddr.IPv4.parse(address).range() === 'unicast';
  return ipaddr.IPv6.isValid(address) && isPublicIpv6(ipaddr.IPv6.parse(address));
}

/** Of what the registry has assigned, 2000::/3, and there nothing that is set aside. A zone is of this machine. */
const isPublicIpv6 = (ip: ipaddr.IPv6): boolean =>
  !ip.zoneId && ip.match(globalUnicast) && ip.range() === 'unicast';

const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');
