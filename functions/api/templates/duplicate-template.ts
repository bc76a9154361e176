import { duplicateTemplate } from '../../../shared/domain/platform/templates/duplicate';
import { created } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { presentTemplate } from './present';
import { templateRoutes } from './routes';

export const handler = endpoint(templateRoutes.duplicateTemplate, async (ctx, { params, body }) =>
  created(presentTemplate(await duplicateTemplate(ctx, params.slug, body.read))),
);
