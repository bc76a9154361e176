import { invalidRequest } from '../../../core/errors';
import { readDomainName, sendingRoot } from '../../../text/domain-name';
import type { RiskClass } from '../../../db/records/domains';

/** A sending domain to create. */
export interface NewDomain {
  domain: string;
  riskClass: RiskClass;
  warmup: boolean;
}

/** The two domains under a root or, with a risk class, the one domain that was named (DM-8 to DM-10). */
export function planDomains(domain: string, riskClass?: RiskClass): NewDomain[] {
  const name = expectDomainName(domain);
  if (riskClass) return [newDomain(name, riskClass)];
  const root = sendingRoot(name);
  return [newDomain(`mail.${root}`, 'transactional'), newDomain(`news.${root}`, 'marketing')];
}

/** The name in its stored form, or 422. */
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
