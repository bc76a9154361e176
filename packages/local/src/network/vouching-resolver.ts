import type { Resolver } from './resolver';
import type { Zone } from './zone';

/**
 * A resolver for the SMTP server. A sender's domain without settings in the zone permits this machine to send its mail,
 * as a real domain permits its own servers. To make mail of a domain fail the checks, set its records.
 */
export const vouchingResolver = (resolver: Resolver, zone: Pick<Zone, 'get'>): Resolver => ({
  ...resolver,
  txt: (name) => {
    const text = zone.get(name) === undefined ? vouchingText(name) : undefined;
    return text === undefined ? resolver.txt(name) : Promise.resolve([text]);
  },
});

function vouchingText(name: string): string | undefined {
  if (/(^|\.)_domainkey\.|\.invalid\.?$/i.test(name)) return undefined;
  return /^_dmarc\./i.test(name) ? 'v=DMARC1; p=none' : 'v=spf1 ip4:127.0.0.1 -all';
}
