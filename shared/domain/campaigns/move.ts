import type { Ctx, Operation } from '../../ctx';
import type { Condition } from '../../db/condition';
import { updateItem } from '../../db/table';
import { change } from '../../db/transaction';
import type { Changes } from '../../db/update';
import { refuseFullDay, takeFromDailyCap } from '../api-keys/daily-cap';
import { findCampaign } from './find';
import type { Campaign } from './record';
import { changeOf } from './states';

/** What a request does to a campaign. */
export interface Move extends Changes {
  condition?: Condition;
  /** So many recipients are counted on the day of its key, with the move or not at all. */
  owed?: number;
}

/** The request has moved it: it is made again, for its client or the table's has not heard of that. */
export const isMovedBy = ({ id }: Operation, { movedBy }: Campaign): boolean => movedBy === id;

/**
 * Moves the campaign for a request, while it is as it was read; undefined when somebody was faster. 429 where the day of
 * its key has no room for what it owes.
 */
export async function moveCampaign(
  { operation, credential }: Ctx,
  campaign: Campaign,
  { set, condition, owed = 0, ...changes }: Move,
): Promise<Campaign | undefined> {
  const move = changeOf(
    campaign,
    {
      ...changes,
      set: { ...set, movedBy: operation.id },
      ...(owed > 0 && { add: { paidBy: new Set([credential.id]) } }),
    },
    condition,
  );
  const writing = owed > 0 ? takeFromDailyCap(credential, owed, change(...move)) : updateItem(...move);
  const failure = await writing.then(
    () => undefined,
    (error: unknown) => ({ error }),
  );
  const standing = await findCampaign(campaign.workspaceId, campaign.id);
  if (standing && isMovedBy(operation, standing)) return standing;
  if (failure) throw failure.error;
  if (owed > 0 && standing?.updatedAt === campaign.updatedAt) await refuseFullDay(credential, owed);
  return undefined;
}
