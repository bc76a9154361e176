import type { Credential } from '../../../core/request-context';
import { forbidden } from '../../../core/errors';
import { readDailyCaps, type DailyCap } from '../../platform/api-keys/daily-cap';
import type { Campaign } from '../../../db/records/campaigns';

/** Refuses a key that requires approval or has an allowlist, with 403 and before any other check (CA-21). */
export function refuseGuardedKey({ guardrails }: Credential): void {
  if (guardrails.requiresApproval)
    throw forbidden(
      'This key requires approval, so it cannot start a campaign. Use a key that does not require approval',
    );
  if (guardrails.allowedRecipients.length > 0)
    throw forbidden(
      'This key may only send to certain recipients, so it cannot start a campaign. Use a key without an allowlist',
    );
}

/** The recipients to charge to the daily cap of each of these keys. */
export interface CapCharge {
  caps: readonly DailyCap[];
  countRecipients: number;
  /** All keys of the caller with a daily limit. If undefined, the campaign keeps those of the previous caller. */
  capKeys?: readonly string[];
}

export const noCapCharge: CapCharge = { caps: [], countRecipients: 0 };

/** The daily caps of the key and its ancestors to which the campaign has not been charged yet. */
export const unchargedCaps = async (credential: Credential, campaign: Campaign): Promise<DailyCap[]> =>
  selectUncharged(await readDailyCaps(credential), campaign);

const selectUncharged = (caps: readonly DailyCap[], { chargedKeys }: Campaign): DailyCap[] =>
  caps.filter(({ keyId }) => !chargedKeys?.has(keyId));

/**
 * The charge for a campaign that this key starts. The key and its ancestors are each charged once per campaign, for
 * the recipients that are pending at that time. `chargeJoined` charges those who join before the start.
 */
export async function capChargeFor(
  credential: Credential,
  campaign: Campaign,
  countRecipients: () => Promise<number>,
): Promise<CapCharge> {
  const allCaps = await readDailyCaps(credential);
  const caps = selectUncharged(allCaps, campaign);
  return {
    caps,
    countRecipients: caps.length === 0 ? 0 : await countRecipients(),
    capKeys: allCaps.map(({ keyId }) => keyId),
  };
}
