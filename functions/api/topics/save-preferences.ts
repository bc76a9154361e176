import { handleTopicChoices } from '../../../shared/domain/consent/consent-events';
import { loadTopicSubscriptions } from '../../../shared/domain/audience/topics/preferences';
import { ok } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { normalizeAddress } from '../../../shared/text/mailbox';
import { presentPreferences } from './present';
import { topicRoutes } from './routes';

export const handler = endpoint(topicRoutes.savePreferences, async ({ workspaceId }, { body }) => {
  const address = normalizeAddress(body.email);
  await handleTopicChoices(workspaceId, address, body.topics);
  return ok(presentPreferences(address, await loadTopicSubscriptions(workspaceId, address)));
});
