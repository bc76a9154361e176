import { expectSegment } from '../../../shared/domain/audience/segments/find';
import { ok } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { presentSegment } from './present';
import { segmentRoutes } from './routes';

export const handler = endpoint(segmentRoutes.getSegment, async ({ workspaceId }, { params }) =>
  ok(presentSegment(await expectSegment(workspaceId, params.id))),
);
