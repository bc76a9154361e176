import type { Credential } from '../../../../core/request-context';
import { ApiError, forbidden } from '../../../../core/errors';
import { isCovered } from '../../../platform/api-keys/allowlist';

/** Whether the credential may enrol the address. What automations send does not count against its daily limit. */
export const mayEnroll = ({ guardrails }: Credential, address: string): boolean =>
  !guardrails.requiresApproval && isAllowed(guardrails.allowedRecipients, address);

/** Before anything is looked up: 403 where it may not (AT-26). */
export function refuseEnrollment({ guardrails }: Credential, address: string): void {
  if (guardrails.requiresApproval)
    throw forbidden(
      'What this key sends is held for approval, so it enrols nobody: use a key without the hold',
    );
  if (isAllowed(guardrails.allowedRecipients, address)) return;
  throw new ApiError('recipient_not_allowed', `This key may not send to ${address}`);
}

const isAllowed = (allowlist: readonly string[], address: string): boolean =>
  allowlist.length === 0 || isCovered(address, allowlist);
