import { countMatching } from '../../../shared/domain/segments/count';
import { expectSegment } from '../../../shared/domain/segments/find';
import { ruleOf } from '../../../shared/domain/segments/rule-of';
import { ok } from '../../../shared/http/answers';
import { endpoint } from '../../../shared/http/endpoint';
import { now } from '../../../shared/time';
import { segmentRoutes } from './routes';

/** To answer that it could not be counted. */
const leftMs = 2_000;

export const handler = endpoint(
  segmentRoutes.countSegment,
  async ({ workspaceId, remainingMs }, { params }) => {
    const segment = await expectSegment(workspaceId, params.id);
    const count = await countMatching(await ruleOf(segment), now() + remainingMs() - leftMs);
    return ok({ id: segment.id, contact_count: count });
  },
);
