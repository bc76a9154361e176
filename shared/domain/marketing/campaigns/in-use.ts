import { refuseUsed } from '../../../core/errors';
import { everyCampaign } from './find';
import type { CampaignStatus } from '../../../db/records/campaigns';

const finished: readonly CampaignStatus[] = ['sent', 'failed'];

/** 409 while a campaign that is not finished sends under the topic. */
export async function refuseTopicOfCampaigns(workspaceId: string, key: string): Promise<void> {
  const users = (await everyCampaign(workspaceId)).filter(
    ({ topicKey, status }) => topicKey === key && !finished.includes(status),
  );
  refuseUsed(
    'topic',
    'campaign',
    users.map(({ name }) => name),
  );
}
