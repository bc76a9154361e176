import { deleteTopic } from '../../../shared/domain/topics/delete';
import { ok } from '../../../shared/http/answers';
import { endpoint } from '../../../shared/http/endpoint';
import { topicRoutes } from './routes';

export const handler = endpoint(topicRoutes.deleteTopic, async ({ workspaceId }, { params: { key } }) => {
  await deleteTopic(workspaceId, key);
  return ok({ key, deleted: true as const });
});
