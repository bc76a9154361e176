import { enqueue } from '../../../aws/queues';
import { logger } from '../../../core/logger';
import { dueAttributes } from '../../platform/scheduler/due-attributes';
import type { DueFields } from '../../../db/records/due';
import type { CampaignRunMessage } from '../../platform/scheduler/due-jobs';
import { scheduleWakeup } from '../../platform/scheduler/schedule-wakeup';
import type { Campaign } from '../../../db/records/campaigns';

type CampaignRef = Pick<Campaign, 'workspaceId' | 'id'>;

/** The attributes that have the run look at the campaign then, in ms. */
export const nextRunAt = ({ id }: Pick<Campaign, 'id'>, atMs: number): DueFields =>
  dueAttributes(id, 'runCampaign', atMs);

/** Has the run look at it now. The table knows that it is due: where this fails it begins a while later. */
export async function wakeRunNow({ workspaceId, id }: CampaignRef, delaySeconds = 0): Promise<void> {
  const body: CampaignRunMessage = { workspaceId, id };
  await enqueue('campaigns', [{ body, delaySeconds }]).catch((error: unknown) => {
    logger.warn('a campaign goes on later', { campaignId: id, error });
  });
}

/** Has the run look at it when its due time comes, in ms. */
export const wakeRunAt = (atMs: number): Promise<void> => scheduleWakeup(atMs);
