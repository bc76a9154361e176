import { createSegment } from '../../../shared/domain/audience/segments/save';
import { created } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { presentSegment } from './present';
import { readNewSegment } from './read-segment';
import { segmentRoutes } from './routes';

export const handler = endpoint(segmentRoutes.createSegment, async (ctx, { body }) =>
  created(presentSegment(await createSegment(ctx, readNewSegment(body)))),
);
