import { addSuppressions } from '../../../shared/domain/suppressions/add';
import { created } from '../../../shared/http/answers';
import { endpoint } from '../../../shared/http/endpoint';
import { suppressionRoutes } from './routes';

export const handler = endpoint(suppressionRoutes.createSuppressionBatch, async ({ workspaceId }, { body }) =>
  created(await addSuppressions(workspaceId, body)),
);
