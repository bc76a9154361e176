import { refuseTemplateUsedByAutomations } from '../../../shared/domain/marketing/automations/refuse-used-by-automations';
import { deleteTemplate } from '../../../shared/domain/platform/templates/delete';
import { expectTemplate } from '../../../shared/domain/platform/templates/find';
import { ok } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { templateRoutes } from './routes';

export const handler = endpoint(
  templateRoutes.deleteTemplate,
  async ({ workspaceId }, { params: { slug } }) => {
    await expectTemplate(workspaceId, slug);
    await refuseTemplateUsedByAutomations(workspaceId, slug);
    await deleteTemplate(workspaceId, slug);
    return ok({ slug, deleted: true });
  },
);
