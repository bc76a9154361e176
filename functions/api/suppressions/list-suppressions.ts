import { encodeCursor } from '../../../shared/db/cursor';
import { newestSuppressions, suppressionsOf } from '../../../shared/domain/audience/suppressions/find';
import { list, ok, wholeList } from '../../../shared/http/answers';
import { endpoint } from '../../../shared/http/endpoint';
import { presentSuppression } from './present';
import { suppressionRoutes } from './routes';

export const handler = endpoint(suppressionRoutes.listSuppressions, async ({ workspaceId }, { query }) => {
  const { email, cursor: before, limit } = query;
  if (email !== undefined)
    return ok(wholeList((await suppressionsOf(workspaceId, email)).map(presentSuppression)));
  const { records, next } = await newestSuppressions(workspaceId, { before, limit });
  return ok(list(records.map(presentSuppression), next && encodeCursor(next)));
});
