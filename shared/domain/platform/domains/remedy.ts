import type { Domain } from '../../../db/records/domains';

/** Returns the advice for a caller without a verified domain of the email's risk class. */
export function remedyFor(domain: Domain | undefined): string {
  if (!domain) return 'Add and verify it with POST /v1/domains';
  return domain.status === 'verified'
    ? `It is verified for ${domain.riskClass} email. Email of another risk_class requires another domain`
    : `Its verification is ${domain.status}: GET /v1/domains/${domain.id} shows its DNS records`;
}
