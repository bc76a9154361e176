import { encodeCursor } from '../../../shared/db/cursor';
import { listSuppressions, listAddressSuppressions } from '../../../shared/domain/audience/suppressions/find';
import { pagedList, ok, unpagedList } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { presentSuppression } from './present';
import { suppressionRoutes } from './routes';

export const handler = endpoint(suppressionRoutes.listSuppressions, async ({ workspaceId }, { query }) => {
  const { email, cursor: before, limit } = query;
  if (email !== undefined)
    return ok(unpagedList((await listAddressSuppressions(workspaceId, email)).map(presentSuppression)));
  const { records, next } = await listSuppressions(workspaceId, { before, limit });
  return ok(pagedList(records.map(presentSuppression), next && encodeCursor(next)));
});
