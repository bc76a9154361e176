import { listTemplates } from '../../../shared/domain/templates/list';
import { presentTemplate } from '../../../shared/domain/templates/present';
import { list, ok } from '../../../shared/http/answers';
import { endpoint } from '../../../shared/http/endpoint';
import { templateRoutes } from './routes';

export const handler = endpoint(templateRoutes.listTemplates, async ({ workspaceId }) => {
  const { templates, hasMore } = await listTemplates(workspaceId);
  return ok({ ...list(templates.map(presentTemplate)), has_more: hasMore });
});
