import { deleteAudience } from '../../../shared/domain/audience/audiences/delete';
import { ok } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { audienceRoutes } from './routes';

export const handler = endpoint(audienceRoutes.deleteAudience, async ({ workspaceId }, { params }) => {
  await deleteAudience(workspaceId, params.id);
  return ok({ id: params.id, deleted: true });
});
