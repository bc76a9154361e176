import { findContentWarnings } from '../../../shared/domain/platform/templates/warnings';
import { expectTemplate } from '../../../shared/domain/platform/templates/find';
import { allParts, renderTemplate } from '../../../shared/domain/platform/templates/render';
import { ok } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { templateRoutes } from './routes';

export const handler = endpoint(templateRoutes.renderTemplate, async ({ workspaceId }, { params, body }) => {
  const template = await expectTemplate(workspaceId, params.slug);
  const { variables = {} } = body.read();
  const rendered = renderTemplate(template, variables);
  const warnings = findContentWarnings(
    template,
    allParts.map((part) => ({ field: part, path: [part], text: template[part] })),
  );
  return ok({ ...rendered, ...(warnings.length > 0 && { warnings }) });
});
