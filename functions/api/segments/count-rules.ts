import { countMatching, deadlineOf } from '../../../shared/domain/audience/segments/count';
import { ruleOf } from '../../../shared/domain/audience/segments/rule-of';
import { refuseUnknown } from '../../../shared/domain/audience/segments/save';
import { ok } from '../../../shared/http/answers';
import { endpoint } from '../../../shared/http/endpoint';
import { readAllRules } from './read-segment';
import { segmentRoutes } from './routes';

export const handler = endpoint(segmentRoutes.countRules, async (ctx, { body }) => {
  const { workspaceId } = ctx;
  const rules = readAllRules(body);
  const asked = await ruleOf({ workspaceId, ...rules });
  if (!asked) await refuseUnknown(workspaceId, rules);
  return ok({ contact_count: await countMatching(asked, deadlineOf(ctx)) });
});
