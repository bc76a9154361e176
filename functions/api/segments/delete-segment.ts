import { deleteSegment } from '../../../shared/domain/audience/segments/save';
import { ok } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { segmentRoutes } from './routes';

export const handler = endpoint(segmentRoutes.deleteSegment, async ({ workspaceId }, { params }) => {
  await deleteSegment(workspaceId, params.id);
  return ok({ id: params.id, deleted: true });
});
