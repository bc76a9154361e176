import type { Credential } from '../../../core/request-context';
import { forbidden } from '../../../core/errors';
import { readDailyCaps, type DailyCap } from '../../platform/api-keys/daily-cap';
import type { Campaign } from '../../../db/records/campaigns';

/** 403 before anything else is looked at (CA-21). */
export function refuseGuardedKey({ guardrails }: Credential): void {
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
export interface CapCharge {
  caps: readonly DailyCap[];
  countRecipients: number;
}

export const noCapCharge: CapCharge = { caps: [], countRecipients: 0 };

/** Of the keys whose limit counts, those that have not paid for the campaign. */
export const unchargedCaps = async (credential: Credential, { chargedKeys }: Campaign): Promise<DailyCap[]> =>
  (await readDailyCaps(credential)).filter(({ keyId }) => !chargedKeys?.has(keyId));

/**
 * What the key and those above it pay for a campaign that it sets on its way: each once for each campaign, as many as
 * are still to be mailed then.
 */
export async function capChargeFor(
  credential: Credential,
  campaign: Campaign,
  countRecipients: () => Promise<number>,
): Promise<CapCharge> {
  const caps = await unchargedCaps(credential, campaign);
  return caps.length === 0 ? noCapCharge : { caps, countRecipients: await countRecipients() };
}
