import { refuseIfUsed } from '../../../core/errors';
import { listAllCampaigns } from './find';
import type { CampaignStatus } from '../../../db/records/campaigns';

const finishedStatuses: readonly CampaignStatus[] = ['sent', 'failed'];

/** Refuses with 409 while an unfinished campaign uses the topic. */
export async function refuseTopicUsedByCampaigns(workspaceId: string, key: string): Promise<void> {
  const usedBy = (await listAllCampaigns(workspaceId)).filter(
    ({ topicKey, status }) => topicKey === key && !finishedStatuses.includes(status),
  );
  refuseIfUsed(
    'topic',
    'campaign',
    usedBy.map(({ name }) => name),
  );
}
