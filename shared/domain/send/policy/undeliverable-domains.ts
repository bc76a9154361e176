import { resolveDns } from '../../../aws/dns';
import { minuteMs, now } from '../../../core/time';

/** Undefined if the lookup failed. */
type DnsRecords = readonly string[] | undefined;

export type Deliverability = 'deliverable' | 'undeliverable' | 'unknown';

const timeLimitMs = 2_000;

/**
 * Returns the domains, given in ASCII and lower case, that cannot receive mail. A DNS failure drops no recipient,
 * because a domain without a result within two seconds is treated as deliverable.
 */
export async function findUndeliverableDomains(domains: readonly string[]): Promise<ReadonlySet<string>> {
  const undeliverable = new Set<string>();
  const lookups = [...new Set(domains)].map(async (domain) => {
    if ((await lookUpDeliverability(domain)) === 'undeliverable') undeliverable.add(domain);
  });
  await waitAtMost(timeLimitMs, lookups);
  // Return a copy, because late lookups also add to the set. The results of late lookups apply to the next send.
  return new Set(undeliverable);
}

async function waitAtMost(limitMs: number, work: readonly Promise<void>[]): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, limitMs);
  });
  await Promise.race([Promise.all(work), limit]);
  clearTimeout(timer);
}

/** Failed lookups are also cached, so that they are not repeated for each entry of a batch. */
const cacheTtlMs = { deliverable: 10 * minuteMs, undeliverable: minuteMs, unknown: minuteMs / 2 };
const cacheEntriesMax = 5_000;

/** The results that this function instance has found, oldest first. */
const cache = new Map<string, { deliverability: Deliverability; expiresAt: number }>();

/** Lookups in progress. Concurrent sends to a domain share a lookup. */
const pendingLookups = new Map<string, Promise<Deliverability>>();

function lookUpDeliverability(domain: string): Promise<Deliverability> {
  const cached = cache.get(domain);
  if (cached && now() < cached.expiresAt) return Promise.resolve(cached.deliverability);
  const pending = pendingLookups.get(domain);
  if (pending) return pending;

  const deliverability = queryAndCache(domain).finally(() => pendingLookups.delete(domain));
  pendingLookups.set(domain, deliverability);
  return deliverability;
}

async function queryAndCache(domain: string): Promise<Deliverability> {
  const deliverability = await queryDns(domain);
  addToCache(domain, deliverability);
  return deliverability;
}

/** Looks up addresses only if there is no MX record, because nearly every domain has an MX record. */
async function queryDns(domain: string): Promise<Deliverability> {
  const mx = await resolveDns('MX', domain);
  if (mx?.length !== 0) return deliverabilityFromDns(mx, undefined, undefined);
  const [a, aaaa] = await Promise.all([resolveDns('A', domain), resolveDns('AAAA', domain)]);
  return deliverabilityFromDns(mx, a, aaaa);
}

/**
 * Without an MX record, mail goes to the domain's address (RFC 5321, 5.1). The MX record `0 .` means that the domain
 * accepts no mail (RFC 7505).
 */
export function deliverabilityFromDns(mx: DnsRecords, a: DnsRecords, aaaa: DnsRecords): Deliverability {
  if (!mx) return 'unknown';
  if (mx.length > 0) return mx.every(isNullMx) ? 'undeliverable' : 'deliverable';
  if (a?.length || aaaa?.length) return 'deliverable';
  return a && aaaa ? 'undeliverable' : 'unknown';
}

const isNullMx = (record: string): boolean => /^\d+ \.?$/.test(record);

function addToCache(domain: string, deliverability: Deliverability): void {
  cache.delete(domain);
  cache.set(domain, { deliverability, expiresAt: now() + cacheTtlMs[deliverability] });
  const [oldest] = cache.keys();
  if (cache.size > cacheEntriesMax && oldest !== undefined) cache.delete(oldest);
}
