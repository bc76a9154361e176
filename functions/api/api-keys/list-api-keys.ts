import { decodeCursor, encodeCursor, isUuid } from '../../../shared/db/cursor';
import { newestApiKeys } from '../../../shared/domain/api-keys/find';
import { presentApiKey } from '../../../shared/domain/api-keys/present';
import { list, ok } from '../../../shared/http/answers';
import { endpoint } from '../../../shared/http/endpoint';
import { firstOf, pageSize } from '../../../shared/http/paging';
import { apiKeyRoutes } from './routes';

export const handler = endpoint(apiKeyRoutes.listApiKeys, async ({ workspaceId }, { query }) => {
  const { records, next } = await newestApiKeys(workspaceId, {
    before: decodeCursor(firstOf(query, 'cursor'), isUuid),
    limit: pageSize(query, { fallback: 50, max: 100 }),
  });
  return ok(list(records.map(presentApiKey), next && encodeCursor(next)));
});
