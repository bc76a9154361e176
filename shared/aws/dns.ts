import { Resolver } from 'node:dns/promises';
import { setTimeout } from 'node:timers/promises';

/** Two tries, one second and then two: three seconds at most. */
const resolver = new Resolver({ timeout: 1_000, tries: 2 });

/** A mail exchanger reads `10 mx.example.com`, and `0 ` where the record says that there is none (RFC 7505). */
const lookups = {
  A: (name: string, from: Resolver) => from.resolve4(name),
  AAAA: (name: string, from: Resolver) => from.resolve6(name),
  CNAME: (name: string, from: Resolver) => from.resolveCname(name),
  TXT: async (name: string, from: Resolver) => (await from.resolveTxt(name)).map((parts) => parts.join('')),
  MX: async (name: string, from: Resolver) =>
    (await from.resolveMx(name)).map(({ priority, exchange }) => `${priority} ${exchange}`),
};

/** What DNS shows now: `[]` when there is no such record, `undefined` when the resolver could not tell. */
export async function lookUp(
  type: keyof typeof lookups,
  name: string,
  from: Resolver = resolver,
): Promise<string[] | undefined> {
  try {
    return await lookups[type](name, from);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOTFOUND' || code === 'ENODATA' ? [] : undefined;
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
  const limit = setTimeout(addressesTimeoutMs, undefined, { ref: false });
  const [ipv4 = [], ipv6 = []] = await Promise.all([
    Promise.race([lookUp('A', name), limit]),
    Promise.race([lookUp('AAAA', name), limit]),
  ]);
  return [
    ...ipv4.map((address): Address => ({ address, family: 4 })),
    ...ipv6.map((address): Address => ({ address, family: 6 })),
  ];
}
