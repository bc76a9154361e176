import {
  actsForToken,
  hasGuardrail,
  type Credential,
  type RequestContext,
  type Guardrails,
} from '../../../core/request-context';
import { forbidden } from '../../../core/errors';
import type { Scope } from '../../../core/scopes';
import { isCovered } from './allowlist';
import type { Grant } from '../../../db/records/api-keys';

type Caller = Pick<Credential, 'scopes' | 'guardrails'>;

/** A key may not edit or revoke itself, because it could lift its own limits or lock out its user. */
export function refuseChangeOfOwnKey(
  { credential }: RequestContext,
  id: string,
  action: 'edit' | 'revoke',
): void {
  if (credential.kind !== 'key' || credential.id !== id) return;
  throw forbidden(`A key cannot ${action} itself. Use another credential with domains:write`);
}

/** Refuses a new key that could do more than the caller. */
export function refuseGrantBeyondCaller(caller: Caller, requested: Grant): void {
  refuseScopes(caller, requested.scopes);
  refuseGuardrails(caller, { inboxId: null, ...requested });
}

/**
 * Refuses an update whose added scopes or given guardrails exceed those of the caller. If the update adds a scope, the
 * key's unchanged guardrails are checked too, because they limit what the scope allows.
 */
export function refuseUpdateBeyondCaller(caller: Credential, key: Grant, changes: Partial<Grant>): void {
  if (key.requiresApproval && changes.requiresApproval === false && actsForToken(caller))
    throw forbidden(
      'requires_approval: an OAuth token, or a key that an OAuth token created or changed, cannot turn off approval for a key',
    );
  const addedScopes = (changes.scopes ?? []).filter((scope) => !key.scopes.includes(scope));
  refuseScopes(caller, addedScopes);
  refuseGuardrails(caller, addedScopes.length > 0 ? { ...key, ...changes } : changes);
}

function refuseScopes({ scopes }: Caller, requested: readonly Scope[]): void {
  const excess = requested.filter((scope) => !scopes.includes(scope));
  if (excess.length > 0) throw forbidden(`scopes: the caller does not hold ${excess.join(', ')}`);
}

function refuseGuardrails({ guardrails }: Caller, requested: Partial<Guardrails>): void {
  if (requested.dailySendLimit !== undefined)
    refuseLimit(guardrails.dailySendLimit, requested.dailySendLimit);
  if (requested.allowedRecipients) refuseAllowlist(guardrails.allowedRecipients, requested.allowedRecipients);
  if (requested.templatesUnguarded && hasGuardrail(guardrails))
    throw forbidden('templates_unguarded: only a caller without guardrails may allow this');
  refuseOtherInbox({ guardrails }, requested);
  if (guardrails.requiresApproval && requested.requiresApproval === false) {
    throw forbidden("requires_approval: must be true, because the caller's sends require approval");
  }
}

function refuseLimit(callerLimit: number | null, requested: number | null): void {
  if (callerLimit === null || (requested !== null && requested <= callerLimit)) return;
  throw forbidden(`daily_send_limit: must be set to at most ${callerLimit}, the caller's own limit`);
}

function refuseAllowlist(callerAllowlist: readonly string[], requested: readonly string[]): void {
  if (callerAllowlist.length === 0) return;
  if (requested.length === 0)
    throw forbidden('allowed_recipients: must be set, because the caller has an allowlist');
  const excess = requested.filter((entry) => !isCovered(entry, callerAllowlist));
  if (excess.length > 0)
    throw forbidden(`allowed_recipients: the caller may not send to ${excess.join(', ')}`);
}

/** Refuses a grant without the inbox that the caller itself is limited to. */
function refuseOtherInbox({ guardrails }: Pick<Credential, 'guardrails'>, requested: Partial<Grant>): void {
  if (!guardrails.inboxId || requested.inboxId === undefined || requested.inboxId === guardrails.inboxId)
    return;
  throw forbidden(`inbox_id: must be ${guardrails.inboxId}, the inbox that the caller is limited to`);
}
