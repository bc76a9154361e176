import { invalidRequest } from '../../../core/errors';
import { readDomainName, sendingRoot } from '../../../text/domain-name';
import type { RiskClass } from '../../../db/records/domains';

/** A sending domain to create. */
export interface NewDomain {
  domain: string;
  riskClass: RiskClass;
  warmup: boolean;
}

/**
 * Returns the two domains to create under a root domain or, with a risk class, only the given domain (DM-8 to DM-10).
 */
export function planDomains(domain: string, riskClass?: RiskClass): NewDomain[] {
  const name = expectDomainName(domain);
  if (riskClass) return [newDomain(name, riskClass)];
  const root = sendingRoot(name);
  return [newDomain(`mail.${root}`, 'transactional'), newDomain(`news.${root}`, 'marketing')];
}

/** Returns the name in its stored form, or throws 422. */
export function expectDomainName(text: string): string {
  const parsed = readDomainName(text);
  if ('problem' in parsed) throw invalidRequest(`domain: ${parsed.problem}`);
  return parsed.name;
}

const newDomain = (domain: string, riskClass: RiskClass): NewDomain => ({
  domain,
  riskClass,
  warmup: riskClass === 'marketing',
});
