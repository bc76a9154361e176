import { addSuppression } from '../../../shared/domain/suppressions/add';
import { presentSuppression } from '../../../shared/domain/suppressions/present';
import { created } from '../../../shared/http/answers';
import { endpoint } from '../../../shared/http/endpoint';
import { suppressionRoutes } from './routes';

export const handler = endpoint(suppressionRoutes.createSuppression, async ({ workspaceId }, { body }) =>
  created(presentSuppression(await addSuppression(workspaceId, body))),
);
