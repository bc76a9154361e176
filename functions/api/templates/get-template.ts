import { expectTemplate } from '../../../shared/domain/templates/find';
import { presentTemplate } from '../../../shared/domain/templates/present';
import { ok } from '../../../shared/http/answers';
import { endpoint } from '../../../shared/http/endpoint';
import { templateRoutes } from './routes';

export const handler = endpoint(
  templateRoutes.getTemplate,
  async ({ workspaceId }, { params: { slug = '' } }) =>
    ok(presentTemplate(await expectTemplate(workspaceId, slug))),
);
