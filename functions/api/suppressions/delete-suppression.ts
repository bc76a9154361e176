import { lifted } from '../../../shared/domain/consent/happenings';
import { ok } from '../../../shared/http/answers';
import { endpoint } from '../../../shared/http/endpoint';
import { suppressionRoutes } from './routes';

export const handler = endpoint(
  suppressionRoutes.deleteSuppression,
  async ({ workspaceId }, { params: { email }, query: { scope } }) =>
    ok({ email, scope, removed: (await lifted(workspaceId, [email], scope)) > 0 }),
);
