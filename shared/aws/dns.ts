import { errorCode } from '../core/error-code';
import { Resolver } from 'node:dns/promises';
import { setTimeout } from 'node:timers/promises';

/** Two tries, one second and then two: three seconds at most. */
const resolver = new Resolver({ timeout: 1_000, tries: 2 });

/** A mail exchanger reads `10 mx.example.com`, and `0 ` where the record says that there is none (RFC 7505). */
const lookups = {
  A: (name: string, dnsResolver: Resolver) => dnsResolver.resolve4(name),
  AAAA: (name: string, dnsResolver: Resolver) => dnsResolver.resolve6(name),
  CNAME: (name: string, dnsResolver: Resolver) => dnsResolver.resolveCname(name),
  TXT: async (name: string, dnsResolver: Resolver) =>
    (await dnsResolver.resolveTxt(name)).map((chunks) => chunks.join('')),
  MX: async (name: string, dnsResolver: Resolver) =>
    (await dnsResolver.resolveMx(name)).map(({ priority, exchange }) => `${priority} ${exchange}`),
};

/** What DNS shows now: `[]` when there is no such record, `undefined` when the resolver could not tell. */
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

/** A resolver with several servers asks each of them in turn, so the tries alone set no limit. */
const addressesTimeoutMs = 3_000;

/** The addresses that are known within three seconds. None when there are none, or nobody could tell. */
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
