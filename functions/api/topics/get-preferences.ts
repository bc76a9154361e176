import { loadTopicSubscriptions } from '../../../shared/domain/audience/topics/preferences';
import { ok } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { presentPreferences } from './present';
import { topicRoutes } from './routes';

export const handler = endpoint(topicRoutes.getPreferences, async ({ workspaceId }, { query: { email } }) =>
  ok(presentPreferences(email, await loadTopicSubscriptions(workspaceId, email))),
);
