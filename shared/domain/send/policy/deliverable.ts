import { lookUp } from '../../../aws/dns';
import { minuteMs, now } from '../../../core/time';

/** Undefined where DNS could not tell. */
type Found = readonly string[] | undefined;

export type Deliverability = 'deliverable' | 'undeliverable' | 'unknown';

const timeLimitMs = 2_000;

/**
 * Those of the domains, named in ASCII and lower case, that cannot receive mail. Nobody is left out because
 * DNS does not answer: what is not known within two seconds counts as deliverable.
 */
export async function undeliverableDomains(domains: readonly string[]): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  const all = [...new Set(domains)].map(async (domain) => {
    if ((await deliverabilityOf(domain)) === 'undeliverable') found.add(domain);
  });
  await waitAtMost(timeLimitMs, all);
  // A late answer is for the next send.
  return new Set(found);
}

async function waitAtMost(limitMs: number, work: readonly Promise<void>[]): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((end) => {
    timer = setTimeout(end, limitMs);
  });
  await Promise.race([Promise.all(work), limit]);
  clearTimeout(timer);
}

/** What DNS could not tell is not asked again for each entry of a batch. */
const keptMs = { deliverable: 10 * minuteMs, undeliverable: minuteMs, unknown: minuteMs / 2 };
const keptMax = 5_000;

/** What this instance has learnt, the oldest first. */
const kept = new Map<string, { answer: Deliverability; until: number }>();

/** A domain is asked about once at a time, however many mails wait for the answer. */
const asked = new Map<string, Promise<Deliverability>>();

function deliverabilityOf(domain: string): Promise<Deliverability> {
  const known = kept.get(domain);
  if (known && now() < known.until) return Promise.resolve(known.answer);
  const running = asked.get(domain);
  if (running) return running;

  const answer = ask(domain).finally(() => asked.delete(domain));
  asked.set(domain, answer);
  return answer;
}

async function ask(domain: string): Promise<Deliverability> {
  const answer = await askDns(domain);
  keep(domain, answer);
  return answer;
}

/** Nearly every domain has an MX; only the others are asked for addresses. */
async function askDns(domain: string): Promise<Deliverability> {
  const mx = await lookUp('MX', domain);
  if (mx?.length !== 0) return deliverabilityBy(mx, undefined, undefined);
  const [a, aaaa] = await Promise.all([lookUp('A', domain), lookUp('AAAA', domain)]);
  return deliverabilityBy(mx, a, aaaa);
}

/** RFC 5321, 5.1: without an MX, mail goes to the address. RFC 7505: `0 .` says that no mail is taken. */
export function deliverabilityBy(mx: Found, a: Found, aaaa: Found): Deliverability {
  if (!mx) return 'unknown';
  if (mx.length > 0) return mx.every(isNullMx) ? 'undeliverable' : 'deliverable';
  if (a?.length || aaaa?.length) return 'deliverable';
  return a && aaaa ? 'undeliverable' : 'unknown';
}

const isNullMx = (record: string): boolean => /^\d+ \.?$/.test(record);

function keep(domain: string, answer: Deliverability): void {
  kept.delete(domain);
  kept.set(domain, { answer, until: now() + keptMs[answer] });
  const [oldest] = kept.keys();
  if (kept.size > keptMax && oldest !== undefined) kept.delete(oldest);
}
