import { preferencesOf, savePreferences } from '../../../shared/domain/topics/preferences';
import { presentPreferences } from '../../../shared/domain/topics/present';
import { ChoicesSchema } from '../../../shared/domain/topics/requests';
import { ok } from '../../../shared/http/answers';
import { endpoint } from '../../../shared/http/endpoint';
import { bareAddress } from '../../../shared/text/mailbox';
import { validate } from '../../../shared/validate';
import { topicRoutes } from './routes';

export const handler = endpoint(topicRoutes.savePreferences, async ({ workspaceId }, { body }) => {
  const { email, topics } = validate(ChoicesSchema, body);
  await savePreferences(workspaceId, email, topics);
  return ok(presentPreferences(bareAddress(email), await preferencesOf(workspaceId, email)));
});
