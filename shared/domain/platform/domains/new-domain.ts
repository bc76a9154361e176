import { invalidRequest } from '../../../core/errors';
import { readDomainName, sendingRoot } from '../../../text/domain-name';
import type { RiskClass } from '../../../db/records/domains';

/** A sending domain to be made. */
export interface NewDomain {
  domain: string;
  riskClass: RiskClass;
  warmup: boolean;
}

/** The pair under a root, or with a risk class the one identity that was named (contract.md 4.5). */
export function identitiesFor(domain: string, riskClass?: RiskClass): NewDomain[] {
  const name = expectDomainName(domain);
  if (riskClass) return [identity(name, riskClass)];
  const root = sendingRoot(name);
  return [identity(`mail.${root}`, 'transactional'), identity(`news.${root}`, 'marketing')];
}

/** The name in its stored form, or 422. */
export function expectDomainName(text: string): string {
  const read = readDomainName(text);
  if ('problem' in read) throw invalidRequest(`domain: ${read.problem}`);
  return read.name;
}

const identity = (domain: string, riskClass: RiskClass): NewDomain => ({
  domain,
  riskClass,
  warmup: riskClass === 'marketing',
});
