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

/** What a request does to a campaign. */
export interface CampaignTransition extends Changes<Campaign> {
  condition?: Condition<Campaign>;
  /** Is counted with the move or not at all. */
  capCharge?: CapCharge;
}

/** The request has moved it: it is made again, for its client or the table's has not heard of that. */
export const isTransitionedBy = ({ id }: Operation, { lastTransitionBy }: Campaign): boolean =>
  lastTransitionBy === id;

/**
 * Moves the campaign for a request, while it is as it was read; undefined when somebody was faster. 429 where the day of
 * a key has no room for what it owes.
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
      set: { ...set, lastTransitionBy: operation.id },
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
  // Somebody else may have moved it on since it was written.
  if (current && (outcome.isWritten || isTransitionedBy(operation, current))) return current;
  if ('error' in outcome) throw outcome.error;
  if (hasCapCharge && current?.updatedAt === campaign.updatedAt)
    refuseOverDailyCap(await unchargedCaps(credential, current), recipients);
  return undefined;
}
