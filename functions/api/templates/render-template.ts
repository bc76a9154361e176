import { expectTemplate } from '../../../shared/domain/platform/templates/find';
import { renderTemplate } from '../../../shared/domain/platform/templates/render';
import { ok } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { templateRoutes } from './routes';

export const handler = endpoint(templateRoutes.renderTemplate, async ({ workspaceId }, { params, body }) => {
  const template = await expectTemplate(workspaceId, params.slug);
  const { variables = {} } = body.read();
  return ok(renderTemplate(template, variables));
});
