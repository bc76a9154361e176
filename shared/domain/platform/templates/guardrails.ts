import { restrictsMail, type RequestContext } from '../../../core/request-context';
import { forbidden } from '../../../core/errors';

/**
 * Refuses the change of a template by a key that requires approval or has an allowlist, because the mail of other keys
 * and of automations uses the template (K-38).
 */
export function refuseGuardedChange({ credential: { guardrails } }: RequestContext): void {
  if (restrictsMail(guardrails) && !guardrails.templatesUnguarded)
    throw forbidden(
      'A key that requires approval or has an allowlist cannot change templates. Use a key without these guardrails, or set templates_unguarded on this key with a key without guardrails',
    );
}
