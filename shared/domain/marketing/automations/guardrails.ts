import { restrictsMail, type Credential } from '../../../core/request-context';
import { forbidden } from '../../../core/errors';

const restricted = 'A key that requires approval or has an allowlist cannot';

/** Refuses the activation by a key that requires approval or has an allowlist, because steps bypass both (K-37). */
export function refuseActivation({ guardrails }: Credential): void {
  if (restrictsMail(guardrails))
    throw forbidden(`${restricted} activate an automation. Use a key without these guardrails`);
}

/** Refuses the change of an active automation by such a key. The key may still pause or delete the automation. */
export function refuseChangeOfActive({ guardrails }: Credential): void {
  if (restrictsMail(guardrails))
    throw forbidden(
      `${restricted} change an active automation, only pause or delete it. Use a key without these guardrails`,
    );
}
