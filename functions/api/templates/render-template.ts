import { expectTemplate } from '../../../shared/domain/templates/find';
import { renderTemplate } from '../../../shared/domain/templates/render';
import { readVariables } from '../../../shared/domain/templates/variables';
import { ok } from '../../../shared/http/answers';
import { endpoint } from '../../../shared/http/endpoint';
import { templateRoutes } from './routes';

export const handler = endpoint(
  templateRoutes.renderTemplate,
  async ({ workspaceId }, { params: { slug = '' }, body }) => {
    const template = await expectTemplate(workspaceId, slug);
    return ok(renderTemplate(template, readVariables(body)));
  },
);
