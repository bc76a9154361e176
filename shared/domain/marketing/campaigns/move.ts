import type { Ctx, Operation } from '../../../core/ctx';
import type { Condition } from '../../../db/condition';
import { takeFromDays } from '../../../db/day-counter';
import { updateItem } from '../../../db/table';
import { change } from '../../../db/transaction';
import type { Changes } from '../../../db/update';
import { refuseOverDailyCap } from '../../platform/api-keys/daily-cap';
import { findCampaign } from './find';
import { nothingOwed, unpaidDays, type Owed } from './guardrails';
import type { Campaign } from '../../../db/records/campaigns';
import { changeOf } from './states';

/** What a request does to a campaign. */
export interface Move extends Changes {
  condition?: Condition;
  /** Is counted with the move or not at all. */
  owed?: Owed;
}

/** The request has moved it: it is made again, for its client or the table's has not heard of that. */
export const isMovedBy = ({ id }: Operation, { movedBy }: Campaign): boolean => movedBy === id;

/**
 * Moves the campaign for a request, while it is as it was read; undefined when somebody was faster. 429 where the day of
 * a key has no room for what it owes.
 */
export async function moveCampaign(
  { operation, credential }: Ctx,
  campaign: Campaign,
  { set, condition, owed = nothingOwed, ...changes }: Move,
): Promise<Campaign | undefined> {
  const { days, recipients } = owed;
  const mustPay = recipients > 0;
  const move = changeOf(
    campaign,
    {
      ...changes,
      set: { ...set, movedBy: operation.id },
      ...(mustPay && { add: { paidBy: new Set(days.map(({ keyId }) => keyId)) } }),
    },
    condition,
  );
  const writing = mustPay ? takeFromDays(days, recipients, change(...move)) : updateItem(...move);
  const outcome = await writing.then(
    (written) => ({ isWritten: Boolean(written) }),
    (error: unknown) => ({ isWritten: false, error }),
  );
  const standing = await findCampaign(campaign.workspaceId, campaign.id);
  // Somebody else may have moved it on since it was written.
  if (standing && (outcome.isWritten || isMovedBy(operation, standing))) return standing;
  if ('error' in outcome) throw outcome.error;
  if (mustPay && standing?.updatedAt === campaign.updatedAt)
    refuseOverDailyCap(await unpaidDays(credential, standing), recipients);
  return undefined;
}
