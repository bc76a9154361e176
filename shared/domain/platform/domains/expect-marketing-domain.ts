import { invalidRequest } from '../../../core/errors';
import type { Domain } from '../../../db/records/domains';

/**
 * Returns the domain with the id `identityId`. Throws 422 if the domain does not exist or is for transactional email,
 * because marketing email is sent only from marketing domains. `subjectText`, such as `a campaign is`, is part of the
 * error.
 */
export function expectMarketingDomain(
  domains: readonly Domain[],
  identityId: string,
  subjectText: string,
): Domain {
  const identity = domains.find(({ id }) => id === identityId);
  if (!identity)
    throw invalidRequest(`identity_id: No such sending domain${findIdHint(domains, identityId)}`);
  if (identity.riskClass === 'marketing') return identity;
  throw invalidRequest(
    `identity_id: ${identity.domain} is for transactional email, and ${subjectText} marketing email`,
  );
}

function findIdHint(domains: readonly Domain[], name: string): string {
  const match = domains.find(({ domain }) => domain === name.toLowerCase());
  return match ? `. The id of ${match.domain} is ${match.id}` : '';
}
