import { handleSuppressionLift } from '../../../shared/domain/consent/consent-events';
import { ok } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { suppressionRoutes } from './routes';

export const handler = endpoint(
  suppressionRoutes.deleteSuppression,
  async ({ workspaceId }, { params: { email }, query: { scope } }) =>
    ok({ email, scope, removed: (await handleSuppressionLift(workspaceId, [email], scope)) > 0 }),
);
