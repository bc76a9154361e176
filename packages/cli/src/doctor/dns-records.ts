import { resolveDns } from '../../../../shared/aws/dns';
import { compareRecord } from '../../../../shared/domain/platform/domains/dns-records';
import type { DnsRecord } from '../../../../shared/db/records/domains';
import { callWithTimeout, CallFailure } from './call-with-timeout';
import type { DoctorContext } from './context';
import type { Domain } from './domains';

/** A record that should stand in DNS, and what stands there. */
export interface RecordLookup {
  domain: Domain;
  record: DnsRecord;
  /** Undefined where the resolver gave no answer. */
  publishedValues: readonly string[] | undefined;
}

/** As many domains at once. */
const concurrencyMax = 10;

/** Every record of every domain. From a resolver that answers nothing no more than some are asked. */
export async function lookUpRecords(ctx: DoctorContext): Promise<RecordLookup[]> {
  const { domains } = await ctx.domains();
  const found: RecordLookup[] = [];
  for (let offset = 0; offset < domains.length; offset += concurrencyMax) {
    const batch = domains.slice(offset, offset + concurrencyMax);
    found.push(...(await Promise.all(batch.map((domain) => lookUpDomainRecords(ctx, domain)))).flat());
    if (found.every(({ publishedValues }) => !publishedValues)) break;
  }
  return found;
}

const lookUpDomainRecords = (ctx: DoctorContext, domain: Domain): Promise<RecordLookup[]> =>
  Promise.all(
    domain.dns_records.map(async (record) => {
      const publishedValues = await lookUpRecord(ctx, record);
      return { domain, record: compareRecord(record, publishedValues), publishedValues };
    }),
  );

/** The tries have a limit for each server of the resolver; all together end with that of a call. */
async function lookUpRecord(
  { resolver }: DoctorContext,
  { type, name }: DnsRecord,
): Promise<string[] | undefined> {
  try {
    return await callWithTimeout(`dns:${type}`, () => resolveDns(type, name, resolver.asks));
  } catch (error) {
    if (error instanceof CallFailure) return undefined;
    throw error;
  }
}
