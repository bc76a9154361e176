import { encodeCursor } from '../../../shared/db/cursor';
import { listApiKeys } from '../../../shared/domain/platform/api-keys/find';
import { pagedList, ok } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { presentApiKey } from './present';
import { apiKeyRoutes } from './routes';

export const handler = endpoint(apiKeyRoutes.listApiKeys, async ({ workspaceId }, { query }) => {
  const { cursor: before, limit } = query;
  const { records, next } = await listApiKeys(workspaceId, { before, limit });
  return ok(pagedList(records.map(presentApiKey), next && encodeCursor(next)));
});
