import { segmentsByName, segmentsMax } from '../../../shared/domain/audience/segments/find';
import { ok, wholeList } from '../../../shared/http/answers';
import { endpoint } from '../../../shared/http/endpoint';
import { presentSegment } from './present';
import { segmentRoutes } from './routes';

export const handler = endpoint(segmentRoutes.listSegments, async ({ workspaceId }) => {
  const segments = await segmentsByName(workspaceId);
  return ok(wholeList(segments.map(presentSegment), segments.length === segmentsMax));
});
