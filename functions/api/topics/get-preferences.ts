import { preferencesOf } from '../../../shared/domain/topics/preferences';
import { presentPreferences } from '../../../shared/domain/topics/present';
import { invalidRequest } from '../../../shared/errors';
import { ok } from '../../../shared/http/answers';
import { endpoint } from '../../../shared/http/endpoint';
import { firstOf } from '../../../shared/http/paging';
import { comparableAddress } from '../../../shared/text/address';
import { topicRoutes } from './routes';

export const handler = endpoint(topicRoutes.getPreferences, async ({ workspaceId }, { query }) => {
  const email = comparableAddress(firstOf(query, 'email') ?? '');
  if (!email) throw invalidRequest('email: say whose preferences');
  return ok(presentPreferences(email, await preferencesOf(workspaceId, email)));
});
