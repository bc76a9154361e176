import type { Credential } from '../../ctx';
import { forbidden } from '../../errors';
import type { Campaign } from './record';

/** 403 before anything else is looked at (workspace.md, "Guardrails on a key"). */
export function refuseGuarded({ guardrails }: Credential): void {
  if (guardrails.requiresApproval)
    throw forbidden(
      'What this key sends is held for approval, so it sets no campaign on its way: use a key without the hold',
    );
  if (guardrails.allowedRecipients.length > 0)
    throw forbidden(
      'This key may mail certain recipients only, so it sets no campaign on its way: use a key without an allowlist',
    );
}

/**
 * How many recipients the key pays for a campaign that it sets on its way: once for each campaign, as many as are still
 * to be mailed then.
 */
export async function owedBy(
  { id, guardrails }: Credential,
  { paidBy }: Campaign,
  recipients: () => Promise<number>,
): Promise<number> {
  return guardrails.dailySendLimit === null || paidBy?.has(id) ? 0 : recipients();
}
