import { lookUp } from '../../../../shared/aws/dns';
import { compareRecord } from '../../../../shared/domain/platform/domains/dns-records';
import type { DnsRecord } from '../../../../shared/db/records/domains';
import { ask, CallTrouble } from './ask';
import type { Ctx } from './context';
import type { Domain } from './domains';

/** A record that should stand in DNS, and what stands there. */
export interface LookedUp {
  domain: Domain;
  record: DnsRecord;
  /** Undefined where the resolver gave no answer. */
  shown: readonly string[] | undefined;
}

/** As many domains at once. */
const domainsAtOnce = 10;

/** Every record of every domain. From a resolver that answers nothing no more than some are asked. */
export async function askRecords(ctx: Ctx): Promise<LookedUp[]> {
  const { domains } = await ctx.domains();
  const found: LookedUp[] = [];
  for (let at = 0; at < domains.length; at += domainsAtOnce) {
    const some = domains.slice(at, at + domainsAtOnce);
    found.push(...(await Promise.all(some.map((domain) => recordsOf(ctx, domain)))).flat());
    if (found.every(({ shown }) => !shown)) break;
  }
  return found;
}

const recordsOf = (ctx: Ctx, domain: Domain): Promise<LookedUp[]> =>
  Promise.all(
    domain.dns_records.map(async (record) => {
      const shown = await show(ctx, record);
      return { domain, record: compareRecord(record, shown), shown };
    }),
  );

/** The tries have a limit for each server of the resolver; all together end with that of a call. */
async function show({ resolver }: Ctx, { type, name }: DnsRecord): Promise<string[] | undefined> {
  try {
    return await ask(`dns:${type}`, () => lookUp(type, name, resolver.asks));
  } catch (error) {
    if (error instanceof CallTrouble) return undefined;
    throw error;
  }
}
