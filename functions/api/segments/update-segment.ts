import { updateSegment } from '../../../shared/domain/audience/segments/save';
import { isObject } from '../../../shared/core/is-object';
import { invalidRequest } from '../../../shared/core/errors';
import { ok } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { presentSegment } from './present';
import { readSegmentChanges } from './read-segment';
import { segmentRoutes } from './routes';

export const handler = endpoint(segmentRoutes.updateSegment, async ({ workspaceId }, { params, body }) => {
  if (isObject(body.raw) && Object.hasOwn(body.raw, 'key'))
    throw invalidRequest("key: a segment's key cannot be changed; create a new segment");
  return ok(presentSegment(await updateSegment(workspaceId, params.id, readSegmentChanges(body.read()))));
});
