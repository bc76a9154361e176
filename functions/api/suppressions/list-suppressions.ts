import { decodeCursor, encodeCursor, isTimePosition } from '../../../shared/db/cursor';
import { newestSuppressions, suppressionsOf } from '../../../shared/domain/suppressions/find';
import { presentSuppression } from '../../../shared/domain/suppressions/present';
import { list, ok } from '../../../shared/http/answers';
import { endpoint } from '../../../shared/http/endpoint';
import { firstOf, pageSize } from '../../../shared/http/paging';
import { suppressionRoutes } from './routes';

export const handler = endpoint(suppressionRoutes.listSuppressions, async ({ workspaceId }, { query }) => {
  const email = firstOf(query, 'email');
  if (email !== undefined)
    return ok(list((await suppressionsOf(workspaceId, email)).map(presentSuppression)));
  const { records, next } = await newestSuppressions(workspaceId, {
    before: decodeCursor(firstOf(query, 'cursor'), isTimePosition),
    limit: pageSize(query, { fallback: 50, max: 100 }),
  });
  return ok(list(records.map(presentSuppression), next && encodeCursor(next)));
});
