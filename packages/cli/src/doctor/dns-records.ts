import { resolveDns } from '../../../../shared/aws/dns';
import { compareRecord } from '../../../../shared/domain/platform/domains/dns-records';
import type { DnsRecord } from '../../../../shared/db/records/domains';
import { callWithTimeout, CallFailure } from './call-with-timeout';
import type { DoctorContext } from './context';
import type { Domain } from './domains';

/** A DNS record of a domain, and the values that DNS returns for it. */
export interface RecordLookup {
  domain: Domain;
  record: DnsRecord;
  /** Undefined if the resolver did not respond. */
  publishedValues: readonly string[] | undefined;
}

/** The number of domains that are looked up at the same time. */
const concurrencyMax = 10;

/** Looks up every record of every domain. Stops after the first batch if the resolver does not respond. */
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
      const lookup = { domain, record: compareRecord(record, publishedValues), publishedValues };
      return lookup.record.status === 'missing' && record.kind === 'dmarc'
        ? lookUpInheritedPolicy(ctx, lookup)
        : lookup;
    }),
  );

/** A domain without a DMARC policy has that of its nearest parent domain (RFC 9989, section 4.10). */
async function lookUpInheritedPolicy(ctx: DoctorContext, lookup: RecordLookup): Promise<RecordLookup> {
  const labels = lookup.domain.domain.split('.');
  for (let start = 1; start < labels.length - 1; start += 1) {
    const name = `_dmarc.${labels.slice(start).join('.')}`;
    const publishedValues = await lookUpRecord(ctx, { ...lookup.record, name });
    const record = compareRecord(lookup.record, publishedValues);
    if (record.status === 'ok') return { ...lookup, record, publishedValues };
  }
  return lookup;
}

/** The resolver limits the tries per DNS server, and the timeout of the call limits all tries together. */
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
