import { refuseTemplateUsedByAutomations } from '../../../shared/domain/marketing/automations/refuse-used-by-automations';
import { deleteTemplate } from '../../../shared/domain/platform/templates/delete';
import { expectTemplate } from '../../../shared/domain/platform/templates/find';
import { refuseGuardedChange } from '../../../shared/domain/platform/templates/guardrails';
import { ok } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { templateRoutes } from './routes';

export const handler = endpoint(templateRoutes.deleteTemplate, async (ctx, { params: { slug } }) => {
  const { workspaceId } = ctx;
  await expectTemplate(workspaceId, slug);
  refuseGuardedChange(ctx);
  await refuseTemplateUsedByAutomations(workspaceId, slug);
  await deleteTemplate(workspaceId, slug);
  return ok({ slug, deleted: true });
});
