import { saveTopic } from '../../../shared/domain/audience/topics/save';
import { created, ok } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { presentTopic } from './present';
import { topicRoutes } from './routes';

export const handler = endpoint(topicRoutes.saveTopic, async (ctx, { body }) => {
  const { default_subscribed: defaultSubscribed, ...topicFields } = body;
  const { topic, isNew } = await saveTopic(ctx, { ...topicFields, defaultSubscribed });
  return isNew ? created(presentTopic(topic)) : ok(presentTopic(topic));
});
