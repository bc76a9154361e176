import type { Credential } from '../../../core/ctx';
import { forbidden } from '../../../core/errors';
import { readCappedDays, type CappedDay } from '../../platform/api-keys/daily-cap';
import type { Campaign } from '../../../db/records/campaigns';

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

/** Recipients that are counted on the day of each of these keys. */
export interface Owed {
  days: readonly CappedDay[];
  recipients: number;
}

export const nothingOwed: Owed = { days: [], recipients: 0 };

/** Of the keys whose limit counts, those that have not paid for the campaign. */
export const unpaidDays = async (credential: Credential, { paidBy }: Campaign): Promise<CappedDay[]> =>
  (await readCappedDays(credential)).filter(({ keyId }) => !paidBy?.has(keyId));

/**
 * What the key and those above it pay for a campaign that it sets on its way: each once for each campaign, as many as
 * are still to be mailed then.
 */
export async function owedBy(
  credential: Credential,
  campaign: Campaign,
  recipients: () => Promise<number>,
): Promise<Owed> {
  const days = await unpaidDays(credential, campaign);
  return days.length === 0 ? nothingOwed : { days, recipients: await recipients() };
}
