import { liftSuppressions } from '../../../shared/domain/suppressions/lift';
import { ok } from '../../../shared/http/answers';
import { endpoint } from '../../../shared/http/endpoint';
import { suppressionRoutes } from './routes';

export const handler = endpoint(suppressionRoutes.deleteSuppressionBatch, async ({ workspaceId }, { body }) =>
  ok({ removed: await liftSuppressions(workspaceId, body) }),
);
