import { updateSegment } from '../../../shared/domain/audience/segments/save';
import { invalidRequest } from '../../../shared/core/errors';
import { ok } from '../../../shared/http/answers';
import { endpoint } from '../../../shared/http/endpoint';
import { presentSegment } from './present';
import { readSegmentChanges } from './read-segment';
import { segmentRoutes } from './routes';

export const handler = endpoint(segmentRoutes.updateSegment, async ({ workspaceId }, { params, body }) => {
  if (typeof body.raw === 'object' && body.raw !== null && Object.hasOwn(body.raw, 'key'))
    throw invalidRequest("key: a segment's key cannot be changed; create a new segment");
  return ok(presentSegment(await updateSegment(workspaceId, params.id, readSegmentChanges(body.read()))));
});
