import { chose } from '../../../shared/domain/consent/happenings';
import { preferencesOf } from '../../../shared/domain/audience/topics/preferences';
import { ok } from '../../../shared/http/answers';
import { endpoint } from '../../../shared/http/endpoint';
import { bareAddress } from '../../../shared/text/mailbox';
import { presentPreferences } from './present';
import { topicRoutes } from './routes';

export const handler = endpoint(topicRoutes.savePreferences, async ({ workspaceId }, { body }) => {
  const address = bareAddress(body.email);
  await chose(workspaceId, address, body.topics);
  return ok(presentPreferences(address, await preferencesOf(workspaceId, address)));
});
