import { countMatching, deadlineOf } from '../../../shared/domain/audience/segments/count';
import { expectSegment } from '../../../shared/domain/audience/segments/find';
import { ruleOf } from '../../../shared/domain/audience/segments/rule-of';
import { ok } from '../../../shared/http/answers';
import { endpoint } from '../../../shared/http/endpoint';
import { segmentRoutes } from './routes';

export const handler = endpoint(segmentRoutes.countSegment, async (ctx, { params }) => {
  const segment = await expectSegment(ctx.workspaceId, params.id);
  const count = await countMatching(await ruleOf(segment), deadlineOf(ctx));
  return ok({ id: segment.id, contact_count: count });
});
