import { Resolver } from 'node:dns/promises';

/** Two tries, one second and then two: three seconds at most. */
const resolver = new Resolver({ timeout: 1_000, tries: 2 });

/** A mail exchanger reads `10 mx.example.com`, and `0 ` where the record says that there is none (RFC 7505). */
const lookups = {
  A: (name: string) => resolver.resolve4(name),
  AAAA: (name: string) => resolver.resolve6(name),
  CNAME: (name: string) => resolver.resolveCname(name),
  TXT: async (name: string) => (await resolver.resolveTxt(name)).map((parts) => parts.join('')),
  MX: async (name: string) =>
    (await resolver.resolveMx(name)).map(({ priority, exchange }) => `${priority} ${exchange}`),
};

/** What DNS shows now: `[]` when there is no such record, `undefined` when the resolver could not tell. */
export async function lookUp(type: keyof typeof lookups, name: string): Promise<string[] | undefined> {
  try {
    return await lookups[type](name);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOTFOUND' || code === 'ENODATA' ? [] : undefined;
  }
}
