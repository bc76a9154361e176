import { enqueue } from '../../../aws/queues';
import { logger } from '../../../core/logger';
import { dueAttributes } from '../../platform/scheduler/due-attributes';
import type { DueFields } from '../../../db/records/due';
import type { CampaignRunMessage } from '../../platform/scheduler/due-jobs';
import { scheduleWakeup } from '../../platform/scheduler/schedule-wakeup';
import type { Campaign } from '../../../db/records/campaigns';

type CampaignRef = Pick<Campaign, 'workspaceId' | 'id'>;

/** The attributes that make the campaign's run due at `atMs`. */
export const nextRunAt = ({ id }: Pick<Campaign, 'id'>, atMs: number): DueFields =>
  dueAttributes(id, 'runCampaign', atMs);

/** Starts the run now. If the message cannot be queued, the run starts later, because the table records it as due. */
export async function wakeRunNow({ workspaceId, id }: CampaignRef, delaySeconds = 0): Promise<void> {
  const body: CampaignRunMessage = { workspaceId, id };
  await enqueue('campaigns', [{ body, delaySeconds }]).catch((error: unknown) => {
    logger.warn('campaign run delayed', { campaignId: id, error });
  });
}

/** Schedules a wakeup for the run's due time. */
export const wakeRunAt = (atMs: number): Promise<void> => scheduleWakeup(atMs);
