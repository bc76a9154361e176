import { refuseTopicOfAutomations } from '../../../shared/domain/marketing/automations/in-use';
import { refuseTopicOfCampaigns } from '../../../shared/domain/marketing/campaigns/in-use';
import { deleteTopic } from '../../../shared/domain/audience/topics/delete';
import { expectTopic } from '../../../shared/domain/audience/topics/find';
import { ok } from '../../../shared/http/answers';
import { endpoint } from '../../../shared/http/endpoint';
import { topicRoutes } from './routes';

export const handler = endpoint(topicRoutes.deleteTopic, async ({ workspaceId }, { params: { key } }) => {
  await expectTopic(workspaceId, key);
  await refuseTopicOfAutomations(workspaceId, key);
  await refuseTopicOfCampaigns(workspaceId, key);
  await deleteTopic(workspaceId, key);
  return ok({ key, deleted: true as const });
});
