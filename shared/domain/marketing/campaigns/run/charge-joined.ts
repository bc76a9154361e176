import type { Campaign } from '../../../../db/records/campaigns';
import { all, is, type Condition } from '../../../../db/condition';
import { tryIncrementEach, type Increment } from '../../../../db/daily-counter';
import { keys } from '../../../../db/keys';
import { getItem, getItems } from '../../../../db/table';
import { updateWrite } from '../../../../db/transaction';
import { now, nowIso, utcDay } from '../../../../core/time';

/**
 * Charges the recipients who joined since the campaign was scheduled to the daily limits of the keys that scheduled it
 * (CA-46). The campaign records the charge in the same transaction, so a repeated run charges no recipient twice.
 * `changed`: the campaign changed meanwhile, for example to paused and back.
 */
export async function chargeJoined(
  campaign: Campaign,
  recipients: number,
): Promise<'charged' | 'over limit' | 'changed'> {
  const increments = await findIncrements(campaign, recipients);
  if (increments.length === 0) return 'charged';
  const { workspaceId, id, updatedAt, capCharges = [] } = campaign;
  const chargedIds = increments.map(({ keyId }) => keyId);
  const set: Partial<Campaign> = {
    capCharges: [
      ...capCharges.filter(({ keyId }) => !chargedIds.includes(keyId)),
      ...chargedIds.map((keyId) => ({ keyId, recipients })),
    ],
    updatedAt: nowIso(),
  };
  const isUnchanged: Condition<Campaign> = all(is('status', 'sending'), is('updatedAt', updatedAt));
  const key = keys.campaign(workspaceId, id);
  const write = updateWrite(key, { set }, isUnchanged);
  if (await tryIncrementEach(increments, write)) return 'charged';
  return (await getItem(key))?.updatedAt === updatedAt ? 'over limit' : 'changed';
}

/** The limit of a revoked key also counts. */
async function findIncrements(
  campaign: Campaign,
  recipients: number,
): Promise<(Increment & { keyId: string })[]> {
  const { workspaceId, capKeys = [] } = campaign;
  const joined = capKeys.filter((keyId) => chargedRecipients(campaign, keyId) < recipients);
  const apiKeys = await getItems(joined.map((keyId) => keys.apiKey(workspaceId, keyId)));
  return apiKeys.flatMap(({ id: keyId, dailySendLimit: max }) => {
    if (max === null) return [];
    const key = keys.dailyCap(workspaceId, keyId, utcDay(now()));
    return [{ keyId, key, max, count: recipients - chargedRecipients(campaign, keyId) }];
  });
}

/** An earlier version charged keys without recording the number, and charged nothing at the start. */
const chargedRecipients = ({ capCharges = [], chargedKeys }: Campaign, keyId: string): number =>
  capCharges.findLast((charge) => charge.keyId === keyId)?.recipients ??
  (chargedKeys?.has(keyId) ? Infinity : 0);
