import { restrictsMail, type Credential } from '../../../core/request-context';
import { forbidden } from '../../../core/errors';

/** Refuses the activation by a key that requires approval or has an allowlist, because steps pass by both (K-37). */
export function refuseActivation({ guardrails }: Credential): void {
  if (restrictsMail(guardrails)) throw changeError('activate an automation');
}

/** Refuses the change of an active automation by such a key. The key may still pause or delete the automation. */
export function refuseChangeOfActive({ guardrails }: Credential): void {
  if (restrictsMail(guardrails))
    throw changeError('change an active automation. It may pause or delete the automation');
}

const changeError = (action: string) =>
  forbidden(
    `A key that requires approval or has an allowlist cannot ${action}. Use a key without these guardrails`,
  );
