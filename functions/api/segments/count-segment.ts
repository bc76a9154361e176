import { countMatching, countDeadline } from '../../../shared/domain/audience/segments/count-matching';
import { expectSegment } from '../../../shared/domain/audience/segments/find';
import { loadContactQuery } from '../../../shared/domain/audience/segments/contact-query';
import { ok } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { segmentRoutes } from './routes';

export const handler = endpoint(segmentRoutes.countSegment, async (ctx, { params }) => {
  const segment = await expectSegment(ctx.workspaceId, params.id);
  const count = await countMatching(await loadContactQuery(segment), countDeadline(ctx));
  return ok({ id: segment.id, contact_count: count });
});
