import { listTopics } from '../../../shared/domain/audience/topics/find';
import { ok, unpagedList } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { presentTopic } from './present';
import { topicRoutes } from './routes';

const rowsMax = 500;

export const handler = endpoint(topicRoutes.listTopics, async ({ workspaceId }) => {
  const topics = await listTopics(workspaceId);
  return ok(unpagedList(topics.slice(0, rowsMax).map(presentTopic), topics.length >= rowsMax));
});
