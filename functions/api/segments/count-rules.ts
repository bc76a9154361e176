import { countMatching, countDeadline } from '../../../shared/domain/audience/segments/count-matching';
import { loadContactQuery } from '../../../shared/domain/audience/segments/contact-query';
import { refuseUnknownRuleTargets } from '../../../shared/domain/audience/segments/save';
import { ok } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { readAllRules } from './read-segment';
import { segmentRoutes } from './routes';

export const handler = endpoint(segmentRoutes.countRules, async (ctx, { body }) => {
  const { workspaceId } = ctx;
  const rules = readAllRules(body);
  const rule = await loadContactQuery({ workspaceId, ...rules });
  if (!rule) await refuseUnknownRuleTargets(workspaceId, rules);
  return ok({ contact_count: await countMatching(rule, countDeadline(ctx)) });
});
