import { hasGuardrail, type Credential } from '../../ctx';
import { ApiError, forbidden } from '../../errors';
import { bareAddress, domainOf } from '../../text/mailbox';
import type { Domain } from '../domains/record';
import type { Suppression } from '../suppressions/record';
import type { Workspace } from '../workspaces/record';
import type { SendRequest } from './send-request';

/** Checks 2 and 14 of core.md's "Order of checks". */
export function refuseSuspended({ suspendedReason }: Workspace): void {
  if (suspendedReason === null) return;
  throw new ApiError('workspace_suspended', `Sending is suspended for this workspace: ${suspendedReason}`);
}

/** A key's limits are not enforced on sends yet, and a limit that is not enforced must stop the send. */
export function refuseGuardedKey({ guardrails }: Credential): void {
  if (!hasGuardrail(guardrails)) return;
  throw forbidden(
    'This key has guardrails, which this release cannot enforce on a send: use a key without them',
  );
}

/** Check 6: who may be mailed, and why the first of `to` may not. */
export function dropSuppressed(request: SendRequest, suppressions: readonly Suppression[]) {
  const refused = new Map(suppressions.toReversed().map((row) => [row.email, row]));
  const mayBeMailed = ({ address }: { address: string }) => !refused.has(bareAddress(address));
  const first = refused.get(bareAddress(request.to[0]?.address ?? ''));
  return {
    recipients: {
      to: request.to.filter(mayBeMailed),
      cc: request.cc.filter(mayBeMailed),
      bcc: request.bcc.filter(mayBeMailed),
    },
    reason: `suppressed:${first?.reason ?? 'manual'}`,
  };
}

/** Check 9 */
export function refuseUnverified(from: string, domain: Domain | undefined): Domain {
  if (domain?.status === 'verified' && domain.riskClass === 'transactional') return domain;
  const message = `No verified transactional sending domain for ${domainOf(from)}`;
  throw new ApiError('no_verified_identity', `${message}. Add and verify it with POST /v1/domains.`);
}
