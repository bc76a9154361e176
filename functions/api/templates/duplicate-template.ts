import { duplicateTemplate } from '../../../shared/domain/templates/duplicate';
import { presentTemplate } from '../../../shared/domain/templates/present';
import { created } from '../../../shared/http/answers';
import { endpoint } from '../../../shared/http/endpoint';
import { templateRoutes } from './routes';

export const handler = endpoint(
  templateRoutes.duplicateTemplate,
  async (ctx, { params: { slug = '' }, body }) =>
    created(presentTemplate(await duplicateTemplate(ctx, slug, body))),
);
