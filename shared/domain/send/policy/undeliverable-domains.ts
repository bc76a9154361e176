import { resolveDns } from '../../../aws/dns';
import { minuteMs, now } from '../../../core/time';

/** Undefined if the lookup failed. */
type DnsRecords = readonly string[] | undefined;

export type Deliverability = 'deliverable' | 'undeliverable' | 'unknown';

const timeLimitMs = 2_000;

/**
 * Returns the domains, given in ASCII and lower case, that cannot receive mail. A failure of DNS drops no recipient:
 * a domain that is not known within two seconds counts as deliverable.
 */
export async function findUndeliverableDomains(domains: readonly string[]): Promise<ReadonlySet<string>> {
  const undeliverable = new Set<string>();
  const lookups = [...new Set(domains)].map(async (domain) => {
    if ((await lookUpDeliverability(domain)) === 'undeliverable') undeliverable.add(domain);
  });
  await waitAtMost(timeLimitMs, lookups);
  // A copy, because late lookups still add to the set. Their results apply to the next send.
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

/** A failed lookup is cached as well, so that it is not repeated for each entry of a batch. */
const cacheTtlMs = { deliverable: 10 * minuteMs, undeliverable: minuteMs, unknown: minuteMs / 2 };
const cacheEntriesMax = 5_000;

/** The results that this function instance has found, oldest first. */
const cache = new Map<string, { deliverability: Deliverability; expiresAt: number }>();

/** Lookups in progress: concurrent sends to a domain share one. */
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

/** Nearly every domain has an MX record. Only for the others are addresses looked up. */
async function queryDns(domain: string): Promise<Deliverability> {
  const mx = await resolveDns('MX', domain);
  if (mx?.length !== 0) return deliverabilityFromDns(mx, undefined, undefined);
  const [a, aaaa] = await Promise.all([resolveDns('A', domain), resolveDns('AAAA', domain)]);
  return deliverabilityFromDns(mx, a, aaaa);
}

/** RFC 5321, 5.1: without an MX record, mail goes to the address. RFC 7505: `0 .` means that no mail is accepted. */
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
