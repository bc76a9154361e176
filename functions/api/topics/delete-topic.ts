import { refuseTopicUsedByAutomations } from '../../../shared/domain/marketing/automations/refuse-used-by-automations';
import { refuseTopicUsedByCampaigns } from '../../../shared/domain/marketing/campaigns/refuse-used-by-campaigns';
import { deleteTopic } from '../../../shared/domain/audience/topics/delete';
import { expectTopic } from '../../../shared/domain/audience/topics/find';
import { ok } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { topicRoutes } from './routes';

export const handler = endpoint(topicRoutes.deleteTopic, async ({ workspaceId }, { params: { key } }) => {
  await expectTopic(workspaceId, key);
  await refuseTopicUsedByAutomations(workspaceId, key);
  await refuseTopicUsedByCampaigns(workspaceId, key);
  await deleteTopic(workspaceId, key);
  return ok({ key, deleted: true });
});
