import { errorCode } from '../core/error-code';
import { Resolver } from 'node:dns/promises';
import { setTimeout } from 'node:timers/promises';

/**
 * A resolver with two tries. The first try times out after one second, and the second try after two seconds, so the two
 * tries together take at most three seconds.
 */
const resolver = new Resolver({ timeout: 1_000, tries: 2 });

/** An MX record has the form `10 mx.example.com`, or `0 ` if the domain accepts no mail (RFC 7505). */
const lookups = {
  A: (name: string, dnsResolver: Resolver) => dnsResolver.resolve4(name),
  AAAA: (name: string, dnsResolver: Resolver) => dnsResolver.resolve6(name),
  CNAME: (name: string, dnsResolver: Resolver) => dnsResolver.resolveCname(name),
  TXT: async (name: string, dnsResolver: Resolver) =>
    (await dnsResolver.resolveTxt(name)).map((chunks) => chunks.join('')),
  MX: async (name: string, dnsResolver: Resolver) =>
    (await dnsResolver.resolveMx(name)).map(({ priority, exchange }) => `${priority} ${exchange}`),
};

/**
 * Returns the current records of this type. Returns `[]` if there are no records, and `undefined` if the lookup failed.
 */
export async function resolveDns(
  type: keyof typeof lookups,
  name: string,
  dnsResolver: Resolver = resolver,
): Promise<string[] | undefined> {
  try {
    return await lookups[type](name, dnsResolver);
  } catch (error) {
    return ['ENOTFOUND', 'ENODATA'].includes(errorCode(error)) ? [] : undefined;
  }
}

export interface Address {
  address: string;
  family: 4 | 6;
}

/**
 * The maximum time for all lookups. A resolver queries several servers one after another, so the timeouts of the
 * resolver do not limit the total time.
 */
const addressesTimeoutMs = 3_000;

/** Returns the addresses found within three seconds. Returns `[]` if there are no addresses or the lookups failed. */
export async function lookUpAddresses(name: string): Promise<Address[]> {
  const timedOut = setTimeout(addressesTimeoutMs, undefined, { ref: false });
  const [ipv4 = [], ipv6 = []] = await Promise.all([
    Promise.race([resolveDns('A', name), timedOut]),
    Promise.race([resolveDns('AAAA', name), timedOut]),
  ]);
  return [
    ...ipv4.map((address): Address => ({ address, family: 4 })),
    ...ipv6.map((address): Address => ({ address, family: 6 })),
  ];
}
