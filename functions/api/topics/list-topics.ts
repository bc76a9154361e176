import { allTopics } from '../../../shared/domain/audience/topics/find';
import { ok, wholeList } from '../../../shared/http/answers';
import { endpoint } from '../../../shared/http/endpoint';
import { presentTopic } from './present';
import { topicRoutes } from './routes';

const shownMax = 500;

export const handler = endpoint(topicRoutes.listTopics, async ({ workspaceId }) => {
  const topics = await allTopics(workspaceId);
  return ok(wholeList(topics.slice(0, shownMax).map(presentTopic), topics.length >= shownMax));
});
