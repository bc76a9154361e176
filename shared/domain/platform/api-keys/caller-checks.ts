import { speaksForToken, type Credential, type Ctx, type Guardrails } from '../../../core/ctx';
import { forbidden } from '../../../core/errors';
import type { Scope } from '../../../core/scopes';
import { isCovered } from './allowlist';
import type { Grant } from '../../../db/records/api-keys';

type Caller = Pick<Credential, 'scopes' | 'guardrails'>;

/** A key may not edit or revoke itself: it could lift its own limits, or lock its holder out. */
export function refuseSelf({ credential }: Ctx, id: string, action: 'edit' | 'revoke'): void {
  if (credential.kind !== 'key' || credential.id !== id) return;
  throw forbidden(`A key cannot ${action} itself: use another credential with domains:write`);
}

/** Refuses a new key that could do more than the caller. */
export function refuseBeyondCaller(caller: Caller, wanted: Grant): void {
  refuseScopes(caller, wanted.scopes);
  refuseGuardrails(caller, wanted);
}

/**
 * Refuses what an update would grant beyond the caller: the scopes that it adds and the guardrails that it
 * sends. Once it adds a scope, the guardrails that stay count too: the scope is worth what they allow.
 */
export function refuseUpdateBeyondCaller(caller: Credential, key: Grant, changes: Partial<Grant>): void {
  if (key.requiresApproval && changes.requiresApproval === false && speaksForToken(caller))
    throw forbidden(
      'requires_approval: an OAuth token, or a key that one made or changed, cannot take the hold from a key',
    );
  const added = (changes.scopes ?? []).filter((scope) => !key.scopes.includes(scope));
  refuseScopes(caller, added);
  refuseGuardrails(caller, added.length > 0 ? { ...key, ...changes } : changes);
}

function refuseScopes({ scopes }: Caller, wanted: readonly Scope[]): void {
  const beyond = wanted.filter((scope) => !scopes.includes(scope));
  if (beyond.length > 0) throw forbidden(`scopes: the caller does not hold ${beyond.join(', ')}`);
}

function refuseGuardrails({ guardrails }: Caller, wanted: Partial<Guardrails>): void {
  if (wanted.dailySendLimit !== undefined) refuseLimit(guardrails.dailySendLimit, wanted.dailySendLimit);
  if (wanted.allowedRecipients) refuseAllowlist(guardrails.allowedRecipients, wanted.allowedRecipients);
  if (guardrails.requiresApproval && wanted.requiresApproval === false) {
    throw forbidden("requires_approval: must be true, because the caller's sends need approval");
  }
}

function refuseLimit(callers: number | null, wanted: number | null): void {
  if (callers === null || (wanted !== null && wanted <= callers)) return;
  throw forbidden(`daily_send_limit: is required and at most ${callers}, the caller's own limit`);
}

function refuseAllowlist(callers: readonly string[], wanted: readonly string[]): void {
  if (callers.length === 0) return;
  if (wanted.length === 0)
    throw forbidden('allowed_recipients: is required, because the caller has an allowlist');
  const beyond = wanted.filter((entry) => !isCovered(entry, callers));
  if (beyond.length > 0) throw forbidden(`allowed_recipients: the caller may not mail ${beyond.join(', ')}`);
}
