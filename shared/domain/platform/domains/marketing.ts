import { invalidRequest } from '../../../core/errors';
import type { Domain } from '../../../db/records/domains';

/** The domain that an `identity_id` names, or 400: marketing mail leaves from no other. `use`: whose mail that is. */
export function expectMarketing(domains: readonly Domain[], identityId: string, use: string): Domain {
  const identity = domains.find(({ id }) => id === identityId);
  if (!identity) throw invalidRequest(`identity_id: No such sending domain${hintFor(domains, identityId)}`);
  if (identity.riskClass === 'marketing') return identity;
  throw invalidRequest(
    `identity_id: ${identity.domain} is for transactional mail, and ${use} marketing mail`,
  );
}

function hintFor(domains: readonly Domain[], name: string): string {
  const named = domains.find(({ domain }) => domain === name.toLowerCase());
  return named ? `. The id of ${named.domain} is ${named.id}` : '';
}
