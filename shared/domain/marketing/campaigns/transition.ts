import type { RequestContext, Operation } from '../../../core/request-context';
import type { Condition } from '../../../db/condition';
import { tryIncrementDailyCounters } from '../../../db/daily-counter';
import { updateItem } from '../../../db/table';
import { updateWrite } from '../../../db/transaction';
import type { Changes } from '../../../db/update';
import { refuseOverDailyCap } from '../../platform/api-keys/daily-cap';
import { findCampaign } from './find';
import { noCapCharge, unchargedCaps, type CapCharge } from './guardrails';
import type { Campaign } from '../../../db/records/campaigns';
import { buildConditionalUpdate } from './conditional-update';

/** A campaign that no key with a daily limit schedules or starts gets no further attributes. */
const capChanges = (
  { capCharges = [], capKeys: previousCapKeys = [] }: Campaign,
  { caps, countRecipients, capKeys = previousCapKeys }: CapCharge,
): Pick<Campaign, 'capCharges' | 'capKeys'> => ({
  ...(caps.length > 0 && {
    capCharges: [...capCharges, ...caps.map(({ keyId }) => ({ keyId, recipients: countRecipients }))],
  }),
  ...(capKeys.length + previousCapKeys.length > 0 && { capKeys }),
});

/** The change that a request makes to a campaign. */
export interface CampaignTransition extends Changes<Campaign> {
  condition?: Condition<Campaign>;
  /** The charge, which is made in the same transaction as the change. */
  capCharge?: CapCharge;
}

/** Whether this request already changed the campaign. If so, the request is a retry after a lost response. */
export const isTransitionedBy = ({ id }: Operation, { lastTransitionBy }: Campaign): boolean =>
  lastTransitionBy === id;

/**
 * Changes the campaign for a request. Returns undefined if the campaign has changed since it was read. Refuses with 429
 * if the charge would exceed the daily cap of a key.
 */
export async function transitionCampaign(
  { operation, credential }: RequestContext,
  campaign: Campaign,
  { set, condition, capCharge = noCapCharge, ...changes }: CampaignTransition,
): Promise<Campaign | undefined> {
  const { caps, countRecipients: recipients } = capCharge;
  const hasCapCharge = recipients > 0;
  const update = buildConditionalUpdate(
    campaign,
    {
      ...changes,
      set: {
        ...set,
        lastTransitionBy: operation.id,
        ...capChanges(campaign, capCharge),
      },
      ...(hasCapCharge && { add: { chargedKeys: new Set(caps.map(({ keyId }) => keyId)) } }),
    },
    condition,
  );
  const pendingWrite = hasCapCharge
    ? tryIncrementDailyCounters(caps, recipients, updateWrite(...update))
    : updateItem(...update);
  const outcome = await pendingWrite.then(
    (written) => ({ isWritten: Boolean(written) }),
    (error: unknown) => ({ isWritten: false, error }),
  );
  const current = await findCampaign(campaign.workspaceId, campaign.id);
  // A worker or another request may have changed the campaign again since this write.
  if (current && (outcome.isWritten || isTransitionedBy(operation, current))) return current;
  if ('error' in outcome) throw outcome.error;
  if (hasCapCharge && current?.updatedAt === campaign.updatedAt)
    refuseOverDailyCap(await unchargedCaps(credential, current), recipients);
  return undefined;
}
