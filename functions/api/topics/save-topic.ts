import { presentTopic } from '../../../shared/domain/topics/present';
import { saveTopic } from '../../../shared/domain/topics/save';
import { created, ok } from '../../../shared/http/answers';
import { endpoint } from '../../../shared/http/endpoint';
import { topicRoutes } from './routes';

export const handler = endpoint(topicRoutes.saveTopic, async (ctx, { body }) => {
  const { topic, isNew } = await saveTopic(ctx, body);
  return isNew ? created(presentTopic(topic)) : ok(presentTopic(topic));
});
