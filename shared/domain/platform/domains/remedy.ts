import type { Domain } from '../../../db/records/domains';

/** What to do if no verified domain of the email's risk class exists. */
export function remedyFor(domain: Domain | undefined): string {
  if (!domain) return 'Add and verify it with POST /v1/domains';
  return domain.status === 'verified'
    ? `It is verified for ${domain.riskClass} email: email of another risk_class needs another domain`
    : `Its verification is ${domain.status}: GET /v1/domains/${domain.id} shows its DNS records`;
}
