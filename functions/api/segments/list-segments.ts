import { listSegments, segmentsMax } from '../../../shared/domain/audience/segments/find';
import { ok, unpagedList } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { presentSegment } from './present';
import { segmentRoutes } from './routes';

export const handler = endpoint(segmentRoutes.listSegments, async ({ workspaceId }) => {
  const segments = await listSegments(workspaceId);
  return ok(unpagedList(segments.map(presentSegment), segments.length === segmentsMax));
});
