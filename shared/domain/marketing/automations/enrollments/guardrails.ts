import type { Credential } from '../../../../core/request-context';
import { ApiError, forbidden } from '../../../../core/errors';
import { isCovered } from '../../../platform/api-keys/allowlist';

/**
 * Whether the credential may enroll the address. Automation emails do not count toward the credential's daily limit.
 */
export const mayEnroll = ({ guardrails }: Credential, address: string): boolean =>
  !guardrails.requiresApproval && isAllowed(guardrails.allowedRecipients, address);

/** Refuses with 403 before any lookup if the credential may not enroll the address (AT-26). */
export function refuseEnrollment({ guardrails }: Credential, address: string): void {
  if (guardrails.requiresApproval)
    throw forbidden(
      'This key requires approval, so it cannot enroll contacts. Use a key that does not require approval',
    );
  if (isAllowed(guardrails.allowedRecipients, address)) return;
  throw new ApiError(
    'recipient_not_allowed',
    `The allowlist of this key does not include ${address}. Use another address or another key`,
  );
}

const isAllowed = (allowlist: readonly string[], address: string): boolean =>
  allowlist.length === 0 || isCovered(address, allowlist);
