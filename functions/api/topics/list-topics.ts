import { allTopics } from '../../../shared/domain/topics/find';
import { presentTopic } from '../../../shared/domain/topics/present';
import { list, ok } from '../../../shared/http/answers';
import { endpoint } from '../../../shared/http/endpoint';
import { topicRoutes } from './routes';

const shownMax = 500;

export const handler = endpoint(topicRoutes.listTopics, async ({ workspaceId }) => {
  const topics = await allTopics(workspaceId);
  return ok(list(topics.slice(0, shownMax).map(presentTopic)));
});
