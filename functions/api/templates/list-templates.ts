import { listTemplates } from '../../../shared/domain/platform/templates/list';
import { ok, unpagedList } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { presentTemplate } from './present';
import { templateRoutes } from './routes';

export const handler = endpoint(templateRoutes.listTemplates, async ({ workspaceId }) => {
  const { templates, hasMore } = await listTemplates(workspaceId);
  return ok(unpagedList(templates.map(presentTemplate), hasMore));
});
