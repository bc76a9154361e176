import type { Domain } from '../../../db/records/domains';

/** What to do where mail of a class needs a domain that is not there for it. */
export function remedyFor(domain: Domain | undefined): string {
  if (!domain) return 'Add and verify it with POST /v1/domains';
  return domain.status === 'verified'
    ? `It is verified for ${domain.riskClass} mail: other mail (risk_class) needs another domain`
    : `Its verification is ${domain.status}: GET /v1/domains/${domain.id} shows its DNS records`;
}
