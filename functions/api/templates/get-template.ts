import { expectTemplate } from '../../../shared/domain/platform/templates/find';
import { ok } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { presentTemplate } from './present';
import { templateRoutes } from './routes';

export const handler = endpoint(templateRoutes.getTemplate, async ({ workspaceId }, { params }) =>
  ok(presentTemplate(await expectTemplate(workspaceId, params.slug))),
);
