import { liftSuppression } from '../../../shared/domain/suppressions/lift';
import { suppressionScopes, type SuppressionScope } from '../../../shared/domain/suppressions/record';
import { invalidRequest } from '../../../shared/errors';
import { ok } from '../../../shared/http/answers';
import { endpoint } from '../../../shared/http/endpoint';
import { firstOf } from '../../../shared/http/paging';
import type { Query } from '../../../shared/http/request';
import { comparableAddress } from '../../../shared/text/address';
import { suppressionRoutes } from './routes';

export const handler = endpoint(
  suppressionRoutes.deleteSuppression,
  async ({ workspaceId }, { params, query }) => {
    const scope = readScope(query);
    const email = comparableAddress(params['email'] ?? '');
    return ok({ email, scope, removed: await liftSuppression(workspaceId, email, scope) });
  },
);

function readScope(query: Query): SuppressionScope {
  const given = firstOf(query, 'scope') ?? 'all';
  const scope = suppressionScopes.find((known) => known === given);
  if (!scope) throw invalidRequest(`scope: must be one of ${suppressionScopes.join(', ')}`);
  return scope;
}
